#include "cmd/remap/clocked.h"
#include "trace/around.h"
#include "base/arena.h"
#include "base/num.h"
#include "base/span.h"
#include "line/parse.h"
#include "cmd/remap/run.h"
#include "record/control.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct span {
	uint64_t first, last;
	int given;
};

/* A source of the records of `src` at their new times, in unchanged order. */
struct clocked {
	struct otfp_source *src;
	struct clocks *clocks;
	struct otfp_read_options o;
	struct otfp_error *err;
	struct otfp_header header;
	struct otfp_record *recs; /* the current batch */
	const struct otfp_record **list;
	size_t cap;
	struct otfp_arena lines;      /* lines of the current batch */
	struct span old, all, events; /* old times of timed records; their new times; new times of events */
	int warned;                   /* that durations in summaries are unchanged */
	int order;                    /* the new times may be out of order: records must be sorted */
};

static int out_of_range(struct clocked *c, const char *name, size_t n, uint32_t process, uint64_t time)
{
	return otfp_fail(c->err, OTFP_EFAIL,
	                 "process %" PRIu32 ": %.*s at %" PRIu64 ": its new time would be below 0 or beyond 64 bits",
	                 process, (int)n, name, time);
}

static void widen(struct span *s, uint64_t t)
{
	if (!s->given || t < s->first)
		s->first = t;
	if (!s->given || t > s->last)
		s->last = t;
	s->given = 1;
}

/* ---- lines that are not parsed records ---- */

/* Replace the time in a line, the field after the tab at p. The new line is in the arena; LF follows it, as before. */
static int change_time(struct clocked *c, struct otfp_str *line, const char *p, uint64_t time)
{
	const char *rest = p + 1 + strcspn(p + 1, "\t\n");
	size_t before = (size_t)(p - line->p) + 1, after = line->n - (size_t)(rest - line->p);
	char *start = otfp_arena_get(&c->lines, before + after + OTFP_DEC_MAX + 3), *to;

	if (!start)
		return otfp_fail_memory(c->err);
	to = mempcpy(start, line->p, before);
	to = otfp_put_dec(to, time);
	to = mempcpy(to, rest, after);
	*to = '\n';
	*line = (struct otfp_str){start, (size_t)(to - start)};
	return 0;
}

/* An @LOST line whose times cannot be read is not changed. */
static int change_control(struct clocked *c, struct otfp_record *rec)
{
	const char *name = otfp_control_name(OTFP_C_LOST);
	struct otfp_lost lost, now;
	char *line;

	if (otfp_control_kind(rec) != OTFP_C_LOST)
		return 0;
	otfp_lost_get(&lost, &rec->line);
	if (lost.n < 3)
		return 0;
	now = lost;
	if (clocks_time(c->clocks, lost.process, lost.from, &now.from) < 0)
		return out_of_range(c, name, strlen(name), lost.process, lost.from);
	if (clocks_time(c->clocks, lost.process, lost.to, &now.to) < 0)
		return out_of_range(c, name, strlen(name), lost.process, lost.to);
	line = otfp_arena_get(&c->lines, OTFP_LOST_ROOM(&now));
	if (!line)
		return otfp_fail_memory(c->err);
	rec->line = (struct otfp_str){line, (size_t)(otfp_lost_put(line, &now) - line)};
	return 0;
}

static int change_other(struct clocked *c, struct otfp_record *rec)
{
	const char *end = memchr(rec->line.p, '\t', rec->line.n);
	size_t n = end ? (size_t)(end - rec->line.p) : 0;
	uint64_t now;

	if (!end || !otfp_parse_place(rec))
		return otfp_fail(c->err, OTFP_EFAIL, "%.*s: expected a time or '-', then a loc", otfp_shown_bytes(n),
		                 rec->line.p);
	if (!otfp_is_timed(rec->file))
		return 0;
	if (clocks_time(c->clocks, rec->loc, rec->time, &now) < 0)
		return out_of_range(c, rec->line.p, (size_t)otfp_shown_bytes(n), rec->loc, rec->time);
	rec->time = now;
	return change_time(c, &rec->line, end, rec->time);
}

/* ---- records ---- */

static void warn_unchanged(struct clocked *c, const struct otfp_record *rec)
{
	struct otfp_error e;

	otfp_fail(&e, OTFP_EFAIL,
	          "process %" PRIu32 ": durations in summaries are unchanged; otf-snap --summaries recomputes them",
	          rec->loc);
	if (c->o.report && !c->warned)
		c->o.report(c->o.ctx, &e);
	c->warned = 1;
}

