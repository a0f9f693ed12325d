/*
 * reader.h - the line stream in: magic, control lines, records, end.
 */
#ifndef OTFP_LINE_READER_H
#define OTFP_LINE_READER_H
#include "io/input.h"

struct otfp_line_reader;

/** Read the magic line of `in`, which belongs to the reader from now on, also on error.
 * Of the options adopt, strict, report and ctx count. @return 0 or <0 */
int otfp_line_open(struct otfp_line_reader **r, struct otfp_input *in, const struct otfp_read_options *o,
                   struct otfp_error *err);
const struct otfp_header *otfp_line_header(const struct otfp_line_reader *r);
/**
 * The next records, as many as are at hand; a control line comes alone.
 * @return 0 with recs[0..*n) set, valid until the next call; 1 after @END and the end of the input; OTFP_ETRUNC when
 * the input ends without @END or LF; OTFP_EABORT on @ABORT, as of otfp_fail_aborted; else <0
 */
int otfp_line_batch(struct otfp_line_reader *r, const struct otfp_record *const **recs, size_t *n);
/** The name of what is read. */
const char *otfp_line_name(const struct otfp_line_reader *r);
void otfp_line_close(struct otfp_line_reader *r);
#endif
