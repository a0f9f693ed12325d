/* join-scale.c - several traces as one: their times in ticks of one length, the least that is exact for all. */
#include "base/decimal.h"
#include "base/num.h"
#include "base/wide.h"
#include "line/parse.h"
#include "record/control.h"
#include "trace/join.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char advice[] = "otf-cat --ticks gives fewer ticks per second, to which times are rounded";

/* ---- one resolution ---- */

static uint64_t ticks_of(const struct otfp_join *j, unsigned part)
{
	return otfp_source_header(j->parts[part].src)->resolution;
}

/* A time of a part in ticks of the whole, rounded to the nearest, halves up. @return 0, or -1 if it does not fit */
static int convert(const struct otfp_join_part *p, uint64_t *t)
{
	otfp_wide scaled;

	if (OTFP_LIKELY(p->divisor == 1))
		return __builtin_mul_overflow(*t, p->factor, t) ? -1 : 0;
	scaled = ((otfp_wide)*t * p->factor + p->divisor / 2) / p->divisor;
	*t = (uint64_t)scaled;
	return scaled > UINT64_MAX ? -1 : 0;
}

/* Whether all parts know their ticks, or none does. */
static int check_known(struct otfp_join *j)
{
	const uint64_t first = ticks_of(j, 0);

	for (unsigned i = 1; i < j->n; i++) {
		const uint64_t own = ticks_of(j, i);
		if (!own != !first)
			return otfp_fail(j->err, OTFP_EFAIL, "%s: ticks per second are unknown, but %s has %" PRIu64,
			                 j->parts[own ? 0 : i].name, j->parts[own ? i : 0].name, own ? own : first);
	}
	return 0;
}

/* @return the least common multiple of all ticks per second; 0 if it does not fit into 64 bits */
static uint64_t common_multiple(const struct otfp_join *j)
{
	uint64_t all = ticks_of(j, 0);

	for (unsigned i = 1; i < j->n && all; i++) {
		const uint64_t own = ticks_of(j, i);
		if (__builtin_mul_overflow(all / otfp_common_divisor(all, own), own, &all))
			return 0;
	}
	return all;
}

/* Convert all parts to `ticks` per second. @return whether the times that are known fit */
static int use_ticks(struct otfp_join *j, uint64_t ticks)
{
	int fits = 1;

	for (unsigned i = 0; i < j->n; i++) {
		const struct otfp_header *h = otfp_source_header(j->parts[i].src);
		const uint64_t common = otfp_common_divisor(ticks, h->resolution);
		uint64_t last = h->last;
		j->parts[i].factor = ticks / common;
		j->parts[i].divisor = h->resolution / common;
		fits &= !h->has_span || convert(&j->parts[i], &last) == 0;
	}
	j->header.resolution = ticks;
	return fits;
}

static uint64_t finest(const struct otfp_join *j)
{
	uint64_t most = 0;

	for (unsigned i = 0; i < j->n; i++)
		most = ticks_of(j, i) > most ? ticks_of(j, i) : most;
	return most;
}

static void report_rounding(struct otfp_join *j)
{
	unsigned n = 0;

	for (unsigned i = 0; i < j->n; i++)
		n += j->parts[i].divisor != 1;
	if (!n || !j->o.report)
		return;
	otfp_fail(j->err, OTFP_EFAIL,
	          "times of %u of %u traces are rounded to %" PRIu64
	          " ticks per second, by at most half a tick, %.3g s",
	          n, j->n, j->header.resolution, 0.5 / (double)j->header.resolution);
	j->o.report(j->o.ctx, j->err);
}

int otfp_join_resolution(struct otfp_join *j, uint64_t *resolution)
{
	uint64_t ticks;

	*resolution = 0;
	if (check_known(j) < 0)
		return OTFP_EFAIL;
	if (!ticks_of(j, 0))
		return 0;
	ticks = j->o.ticks ? j->o.ticks : common_multiple(j);
	if (!ticks || (!use_ticks(j, ticks) && !j->o.ticks))
		use_ticks(j, finest(j));
	report_rounding(j);
	*resolution = j->header.resolution;
	return 0;
}

/* ---- times ---- */

static int too_late(struct otfp_join *j, unsigned part, const struct otfp_record *rec, const char *what, uint64_t t)
{
	const struct otfp_join_part *p = &j->parts[part];
	struct otfp_origin o;
	char path[1024];
	uint32_t line;

	otfp_source_origin(p->src, rec, &o);
	line = o.lineno == UINT32_MAX ? 0 : o.lineno;
	if (o.file == OTFP_NFILES || !line || !otfp_source_path(p->src, &o, path, sizeof path))
		strncat(strcpy(path, ""), p->name, sizeof path - 1);
	return otfp_fail_at(j->err, OTFP_EFAIL, OTFP_FLAW_NONE, path, line,
	                    "the time %" PRIu64 " of %s does not fit into 64 bits at %" PRIu64 " ticks per second; %s",
	                    t, what, j->header.resolution, advice);
}

static int scale_time(struct otfp_join *j, unsigned part, const struct otfp_record *rec, uint64_t *t)
{
	const struct otfp_str *line = &rec->line;
	const char *end = rec->type < OTFP_NTYPES ? NULL : memchr(line->p, '\t', line->n);
	char what[64];
	uint64_t old = *t;

	if (convert(&j->parts[part], t) == 0)
		return 0;
	snprintf(what, sizeof what, "%.*s", end ? (int)(end - line->p) : 60,
	         end ? line->p : otfp_table[rec->type].name);
	return too_late(j, part, rec, what, old);
}

