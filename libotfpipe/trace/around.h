/* around.h - sources that wrap other sources. They own what they wrap, and close it also on error. `stop` is
 * asked after a signal while a file is read (base/fd.h). */
#ifndef OTFP_TRACE_AROUND_H
#define OTFP_TRACE_AROUND_H
#include "base/fd.h"
#include "otfpipe.h"

/* One of several sources, and its name for messages. */
struct otfp_joined {
	const char *name;
	struct otfp_source *src;
};

/** Open n >= 1 sources as one, in the order of otfpipe-stream(5); with o->unify in one token space. join.c.
 * @return 0 or <0 */
int otfp_join_open(struct otfp_source **src, const struct otfp_joined *parts, unsigned n,
                   const struct otfp_read_options *o, struct otfp_error *err);
/** Wrap *src to insert the records of files (NULL after the last). add.c.
 * @return 0; <0, and then *src is closed and NULL */
int otfp_add_open(struct otfp_source **src, const char *const *files, otfp_stop_fn *stop, struct otfp_error *err);
/** Wrap *src to move processes to the streams that file assigns them to. Records keep their order, which may no longer
 * be that of otfpipe-stream(5). Processes of the file that no @SM line has are reported, or an error with o->strict.
 * regroup.c. @return 0; <0, and then *src is closed and NULL */
int otfp_regroup_open(struct otfp_source **src, const char *file, const struct otfp_read_options *o,
                      struct otfp_error *err);
/** Wrap *src if its header lacks the first time or the resolution: read definitions until both are known, or up to the
 * first timed record, keep them in memory, and set `resolution`, `start` and the range of the header; without any event
 * the start is 0. lead.c.
 * @return 0; <0, and then *src is closed and NULL. An error of reading is returned by a later read */
int otfp_lead_open(struct otfp_source **src, struct otfp_error *err);
/** Wrap *src to sort its records into the order of otfpipe-stream(5). Memory: o->sort_memory bytes; the rest goes to
 * $TMPDIR or /tmp. name is for messages. sorted.c. @return 0; <0, and then *src is closed and NULL */
int otfp_sorted_open(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                     struct otfp_error *err);
#endif
