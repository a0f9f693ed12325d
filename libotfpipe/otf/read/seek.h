/*
 * seek.h - find a time in a timed file by binary search.
 *
 * Times in a file do not decrease, and line starts can be recognized anywhere, so a bisection over byte offsets
 * needs a few dozen small reads whatever the file size. In a compressed file it bisects over the flush points.
 */
#ifndef OTFP_OTF_READ_SEEK_H
#define OTFP_OTF_READ_SEEK_H
#include "io/input.h"

/**
 * Move `in` to a time line, followed by a process line, whose time is below `from` and near it; if there is none,
 * `in` stays at its start.
 * @param at  set to the byte offset moved to, 0 = the start
 * @return 0, or <0 with err filled
 */
int otfp_seek_before(struct otfp_input *in, uint64_t from, uint64_t *at, struct otfp_error *err);
/** Count the lines of a plain file that end before byte `at`: for messages, since a search does not count lines. */
uint64_t otfp_seek_lines(struct otfp_input *in, uint64_t at);
#endif
