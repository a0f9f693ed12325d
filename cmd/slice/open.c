/* open.c - what is open at the start and end of a piece, as snapshot records or as events such as Enter and Leave. */
#include "base/grow.h"
#include "cmd/slice/slice.h"
#include "base/order.h"
#include "record/fileop.h"
#include <stdlib.h>
#include <string.h>

/* Events made for a process, with the times when what is open began. */
struct made {
	struct cut *cut;
	struct begin {
		uint64_t began;
		size_t place; /* in the order of the snapshot */
		struct otfp_record rec;
	} * p;
	size_t n, cap;
	uint64_t unreceived;
};

/* ---- the order of processes ---- */

static int by_place(const void *a, const void *b)
{
	const struct cut_place *x = a, *y = b;

	return otfp_order2(x->stream, y->stream, x->process, y->process);
}

/* Update c->order, if there are new processes. */
static int sort_processes(struct cut *c)
{
	const struct otfp_state *s = &c->state;

	if (c->norder == s->n)
		return 0;
	if (s->n > c->order_cap) {
		struct cut_place *grown = reallocarray(c->order, s->cap, sizeof *grown);
		if (!grown)
			return otfp_fail_memory(c->err);
		c->order = grown;
		c->order_cap = s->cap;
	}
	for (c->norder = 0; c->norder < s->n; c->norder++) {
		uint32_t process = s->processes[c->norder].process;
		c->order[c->norder] = (struct cut_place){cut_stream(c, process), process, (uint32_t)c->norder};
	}
	qsort(c->order, c->norder, sizeof *c->order, by_place);
	return 0;
}

/* ---- snapshot records as events ---- */

static void begin_call(struct otfp_record *rec)
{
	rec->f[0] = rec->f[1];
	rec->f[1] = rec->f[2];
}

static void leave_call(struct otfp_record *rec)
{
	rec->f[0] = rec->f[1];
	rec->f[1].u = 0;
}

/* Remove the time, which is the first field. */
static void shift(struct otfp_record *rec)
{
	memmove(rec->f, rec->f + 1, sizeof rec->f - sizeof *rec->f);
}

static void open_file(struct otfp_record *rec)
{
	const uint64_t source = rec->f[3].u;

	shift(rec);
	rec->f[2].u = OTFP_FILEOP_OPEN;
	rec->f[3].u = rec->f[4].u = 0;
	rec->f[5].u = source;
}

static void close_file(struct otfp_record *rec)
{
	open_file(rec);
	rec->f[2].u = OTFP_FILEOP_CLOSE;
	rec->f[5].u = 0;
}

static void end_collective(struct otfp_record *rec)
{
	rec->f[0] = rec->f[2];
}

/* The file, the operation and the bytes are unknown: they are in the end record, which is after the piece. */
static void end_file_operation(struct otfp_record *rec)
{
	rec->f[0].u = rec->f[2].u = rec->f[4].u = rec->f[5].u = 0;
	rec->f[3].u = OTFP_FILEOP_OTHER;
}

static const struct {
	uint16_t begin, end; /* 0 = there is none */
	void (*to_begin)(struct otfp_record *rec);
	void (*to_end)(struct otfp_record *rec);
} events[OTFP_NTYPES] = {
	[OTFP_EnterSnapshot] = {OTFP_Enter, OTFP_Leave, begin_call, leave_call},
	[OTFP_SendSnapshot] = {OTFP_SendMsg, 0, shift, NULL},
	[OTFP_OpenFileSnapshot] = {OTFP_FileOperation, OTFP_FileOperation, open_file, close_file},
	[OTFP_BeginCollopSnapshot] = {OTFP_BeginCollectiveOperation, OTFP_EndCollectiveOperation, shift,
                                      end_collective},
	[OTFP_BeginFileOpSnapshot] = {OTFP_BeginFileOperation, OTFP_EndFileOperation, shift, end_file_operation},
};

static struct begin *add(struct made *m, const struct otfp_record *rec)
{
	struct begin *b;

	if (otfp_grow(&m->p, m->n, &m->cap, sizeof *m->p) < 0) {
		otfp_fail_memory(m->cut->err);
		return NULL;
	}
	b = &m->p[m->n];
	*b = (struct begin){rec->f[0].u, m->n, *rec};
	b->rec.file = OTFP_FILE_EVENT;
	m->n++;
	return b;
}

