/*
 * reader.h - the line stream in: magic, control lines, records, end.
 */
#ifndef OTFP_LINE_READER_H
#define OTFP_LINE_READER_H
#include "io/input.h"
#include "io/inputs.h"
#include "record/ops.h"

struct otfp_line_reader;

/* The format, for trace/format.c; the handle is a struct otfp_line_reader, as it is for the functions below. */
extern const struct otfp_source_ops otfp_line_ops;
/** Standard input, what is neither file nor directory (it cannot be looked at without reading it), and files that begin
 * with the magic line, also packed. @return 1 if it is one, else 0 */
int otfp_line_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** Whatever it is, if o->adopt says that it may lack the magic line. @return 1 or 0 */
int otfp_line_look_bare(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** @return 0 or <0 */
int otfp_line_open_input(void **handle, struct otfp_inputs *in, unsigned at, unsigned n,
                         const struct otfp_read_options *o, struct otfp_error *err);

/** Read the magic line of `in`, which belongs to the reader from now on, also on error.
 * Of the options adopt, strict, report and ctx count. @return 0 or <0 */
int otfp_line_open(struct otfp_line_reader **r, struct otfp_input *in, const struct otfp_read_options *o,
                   struct otfp_error *err);
const struct otfp_header *otfp_line_header(const void *r);
/**
 * The next records, as many as are at hand; a control line comes alone.
 * @return 0 with recs[0..*n) set, valid until the next call; 1 after @END and the end of the input; OTFP_ETRUNC when
 * the input ends without @END or LF; OTFP_EABORT on @ABORT, err->text is then "PROGRAM<HT>REASON"; else <0
 */
int otfp_line_batch(void *r, const struct otfp_record *const **recs, size_t *n);
void otfp_line_close(void *r);
#endif
