/*
 * seek.h - a time in a timed file, found by binary search.
 *
 * Times in a file do not fall, and its lines can be told apart anywhere, so halving
 * the bytes finds the place in a few dozen small reads, however long the file is. In a
 * compressed file it is the flush points that are searched.
 */
#ifndef OTFP_OTF_READ_SEEK_H
#define OTFP_OTF_READ_SEEK_H
#include "io/input.h"

/**
 * Move `in` on to a time line, followed by a process line, whose time is below `from` and near
 * it; where there is none, it stays at its beginning.
 * @param at  set to the byte moved to, 0 = the beginning
 * @return 0, or <0 with err filled
 */
int otfp_seek_before(struct otfp_input *in, uint64_t from, uint64_t *at, struct otfp_error *err);
/** How many lines of a plain file end before byte `at`: for messages, since a search does not count them. */
uint64_t otfp_seek_lines(struct otfp_input *in, uint64_t at);
#endif
