/* source.h - a source: its ops (record/ops.h) and their handle. Who opens which: open.c. */
#ifndef OTFP_TRACE_SOURCE_H
#define OTFP_TRACE_SOURCE_H
#include "base/error.h"
#include "record/ops.h"

struct otfp_source {
	const struct otfp_source_ops *ops;
	void *handle;
	const char *format;     /* of what is read, also where it is sorted; NULL for one around others */
	struct otfp_error *err; /* filled by whatever fails while the source lives */
	struct otfp_error *own; /* the same, if the source frees it; or NULL */
	int started;            /* something was read */
	int over;               /* the end or error of the last read; it stays */
	const struct otfp_record *const *recs; /* of the last batch, those not given by otfp_source_next */
	size_t n;
	const struct otfp_record *one; /* the batch of a source that has no batches */
	struct {
		uint64_t from, to;
		int has_to;
	} window; /* of otfp_source_window */
};

/** A source from its parts; closes handle when memory is out. err is the one that the handle fills. @return 0 or <0 */
int otfp_source_make(struct otfp_source **src, const struct otfp_source_ops *ops, void *handle, struct otfp_error *err);
#endif
