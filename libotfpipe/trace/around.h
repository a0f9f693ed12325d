/* around.h - sources around sources. What they are made of belongs to them, also on error. */
#ifndef OTFP_TRACE_AROUND_H
#define OTFP_TRACE_AROUND_H
#include "otfpipe.h"

/* One of several sources, and its name for messages. */
struct otfp_joined {
	const char *name;
	struct otfp_source *src;
};

/** n >= 1 sources as one, merged in the order of the contract; with o->unify of one token space: join.c.
 * @return 0 or <0 */
int otfp_join_open(struct otfp_source **src, const struct otfp_joined *parts, unsigned n,
                   const struct otfp_read_options *o, struct otfp_error *err);
/** The source *src with the records of files (NULL behind the last) put in: add.c. @return 0; <0, and *src is closed
 * and NULL then */
int otfp_add_open(struct otfp_source **src, const char *const *files, struct otfp_error *err);
/** *src becomes a source whose processes live in the streams that file says: regroup.c. Records keep their
 * order. @return 0; <0, and *src is closed then */
int otfp_regroup_open(struct otfp_source **src, const char *file, struct otfp_error *err);
/** *src becomes a source that gives its records in the order of the contract: sorted.c. For sources
 * that are not in that order. Memory: o->sort_memory; the rest goes to $TMPDIR or /tmp. name is for messages.
 * @return 0; <0, and *src is closed and NULL then */
int otfp_sorted_open(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                     struct otfp_error *err);
#endif
