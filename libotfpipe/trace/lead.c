/*
 * lead.c - a source that knows the resolution, and DefTimeRange or the time of the first event, before its first record
 * is read.
 *
 * Seconds need the resolution, times with a + count from the first event, percent are of the range, and commands
 * convert their times to ticks when they begin. A trace on disk has all that in its header; a pipe may not. Then
 * records are read ahead. Memory: a copy of these records.
 */
#include "base/error.h"
#include "base/ticks.h"
#include "record/queue.h"
#include "record/table.h"
#include "trace/around.h"
#include "trace/source.h"
#include <stdlib.h>

struct lead {
	struct otfp_source *src;
	struct otfp_header header;
	struct otfp_queue queue; /* what was read ahead */
	const struct otfp_record *one;
	int given; /* the caller has the first of the queue */
	int code;  /* of the read after the queue, if it was not 0 */
	int asked; /* window() was called, once, as any source does */
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	void *ctx;
};

static int is_timed(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && otfp_is_timed(rec->file);
}

/* ---- the source ---- */

static const struct otfp_header *lead_header(const void *handle)
{
	return &((const struct lead *)handle)->header;
}

static void lead_window(void *handle, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx)
{
	struct lead *l = handle;

	l->window = window;
	l->ctx = ctx;
}

/* It is too late to skip records, but the owner of window() may rely on the call. */
static void ask(struct lead *l)
{
	uint64_t from, to;
	int has_to;

	l->asked = 1;
	if (l->window)
		l->window(l->ctx, &from, &to, &has_to);
}

static int lead_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct lead *l = handle;
	const struct otfp_queued *q;

	if (l->given)
		otfp_queue_pop(&l->queue);
	q = otfp_queue_first(&l->queue);
	l->given = q != NULL;
	if (!l->asked && (!q || is_timed(&q->rec)))
		ask(l);
	if (!q)
		return l->code ? l->code : otfp_source_batch(l->src, recs, n);
	l->one = &q->rec;
	*recs = &l->one;
	*n = 1;
	return 0;
}

/* Of a copy the place is unknown. */
static void lead_origin(const void *handle, const struct otfp_record *rec, struct otfp_origin *o)
{
	const struct lead *l = handle;

	if (!l->given)
		otfp_source_origin(l->src, rec, o);
}

static size_t lead_path(const void *handle, const struct otfp_origin *o, char *text, size_t room)
{
	return otfp_source_path(((const struct lead *)handle)->src, o, text, room);
}

static uint64_t lead_troubles(const void *handle)
{
	return otfp_source_troubles(((const struct lead *)handle)->src);
}

static void lead_close(void *handle)
{
	struct lead *l = handle;

	otfp_source_close(l->src);
	otfp_queue_release(&l->queue);
	free(l);
}

#define OPS                                                                                                          \
	.header = lead_header, .window = lead_window, .batch = lead_batch, .origin = lead_origin, .path = lead_path, \
	.troubles = lead_troubles, .close = lead_close
static const struct otfp_source_ops ops = {OPS}, disk_ops = {.is_on_disk = 1, OPS};

/* ---- reading ahead ---- */

/* The first of each counts. */
static void learn(struct otfp_header *h, const struct otfp_record *rec)
{
	if (rec->type == OTFP_DefTimerResolution && !h->resolution) {
		h->resolution = rec->f[OTFP_DefTimerResolution_ticks].u;
	} else if (rec->type == OTFP_DefTimeRange && !h->has_range) {
		h->range_first = rec->f[OTFP_DefTimeRange_min].u;
		h->range_last = rec->f[OTFP_DefTimeRange_max].u;
		h->has_range = h->range_first <= h->range_last;
	} else if (is_timed(rec)) {
		h->start = rec->time;
		h->has_start = 1;
	}
}

static int knows_all(const struct otfp_header *h)
{
	uint64_t start;

	return h->resolution && otfp_header_start(h, &start);
}

static int read_ahead(struct lead *l, struct otfp_error *err)
{
	const struct otfp_record *rec;
	int stop = 0;

	while (!stop && (l->code = otfp_source_next(l->src, &rec)) == 0) {
		learn(&l->header, rec);
		stop = is_timed(rec) || knows_all(&l->header);
		if (!otfp_queue_put(&l->queue, rec))
			return otfp_fail_memory(err);
	}
	l->header.has_start = 1; /* without any event: 0 */
	return 0;
}

int otfp_lead_open(struct otfp_source **src, struct otfp_error *err)
{
	const int on_disk = otfp_source_is_on_disk(*src);
	struct lead *l;
	int code;

	if (knows_all(otfp_source_header(*src)))
		return 0;
	l = calloc(1, sizeof *l);
	if (!l) {
		otfp_source_close(*src);
		*src = NULL;
		return otfp_fail_memory(err);
	}
	l->src = *src;
	*src = NULL;
	l->header = *otfp_source_header(l->src);
	code = read_ahead(l, err);
	if (code == 0)
		return otfp_source_make(src, on_disk ? &disk_ops : &ops, l, err);
	lead_close(l);
	return code;
}
