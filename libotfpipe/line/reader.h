/*
 * reader.h - read a line stream (otfpipe-stream(5)): magic line, control lines, records, @END.
 */
#ifndef OTFP_LINE_READER_H
#define OTFP_LINE_READER_H
#include "io/input.h"

struct otfp_line_reader;

/** Start a reader and read the magic line. The reader owns `in` from now on, also on error. Uses the options adopt,
 * strict, report and ctx. err must outlive the reader. @return 0 or <0 with err filled */
int otfp_line_open(struct otfp_line_reader **r, struct otfp_input *in, const struct otfp_read_options *o,
                   struct otfp_error *err);
/** The header, owned by the reader. */
const struct otfp_header *otfp_line_header(const struct otfp_line_reader *r);
/**
 * Read the next records, as many as the buffer contains; a control line comes alone.
 * @return 0 with recs[0..*n) set, valid until the next call; 1 after @END and the end of the input; OTFP_ETRUNC if the
 * input ends without @END or without LF; OTFP_EABORT on @ABORT with err->text = "PROGRAM<HT>REASON"; other <0
 */
int otfp_line_batch(struct otfp_line_reader *r, const struct otfp_record *const **recs, size_t *n);
/** The name of the input, for messages. */
const char *otfp_line_name(const struct otfp_line_reader *r);
/** Close the input and free the reader, which may be NULL. */
void otfp_line_close(struct otfp_line_reader *r);
#endif