static int change_known(struct clocked *c, struct otfp_record *rec)
{
	uint64_t old = rec->time;
	int stays = clocks_record(c->clocks, rec);

	if (stays < 0)
		return out_of_range(c, otfp_schema(rec->type)->name, strlen(otfp_schema(rec->type)->name), rec->loc,
		                    old);
	if (stays)
		warn_unchanged(c, rec);
	if (!otfp_is_timed(rec->file))
		return 0;
	widen(&c->old, old);
	widen(&c->all, rec->time);
	if (rec->file == OTFP_FILE_EVENT)
		widen(&c->events, rec->time);
	return 0;
}

static int change(struct clocked *c, struct otfp_record *rec)
{
	if (rec->type == OTFP_CONTROL)
		return change_control(c, rec);
	if (rec->type == OTFP_DefTimeRange && c->order)
		return 0; /* change_range does it when the new span is known */
	return rec->type == OTFP_OTHER ? change_other(c, rec) : change_known(c, rec);
}

static int make_room(struct clocked *c, size_t n)
{
	if (n <= c->cap)
		return 0;
	free(c->recs);
	free(c->list);
	c->cap = 0;
	c->recs = malloc(n * sizeof *c->recs);
	c->list = malloc(n * sizeof *c->list);
	if (!c->recs || !c->list)
		return otfp_fail_memory(c->err);
	for (size_t i = 0; i < n; i++)
		c->list[i] = &c->recs[i];
	c->cap = n;
	return 0;
}

/* At the end of the trace. @return OTFP_END; OTFP_EFAIL with --strict if it lacks a process of the clocks */
static int check_met(struct clocked *c)
{
	uint32_t first = 0;
	size_t n = clocks_unmet(c->clocks, &first);
	struct otfp_error e;
	char more[40] = "";

	if (!n)
		return OTFP_END;
	if (n > 1)
		snprintf(more, sizeof more, " and %zu more", n - 1);
	otfp_fail(&e, OTFP_EFAIL, "--clocks: nothing matches process %" PRIu32 "%s", first, more);
	if (c->o.strict)
		return otfp_fail(c->err, OTFP_EFAIL, "%s", e.text);
	if (c->o.report)
		c->o.report(c->o.ctx, &e);
	return OTFP_END;
}

static int clocked_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct clocked *c = handle;
	const struct otfp_record *const *in;
	int code = otfp_source_batch(c->src, &in, n);

	if (code == 0)
		code = make_room(c, *n);
	otfp_arena_clear(&c->lines);
	for (size_t i = 0; i < *n && code == 0; i++) {
		c->recs[i] = *in[i];
		code = change(c, &c->recs[i]);
	}
	*recs = c->list;
	return code == OTFP_END ? check_met(c) : code;
}

static const struct otfp_header *clocked_header(const void *handle)
{
	return &((const struct clocked *)handle)->header;
}

static uint64_t clocked_troubles(const void *handle)
{
	return otfp_source_troubles(((const struct clocked *)handle)->src);
}

static void clocked_kinds(void *handle, unsigned kinds)
{
	otfp_source_kinds(((struct clocked *)handle)->src, kinds);
}

static void clocked_wanted(void *handle, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	otfp_source_wanted(((struct clocked *)handle)->src, wanted, ctx);
}

static void clocked_close(void *handle)
{
	struct clocked *c = handle;

	otfp_source_close(c->src);
	otfp_arena_release(&c->lines);
	free(c->recs);
	free(c->list);
	free(c);
}

/* No window: it is in new times, and the source has old ones. */
static const struct otfp_source_ops clocked_ops = {
	.header = clocked_header,
	.wanted = clocked_wanted,
	.kinds = clocked_kinds,
	.batch = clocked_batch,
	.troubles = clocked_troubles,
	.close = clocked_close,
};

/* DefTimeRange keeps its distances to the first and last time of the trace; other ticks change it as all times. */
static int change_range(struct clocked *c, struct otfp_record *rec)
{
	uint64_t *min = &rec->f[0].u, *max = &rec->f[1].u, before = c->old.first - *min, after = *max - c->old.last;

	rec->line.p = NULL;
	if (c->clocks->resolution || !c->all.given || *min > c->old.first || *max < c->old.last)
		return clocks_record(c->clocks, rec);
	*min = otfp_ticks_between(before, c->all.first);
	*max = otfp_ticks_after(c->all.last, after);
	return 0;
}

