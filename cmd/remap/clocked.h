/* clocked.h - sources that wrap a source: to change its times, or to add key-values to its sends. */
#ifndef CMD_REMAP_CLOCKED_H
#define CMD_REMAP_CLOCKED_H
#include "trace/source.h"
#include "merge/sort.h"
#include "cmd/remap/clock.h"
#include "cmd/remap/matching.h"

/**
 * Wrap *src in a source that returns its records at the new times of the clocks, in the order of otfpipe-stream(5). If
 * clocks differ by process or make times equal, the records are sorted in o->sort_memory bytes, and this call reads
 * them all. The span in the header is that of the new times.
 * @param src  now owned by the new source
 * @param clocks  must outlive the source
 * @param o  only report, ctx and sort_memory are used
 * @return 0; <0, and *src is closed and NULL
 */
int clocked_open(struct otfp_source **src, struct clocks *clocks, const struct otfp_read_options *o,
                 struct otfp_error *err);
/**
 * Wrap *src in a source that adds the key-values of matched_keys to its sends, and adds their definitions.
 * Key-values with these keys that a send already has are replaced.
 * @param src  now owned by the new source
 * @param m  after a pass over the same records, with keys chosen; must outlive the source, like the next two
 * @param matches  struct matched_send, sorted by number, after otfp_sort_end
 * @param matches_err  the error that otfp_sort_new of matches got: the sort still fills it
 * @return 0; <0, and *src is closed and NULL
 */
int matched_open(struct otfp_source **src, const struct matching *m, struct otfp_sort *matches,
                 const struct otfp_error *matches_err, struct otfp_error *err);
#endif
