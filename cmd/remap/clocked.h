/*
 * clocked.h - sources around a source: with other times, and with key-values on sends.
 */
#ifndef OTFP_CMD_REMAP_CLOCKED_H
#define OTFP_CMD_REMAP_CLOCKED_H
#include "trace/source.h"
#include "merge/sort.h"
#include "cmd/remap/clock.h"
#include "cmd/remap/matching.h"

/**
 * *src becomes a source that gives its records at the times that the clocks make of theirs, in the order of the
 * contract. Where clocks differ by process, or times become one, that takes a sort in o->sort_memory bytes, and
 * all is read at once; the header is of the new times all the same.
 * @param clocks  lives until the source is closed
 * @param o  of it report, ctx and sort_memory count
 * @return 0; <0, and *src is closed and NULL then
 */
int otfp_clocked_open(struct otfp_source **src, struct otfp_clocks *clocks, const struct otfp_read_options *o,
                      struct otfp_error *err);
/**
 * *src becomes a source that adds the key-values of otfp_matched_keys to its sends, and their definitions. What is
 * there of them already is replaced.
 * @param m  after a pass over the same records, with keys chosen
 * @param matches  struct otfp_matched_send by its number, after otfp_sort_end
 * @param matches_err  the error that otfp_sort_new of matches got: the sort still fills it
 * @return 0; <0, and *src is closed and NULL then
 */
int otfp_matched_open(struct otfp_source **src, const struct otfp_matching *m, struct otfp_sort *matches,
                      const struct otfp_error *matches_err, struct otfp_error *err);
#endif