int otfp_join_header(struct otfp_join *j, unsigned part, struct otfp_header *to)
{
	uint64_t *times[] = {&to->first,       &to->last,       &to->events_first, &to->events_last,
	                     &to->range_first, &to->range_last, &to->window_from,  &to->window_to};
	uint8_t has[4];

	*to = *otfp_source_header(j->parts[part].src);
	if (j->n > 1)
		to->has_window = 0; /* the parts have other windows */
	has[0] = to->has_span;
	has[1] = to->has_events;
	has[2] = to->has_range;
	has[3] = to->has_window;
	for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
		const uint64_t old = *times[i];
		if (!has[i / 2] || convert(&j->parts[part], times[i]) == 0)
			continue;
		if (i < 4)
			return too_late(j, part, NULL, i % 2 ? "its last record" : "its first record", old);
		to->has_range = to->has_window = 0; /* DefTimeRange need not be exact */
	}
	return 0;
}

int otfp_join_time(struct otfp_join *j, unsigned part, const struct otfp_record *rec, uint64_t *time)
{
	*time = rec->time;
	return OTFP_LIKELY(!otfp_join_converts(&j->parts[part])) ? 0 : scale_time(j, part, rec, time);
}

/* A window in ticks of the whole, for a part: the same records are in it; where times are rounded, some more. */
static uint64_t part_time(const struct otfp_join_part *p, uint64_t time, unsigned less, unsigned more)
{
	const otfp_wide whole = (otfp_wide)(time > less ? time - less : 0) + more;
	const otfp_wide own = (whole * p->divisor + p->factor - 1) / p->factor;

	return own > UINT64_MAX ? UINT64_MAX : (uint64_t)own;
}

static int part_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct otfp_join_part *p = ctx;
	int code = p->window(p->window_ctx, from, to, has_to);

	*from = part_time(p, *from, p->divisor > 1, 0);
	*to = part_time(p, *to, 0, p->divisor > 1);
	return code;
}

void otfp_join_ask_window(struct otfp_join_part *p, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to),
                          void *ctx)
{
	p->window = window;
	p->window_ctx = ctx;
	if (!otfp_join_converts(p))
		otfp_source_ask_window(p->src, window, ctx);
	else
		otfp_source_ask_window(p->src, part_window, p);
}

/* ---- records ---- */

/* The times of a record with a row in the table. */
static int scale_known(struct otfp_join *j, struct otfp_record *rec, const struct otfp_record *read)
{
	const struct otfp_schema *row = &otfp_table[rec->type];
	int code = scale_time(j, j->at, read, &rec->time);

	rec->line = (struct otfp_str){NULL, 0};
	for (unsigned i = 0; i < row->nfields && code == 0; i++)
		if (row->fields[i].what == OTFP_W_TIME || row->fields[i].what == OTFP_W_DURATION)
			code = scale_time(j, j->at, read, &rec->f[i].u);
	return code;
}

/* The time in the line of a record of unknown name; what its fields mean is not known. */
static int scale_other(struct otfp_join *j, struct otfp_record *rec, const struct otfp_record *read)
{
	const struct otfp_str line = rec->line;
	const char *tab = memchr(line.p, '\t', line.n), *rest;
	char time[OTFP_DEC_MAX];
	int code;

	if (!tab || !otfp_parse_place(rec) || !otfp_is_timed(rec->file))
		return 0;
	code = scale_time(j, j->at, read, &rec->time);
	if (code < 0)
		return code;
	rest = memchr(tab + 1, '\t', (size_t)(line.p + line.n - tab - 1));
	j->text.n = 0;
	if (otfp_buf_add(&j->text, line.p, (size_t)(tab + 1 - line.p)) < 0 ||
	    otfp_buf_add(&j->text, time, (size_t)(otfp_put_dec(time, rec->time) - time)) < 0 ||
	    otfp_buf_add(&j->text, rest, (size_t)(line.p + line.n - rest)) < 0 || otfp_buf_add(&j->text, "\n", 1) < 0)
		return otfp_fail_memory(j->err);
	rec->line = (struct otfp_str){j->text.p, j->text.n - 1};
	return 0;
}

/* An @LOST line has times; one that cannot be read is not changed. */
static int scale_control(struct otfp_join *j, struct otfp_record *rec, const struct otfp_record *read)
{
	struct otfp_lost lost;
	int code;

	if (otfp_control_kind(rec) != OTFP_C_LOST)
		return 0;
	otfp_lost_get(&lost, &rec->line);
	if (lost.n < 3)
		return 0;
	code = scale_time(j, j->at, read, &lost.from);
	if (code == 0)
		code = scale_time(j, j->at, read, &lost.to);
	j->text.n = 0;
	if (code == 0 && otfp_buf_reserve(&j->text, OTFP_LOST_ROOM(&lost)) < 0)
		code = otfp_fail_memory(j->err);
	if (code == 0)
		rec->line = (struct otfp_str){j->text.p, (size_t)(otfp_lost_put(j->text.p, &lost) - j->text.p)};
	return code;
}

int otfp_join_scale_record(struct otfp_join *j, const struct otfp_record **rec)
{
	const struct otfp_record *read = *rec;
	struct otfp_record *copy = &j->changed;

	if (read != copy)
		*copy = *read;
	*rec = copy;
	if (read->type == OTFP_CONTROL)
		return scale_control(j, copy, read);
	if (read->type >= OTFP_NTYPES)
		return scale_other(j, copy, read);
	if (read->type != OTFP_DefTimerResolution)
		return scale_known(j, copy, read);
	copy->line = (struct otfp_str){NULL, 0};
	copy->f[0].u = j->header.resolution;
	return 0;
}
