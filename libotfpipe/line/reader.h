/*
 * reader.h - read a line stream (otfpipe-stream(5)): magic line, control lines, records, @END.
 */
#ifndef OTFP_LINE_READER_H
#define OTFP_LINE_READER_H
#include "io/input.h"
#include "io/inputs.h"
#include "record/ops.h"

struct otfp_line_reader;

/* The format, for trace/format.c; the handle is a struct otfp_line_reader, as it is for the functions below. */
extern const struct otfp_source_ops otfp_line_ops;
/** Whether an input is a line stream: standard input; a pipe or device, which cannot be read twice; a file that starts
 * with the magic line, also compressed. @return 1 or 0 */
int otfp_line_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** With o->adopt any input is one: the magic line may be missing. @return 1 or 0 */
int otfp_line_look_bare(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** Open input `at`. @return 0 or <0; see otfp_source_open */
int otfp_line_open_input(void **handle, struct otfp_inputs *in, unsigned at, unsigned n,
                         const struct otfp_read_options *o, struct otfp_error *err);

/** Start a reader and read the magic line. The reader owns `in` from now on, also on error. Uses the options adopt,
 * strict, report and ctx. err must outlive the reader. @return 0 or <0 with err filled */
int otfp_line_open(struct otfp_line_reader **r, struct otfp_input *in, const struct otfp_read_options *o,
                   struct otfp_error *err);
/** The header, owned by the reader. */
const struct otfp_header *otfp_line_header(const void *r);
/**
 * Read the next records, as many as the buffer contains; a control line comes alone.
 * @return 0 with recs[0..*n) set, valid until the next call; 1 after @END and the end of the input; OTFP_ETRUNC if the
 * input ends without @END or without LF; OTFP_EABORT on @ABORT, by otfp_fail_aborted; other <0
 */
int otfp_line_batch(void *r, const struct otfp_record *const **recs, size_t *n);
/** Close the input and free the reader, which may be NULL. */
void otfp_line_close(void *r);
#endif