/* The window of a slice changes as its DefTimeRange does. */
static void change_window(struct clocked *c, struct otfp_header *h)
{
	struct otfp_record range = {.type = OTFP_DefTimeRange, .file = OTFP_FILE_DEF};

	range.f[0].u = h->window_from;
	range.f[1].u = h->window_ends ? h->window_to : UINT64_MAX;
	if (h->has_window && change_range(c, &range) < 0)
		h->has_window = h->window_ends = 0;
	h->window_from = range.f[0].u;
	h->window_to = h->window_ends ? range.f[1].u : 0;
}

/* All processes have the same clock, so the span changes in the same way. */
static int change_header(struct clocked *c)
{
	struct otfp_header *h = &c->header;
	uint64_t *times[] = {&h->first, &h->last, &h->events_first, &h->events_last};

	for (unsigned i = h->has_span ? 0 : 2; i < (h->has_events ? 4 : 2); i++) {
		const uint64_t old = *times[i];
		if (clocks_time(c->clocks, 0, old, times[i]) < 0)
			return otfp_fail(c->err, OTFP_EFAIL,
			                 "the trace %s at %" PRIu64 ": its new time would be below 0 or beyond 64 bits",
			                 i % 2 ? "ends" : "starts", old);
	}
	change_window(c, h);
	return 0;
}

/* ---- back in order ---- */

struct ordered {
	struct otfp_source *src; /* sorts the records of `clocked` */
	struct clocked *clocked;
	struct otfp_header header;       /* with the span of the new times */
	const struct otfp_record *first; /* read ahead; NULL once it is given */
	struct otfp_record rec;
	int code; /* result of reading `first` */
};

static int ordered_next(void *handle, const struct otfp_record **rec)
{
	struct ordered *o = handle;
	int code = o->code;

	*rec = o->first;
	if (!o->first && code == 0)
		code = otfp_source_next(o->src, rec);
	o->first = NULL;
	if (code == 0 && (*rec)->type == OTFP_DefTimeRange) {
		o->rec = **rec;
		*rec = &o->rec;
		code = change_range(o->clocked, &o->rec);
	}
	return code;
}

static const struct otfp_header *ordered_header(const void *handle)
{
	return &((const struct ordered *)handle)->header;
}

static uint64_t ordered_troubles(const void *handle)
{
	return otfp_source_troubles(((const struct ordered *)handle)->src);
}

static void ordered_close(void *handle)
{
	struct ordered *o = handle;

	otfp_source_close(o->src);
	free(o);
}

static const struct otfp_source_ops ordered_ops = {
	.header = ordered_header,
	.next = ordered_next,
	.troubles = ordered_troubles,
	.close = ordered_close,
};

static void take_span(const struct span *s, uint8_t *has, uint64_t *first, uint64_t *last)
{
	*has = *has && s->given;
	*first = *has ? s->first : 0;
	*last = *has ? s->last : 0;
}

/* Sort all records and find their new span. *src is the source of c. @return 0; <0, and *src is closed */
static int order(struct otfp_source **src, struct clocked *c)
{
	struct ordered *o = calloc(1, sizeof *o);
	int code;

	if (!o) {
		otfp_source_close(*src);
		return otfp_fail_memory(c->err);
	}
	c->o.sort_memory = c->o.sort_memory ? c->o.sort_memory : OTFP_SORT_BUFFER;
	o->clocked = c;
	code = otfp_sorted_open(src, "input", &c->o, c->err);
	if (code < 0) {
		free(o);
		return code;
	}
	o->src = *src;
	o->code = otfp_source_next(*src, &o->first);
	if (o->code < 0) {
		code = o->code;
		ordered_close(o);
		return code;
	}
	o->header = c->header;
	take_span(&c->all, &o->header.has_span, &o->header.first, &o->header.last);
	take_span(&c->events, &o->header.has_events, &o->header.events_first, &o->header.events_last);
	change_window(c, &o->header);
	return otfp_source_make(src, &ordered_ops, o, c->err);
}

int clocked_open(struct otfp_source **src, struct clocks *clocks, const struct otfp_read_options *o,
                 struct otfp_error *err)
{
	struct clocked *c = calloc(1, sizeof *c);
	int code;

	if (!c) {
		otfp_source_close(*src);
		*src = NULL;
		return otfp_fail_memory(err);
	}
	*c = (struct clocked){.src = *src, .clocks = clocks, .o = *o, .err = err, .header = *otfp_source_header(*src)};
	c->order = !clocks_keep_order(clocks);
	c->header.resolution = clocks->resolution ? clocks->resolution : c->header.resolution;
	code = otfp_source_make(src, &clocked_ops, c, err);
	if (code == 0 && c->order) {
		code = order(src, c);
	} else if (code == 0) {
		code = change_header(c);
		if (code < 0)
			otfp_source_close(*src);
	}
	if (code < 0)
		*src = NULL;
	return code;
}
