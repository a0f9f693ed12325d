/* source.h - a source: its operations (record/ops.h) and their handle. open.c opens them. */
#ifndef OTFP_TRACE_SOURCE_H
#define OTFP_TRACE_SOURCE_H
#include "base/error.h"
#include "record/ops.h"

struct otfp_source {
	const struct otfp_source_ops *ops;
	void *handle;
	const char *
		format; /* name of the format that is read, also if it is sorted; NULL for a source that wraps others */
	struct otfp_error *err;                /* filled by every failure while the source is open */
	struct otfp_error *own;                /* the same, if the source owns it; or NULL */
	int started;                           /* something was read */
	int over;                              /* OTFP_END or the error of the last read; then it stays */
	const struct otfp_record *const *recs; /* n records of the last batch that otfp_source_next has not given yet */
	size_t n;
	const struct otfp_record *one; /* the batch of a source that has no batches */
	struct {
		uint64_t from, to;
		int has_to;
	} window; /* of otfp_source_window */
};

/** Make a source from its operations and their handle, which it owns; closes the handle when memory is out. err is the
 * error that the handle fills. @return 0 or <0 */
int otfp_source_make(struct otfp_source **src, const struct otfp_source_ops *ops, void *handle, struct otfp_error *err);
/** See list of struct otfp_source_ops. @return its result; 0 if there is no list */
int otfp_source_list(struct otfp_source *src, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx);
/** Before the first read: see lines_only of struct otfp_source_ops. */
void otfp_source_lines_only(struct otfp_source *src);
/** Give records to the taker, which must stay until the last read: see struct otfp_source_ops. */
void otfp_source_taker(struct otfp_source *src, struct otfp_taker *taker);
#endif
