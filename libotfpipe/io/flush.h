/*
 * flush.h - flush points of compressed files: where a full flush ended a block
 * (00 00 ff ff), inflating can begin anew.
 */
#ifndef OTFP_IO_FLUSH_H
#define OTFP_IO_FLUSH_H
#include "base/buf.h"
#include "io/input.h"

/**
 * Inflate the end of the file, from the last flush points on, to text: at least the last
 * complete block, cut in front to at most 4 MiB. It begins in the middle of a line.
 * @param packed  set to the compressed bytes that it was made of; 0 where it was cut or there is none
 * @return 0, also with text empty where no flush point was found that leads to the
 * end; <0 where memory or reading fails
 */
int otfp_flush_tail(struct otfp_file_h *f, struct otfp_buf *text, size_t *packed, struct otfp_error *err);
/** The first byte at or behind `at`, and before `end`, of what may be a flush point of the file.
 * @return 1 with *point set, 0 there is none, <0 */
int otfp_flush_next(struct otfp_input *in, uint64_t at, uint64_t end, uint64_t *point);
/** Inflate from a flush point on: up to `want` bytes, as the text of b.
 * @return 1; 0 if it was none after all, or nothing follows; <0 */
int otfp_flush_text(struct otfp_input *in, uint64_t point, size_t want, struct otfp_buf *b, struct otfp_error *err);
#endif
