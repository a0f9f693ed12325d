/* ranged.c - a source whose header has the range of DefTimeRange; see around.h. */
#include "trace/around.h"
#include "base/error.h"
#include "record/queue.h"
#include "trace/source.h"
#include <stdlib.h>

struct ranged {
	struct otfp_source *src;
	struct otfp_header header;
	struct otfp_queue ahead; /* what was read before the caller asked for it */
	const struct otfp_record *first;
	int given; /* the caller has the first of `ahead` */
};

/* ---- reading ahead ---- */

static int take(struct ranged *r, const struct otfp_record *rec)
{
	if (rec->type != OTFP_DefTimeRange || rec->f[OTFP_DefTimeRange_min].u > rec->f[OTFP_DefTimeRange_max].u)
		return rec->type == OTFP_CONTROL || rec->file == OTFP_DEF;
	r->header.range_first = rec->f[OTFP_DefTimeRange_min].u;
	r->header.range_last = rec->f[OTFP_DefTimeRange_max].u;
	r->header.has_range = 1;
	return 0;
}

/* An error of the source comes again when its place is reached. */
static int read_ahead(struct ranged *r, struct otfp_error *err)
{
	const struct otfp_record *rec;

	while (otfp_source_next(r->src, &rec) == 0) {
		if (!otfp_queue_put(&r->ahead, rec))
			return otfp_fail_memory(err);
		if (!take(r, rec))
			break;
	}
	return 0;
}

/* ---- the source ---- */

static const struct otfp_header *ranged_header(const void *handle)
{
	return &((const struct ranged *)handle)->header;
}

static int ranged_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct ranged *r = handle;
	const struct otfp_queued *q;

	if (r->given)
		otfp_queue_pop(&r->ahead);
	q = otfp_queue_first(&r->ahead);
	r->given = q != NULL;
	if (!q)
		return otfp_source_batch(r->src, recs, n);
	r->first = &q->rec;
	*recs = &r->first;
	*n = 1;
	return 0;
}

static void ranged_origin(const void *handle, const struct otfp_record *rec, struct otfp_origin *o)
{
	const struct ranged *r = handle;

	if (!r->given)
		otfp_source_origin(r->src, rec, o);
}

static size_t ranged_path(const void *handle, const struct otfp_origin *o, char *text, size_t room)
{
	return otfp_source_path(((const struct ranged *)handle)->src, o, text, room);
}

static uint64_t ranged_troubles(const void *handle)
{
	return otfp_source_troubles(((const struct ranged *)handle)->src);
}

static void ranged_close(void *handle)
{
	struct ranged *r = handle;

	otfp_source_close(r->src);
	otfp_queue_release(&r->ahead);
	free(r);
}

static const struct otfp_source_ops ops = {
	.header = ranged_header,
	.batch = ranged_batch,
	.origin = ranged_origin,
	.path = ranged_path,
	.troubles = ranged_troubles,
	.close = ranged_close,
};

int otfp_ranged_open(struct otfp_source **src, struct otfp_error *err)
{
	struct ranged *r = calloc(1, sizeof *r);
	int code;

	if (!r) {
		otfp_source_close(*src);
		*src = NULL;
		return otfp_fail_memory(err);
	}
	r->src = *src;
	r->header = *otfp_source_header(*src);
	*src = NULL;
	code = read_ahead(r, err);
	if (code < 0) {
		ranged_close(r);
		return code;
	}
	return otfp_source_make(src, &ops, r, err);
}