static int make_begin(void *ctx, const struct otfp_record *rec)
{
	struct begin *b;

	if (!events[rec->type].begin)
		return 0;
	b = add(ctx, rec);
	if (!b)
		return OTFP_EFAIL;
	b->rec.type = events[rec->type].begin;
	events[rec->type].to_begin(&b->rec);
	return 0;
}

static int make_end(void *ctx, const struct otfp_record *rec)
{
	struct made *m = ctx;
	struct begin *b;

	m->unreceived += rec->type == OTFP_SendSnapshot;
	if (!events[rec->type].end)
		return 0;
	b = add(m, rec);
	if (!b)
		return OTFP_EFAIL;
	b->rec.type = events[rec->type].end;
	b->rec.ntags = 0;
	events[rec->type].to_end(&b->rec);
	return 0;
}

static int by_time(const void *a, const void *b)
{
	const struct begin *x = a, *y = b;

	return otfp_order2(x->began, y->began, x->place, y->place);
}

static int queue(void *ctx, const struct otfp_record *rec)
{
	struct cut *c = ctx;

	return otfp_queue_put(&c->opening, rec) ? 0 : otfp_fail_memory(c->err);
}

/* ---- the beginning of the piece ---- */

/* In the order of their begin, so that an operation inside a call comes after the Enter of this call. */
static int queue_begins(struct made *m, const struct otfp_process *p)
{
	struct cut *c = m->cut;
	int rc;

	m->n = 0;
	rc = otfp_state_snapshot(p, c->from, make_begin, m);
	if (m->n)
		qsort(m->p, m->n, sizeof *m->p, by_time);
	for (size_t i = 0; i < m->n && rc == 0; i++)
		rc = queue(c, &m->p[i].rec);
	return rc;
}

int cut_open(struct cut *c)
{
	const int rc = sort_processes(c);

	c->unopened = 0;
	c->nopened = rc == 0 ? c->norder : 0;
	return rc;
}

/* Make the records of processes until `all` have them, or one has. */
static int open_more(struct cut *c, int all)
{
	struct made m = {.cut = c};
	int rc = 0;

	while (rc == 0 && c->unopened < c->nopened && (all || !otfp_queue_first(&c->opening))) {
		const struct otfp_process *p = &c->state.processes[c->order[c->unopened++].index];
		rc = c->closed ? queue_begins(&m, p) : otfp_state_snapshot(p, c->from, queue, c);
	}
	free(m.p);
	return rc;
}

int cut_opening(struct cut *c, struct otfp_queued **q)
{
	const int rc = otfp_queue_first(&c->opening) ? 0 : open_more(c, 0);

	*q = otfp_queue_first(&c->opening);
	return rc;
}

int cut_open_all(struct cut *c)
{
	return c->unopened < c->nopened ? open_more(c, 1) : 0;
}

/* ---- its end ---- */

/* What began last ends first. */
static int put_ends(struct made *m, const struct otfp_process *p)
{
	struct cut *c = m->cut;
	int rc;

	m->n = 0;
	rc = otfp_state_snapshot(p, c->end, make_end, m);
	if (m->n)
		qsort(m->p, m->n, sizeof *m->p, by_time);
	for (size_t i = m->n; i > 0 && rc == 0; i--)
		rc = cut_emit(c, &m->p[i - 1].rec);
	return rc;
}

int cut_close(struct cut *c, uint64_t below)
{
	struct made m = {.cut = c};
	int rc = 0;

	if (below > c->closed_below)
		rc = sort_processes(c);
	for (size_t i = 0; rc == 0 && below > c->closed_below && i < c->norder; i++) {
		const struct cut_place *at = &c->order[i];
		/* processes without a stream come last */
		if (at->stream >= c->closed_below && (at->stream < below || below == UINT64_MAX))
			rc = put_ends(&m, &c->state.processes[at->index]);
	}
	c->closed_below = below > c->closed_below ? below : c->closed_below;
	c->unreceived += m.unreceived;
	free(m.p);
	return rc;
}
