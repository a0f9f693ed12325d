#include "otf2/read/source-ahead.h"
#include "otf2/carry/convert.h"
#include <stdlib.h>

struct otfp_otf2_report_later {
	struct otfp_otf2_report_later *next;
	unsigned before; /* number of the slice */
	struct otfp_error e;
};

/* ---- in a thread of the pool ---- */

static void make(struct otfp_task *task)
{
	struct otfp_otf2_ahead *a = (struct otfp_otf2_ahead *)task;
	struct otfp_otf2_slices *m = &a->making;
	struct otfp_otf2_carrying *c = a->lanes->c;

	otfp_otf2_carrying_clear(c);
	a->is_in_task = 1;
	while (m->n < OTFP_OTF2_SLICES && m->code == 0) {
		int code = otfp_otf2_lanes_convert(a->lanes, c->batch.n + OTFP_OTF2_BATCH);
		m->code = m->code < 0 ? m->code : code; /* a report that could not be kept */
		m->s[m->n++] = (struct otfp_otf2_slice){c->batch.n, c->troubles};
	}
	a->is_in_task = 0;
}

int otfp_otf2_ahead_keep(struct otfp_otf2_ahead *a, const struct otfp_error *e)
{
	struct otfp_otf2_report_later *r;

	if (!a->is_in_task)
		return 0;
	r = malloc(sizeof *r);
	if (!r) {
		a->making.code = otfp_fail_memory(a->lanes->c->err);
		return 1;
	}
	*r = (struct otfp_otf2_report_later){NULL, a->making.n, *e};
	*a->making.last = r;
	a->making.last = &r->next;
	return 1;
}

/* ---- in the caller's thread ---- */

static void submit(struct otfp_otf2_ahead *a)
{
	a->making.n = 0;
	a->making.code = 0;
	a->making.reports = NULL;
	a->making.last = &a->making.reports;
	a->is_running = 1;
	otfp_pool_submit(a->pool, &a->task);
}

void otfp_otf2_ahead_start(struct otfp_otf2_ahead *a, struct otfp_pool *pool, struct otfp_otf2_lanes *lanes)
{
	a->task.run = make;
	a->pool = pool;
	a->lanes = lanes;
	a->troubles = lanes->c->troubles;
	submit(a);
}

/* Take what the thread made, and let it make more. */
static void take(struct otfp_otf2_ahead *a)
{
	const struct otfp_otf2_batch spare = a->records;

	otfp_pool_wait(a->pool, &a->task);
	a->is_running = 0;
	a->records = a->lanes->c->batch;
	a->lanes->c->batch = spare;
	a->given = a->making;
	a->at = 0;
	if (a->given.code == 0)
		submit(a);
}

static void tell(struct otfp_otf2_ahead *a, void (*report)(void *ctx, const struct otfp_error *e), void *ctx)
{
	struct otfp_otf2_report_later *r;

	while ((r = a->given.reports) && r->before == a->at) {
		if (report)
			report(ctx, &r->e);
		a->given.reports = r->next;
		free(r);
	}
}

int otfp_otf2_ahead_next(struct otfp_otf2_ahead *a, const struct otfp_record *const **recs, size_t *n,
                         void (*report)(void *ctx, const struct otfp_error *e), void *ctx)
{
	const struct otfp_otf2_slices *g = &a->given;
	size_t from;

	do {
		if (a->at == g->n && a->is_running)
			take(a);
		else if (a->at == g->n)
			return g->code;
		tell(a, report, ctx);
		a->troubles = g->s[a->at].troubles;
		if (a->at + 1 == g->n && g->code < 0)
			return g->code;
		from = a->at ? g->s[a->at - 1].end : 0;
		*recs = a->records.out + from;
		*n = g->s[a->at++].end - from;
	} while (*n == 0);
	return 0;
}

static void drop_reports(struct otfp_otf2_report_later *r)
{
	while (r) {
		struct otfp_otf2_report_later *next = r->next;
		free(r);
		r = next;
	}
}

void otfp_otf2_ahead_release(struct otfp_otf2_ahead *a)
{
	if (a->is_running)
		otfp_pool_wait(a->pool, &a->task);
	if (a->is_running)
		drop_reports(a->making.reports);
	drop_reports(a->given.reports);
	otfp_otf2_batch_release(&a->records);
}
