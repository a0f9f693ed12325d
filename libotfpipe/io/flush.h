/*
 * flush.h - flush points of compressed files: a full flush ended a block there (00 00 ff ff), so inflating can start
 * there.
 */
#ifndef OTFP_IO_FLUSH_H
#define OTFP_IO_FLUSH_H
#include "base/buf.h"
#include "io/input.h"

/**
 * Inflate the end of a file, from one of its last flush points: at least the last complete block, but only the last 4
 * MiB. The text starts in the middle of a line.
 * @param packed  set to the number of compressed bytes of the text; 0 if the text was cut or is empty
 * @return 0, with empty text if no flush point leads to the end of the file; <0 if memory is out or reading fails
 */
int otfp_flush_tail(struct otfp_file_h *f, struct otfp_buf *text, size_t *packed, struct otfp_error *err);
/**
 * Find what may be the first flush point at or after `at` and before `end`. @return 1 with *point set, 0 if there is
 * none, <0
 */
int otfp_flush_next(struct otfp_input *in, uint64_t at, uint64_t end, uint64_t *point);
/**
 * Inflate up to `want` bytes from a flush point into b. @return 1; 0 if it was no flush point, or nothing follows; <0
 */
int otfp_flush_text(struct otfp_input *in, uint64_t point, size_t want, struct otfp_buf *b, struct otfp_error *err);
#endif
