/* define.c - definitions and markers that depend on the interval of a piece. */
#include "record/control.h"
#include "base/grow.h"
#include "cmd/slice/slice.h"
#include "record/table.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

enum { POINT_SNAPSHOT, POINT_SUMMARY, POINT_INLINE }; /* types of DefAuxSamplePoint */

/* ---- announced snapshots ---- */

/* The number of points at or before `time`. */
static size_t points_up_to(struct cut_points *s, uint64_t time)
{
	size_t from = 0, to = s->n;

	if (!s->sorted && s->n)
		qsort(s->p, s->n, sizeof *s->p, otfp_by_u64);
	s->sorted = 1;
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (s->p[middle] <= time)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

int cut_is_point(struct cut *c, uint64_t time)
{
	size_t n = points_up_to(&c->points, time);

	return n && c->points.p[n - 1] == time;
}

int cut_point_before(struct cut *c, uint64_t from, size_t place, uint64_t *time)
{
	size_t n = points_up_to(&c->points, from);

	if (place >= n)
		return 0;
	*time = c->points.p[n - 1 - place];
	return 1;
}

static int is_snapshot_point(const struct otfp_record *rec)
{
	return rec->type == OTFP_DefAuxSamplePoint && rec->f[1].u != POINT_SUMMARY;
}

static int add_point(struct cut *c, uint64_t time)
{
	struct cut_points *s = &c->points;

	if (otfp_grow(&s->p, s->n, &s->cap, sizeof *s->p) < 0)
		return otfp_fail_memory(c->err);
	s->p[s->n++] = time;
	s->sorted = 0;
	return 0;
}

/* ---- learning ---- */

static int learn_control(struct cut *c, const struct otfp_record *rec)
{
	enum otfp_control kind = otfp_control_kind(rec);
	const char *why;

	if (kind == OTFP_C_IS)
		c->inline_snaps = 1;
	if (kind != OTFP_C_SM || otfp_master_parse_sm(&c->streams, &rec->line, &why) == 0)
		return 0;
	return otfp_fail(c->err, OTFP_EFAIL, "'%.*s': %s", otfp_shown_bytes(rec->line.n), rec->line.p, why);
}

int cut_learn(struct cut *c, const struct otfp_record *rec)
{
	if (otfp_ranks_add(&c->state.ranks, rec) < 0)
		return otfp_fail_memory(c->err);
	if (rec->type == OTFP_CONTROL)
		return learn_control(c, rec);
	return is_snapshot_point(rec) ? add_point(c, rec->f[0].u) : 0;
}

/* ---- what to keep ---- */

/* We announce the snapshot at `from` ourselves; summaries there are those of the stream. */
static int keeps_point(const struct cut *c, const struct otfp_record *rec)
{
	const uint64_t time = rec->f[0].u;

	if (c->has_to && time >= c->to)
		return 0;
	if (is_snapshot_point(rec) && c->closed)
		return 0;
	return c->from == 0 || time > c->from || (time == c->from && !is_snapshot_point(rec));
}

int cut_keeps(const struct cut *c, const struct otfp_record *r)
{
	if (r->type == OTFP_DefAuxSamplePoint)
		return keeps_point(c, r);
	if (c->continues && otfp_is_continues(r))
		return 0; /* it has its own */
	if (c->window.is_one && (r->type == OTFP_DefTimeRange || otfp_is_window(r)))
		return 0; /* likewise */
	return r->type != OTFP_Marker || (r->time >= c->from && (!c->has_to || r->time < c->to));
}

void cut_find_window(struct cut *c, const struct cut *seen, const struct otfp_header *h)
{
	struct cut_window *w = &c->window;
	const uint64_t first = seen->all.any ? seen->all.first : seen->from,
		       last = seen->all.any ? seen->all.last : first;

	w->is_one = seen->begun || seen->continues || h->has_window;
	w->ends = seen->continues || h->window_ends;
	w->from = h->has_window ? h->window_from : first;
	w->to = h->window_ends ? h->window_to : last;
	if (seen->begun)
		w->from = seen->from;
	if (seen->continues)
		w->to = seen->to;
	if (seen->from > w->from)
		w->from = seen->from;
	if (seen->has_to && seen->to < w->to)
		w->to = seen->to;
	if (w->to < w->from)
		w->to = w->from;
}

static int put_comment(struct cut *c, const char *text)
{
	struct otfp_record comment = {.type = OTFP_DefinitionComment, .file = OTFP_FILE_DEF};

	comment.f[0].s = (struct otfp_str){text, strlen(text)};
	return c->put(c->ctx, &comment);
}

static int put_window(struct cut *c)
{
	struct otfp_record range = {.type = OTFP_DefTimeRange, .file = OTFP_FILE_DEF};
	int rc = put_comment(c, OTFP_WINDOW);

	range.f[0].u = c->window.from;
	range.f[1].u = c->window.to;
	return rc < 0 ? rc : c->put(c->ctx, &range);
}

static int announce(struct cut *c)
{
	struct otfp_record rec = {.type = OTFP_DefAuxSamplePoint, .file = OTFP_FILE_DEF};
	int rc = c->continues ? put_comment(c, OTFP_CONTINUES) : 0;

	if (rc == 0 && c->window.is_one)
		rc = put_window(c);
	if (rc < 0 || !c->announce)
		return rc;
	rec.f[0].u = c->from;
	rec.f[1].u = c->inline_snaps ? POINT_INLINE : POINT_SNAPSHOT;
	return c->put(c->ctx, &rec);
}

int cut_announce(struct cut *c)
{
	if (c->announced)
		return 0;
	c->announced = 1;
	return announce(c);
}
