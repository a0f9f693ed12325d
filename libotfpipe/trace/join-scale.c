/* join-scale.c - several traces as one: their times in ticks of one length, the least that is exact for all. */
#include "base/decimal.h"
#include "base/num.h"
#include "line/parse.h"
#include "record/control.h"
#include "trace/join.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char advice[] = "otf-remap --rescale converts a trace to other ticks";

/* ---- one resolution ---- */

/* Make *all the least common multiple of itself and the resolution of part i. */
static int add_resolution(struct otfp_join *j, unsigned i, uint64_t *all)
{
	uint64_t own = otfp_source_header(j->parts[i].src)->resolution, before = *all;

	if (own == before)
		return 0;
	if (!own || !before)
		return otfp_fail(j->err, OTFP_EFAIL, "%s: ticks per second are unknown, but %s has %" PRIu64,
		                 j->parts[own ? 0 : i].name, j->parts[own ? i : 0].name, own ? own : before);
	if (__builtin_mul_overflow(before / otfp_common_divisor(before, own), own, all))
		return otfp_fail(j->err, OTFP_EFAIL,
		                 "%s: %" PRIu64 " ticks per second and the %" PRIu64
		                 " of the traces before it have no common multiple within 64 bits; %s",
		                 j->parts[i].name, own, before, advice);
	return 0;
}

int otfp_join_resolution(struct otfp_join *j, uint64_t *resolution)
{
	int code = 0;

	*resolution = otfp_source_header(j->parts[0].src)->resolution;
	for (unsigned i = 1; i < j->n && code == 0; i++)
		code = add_resolution(j, i, resolution);
	for (unsigned i = 0; i < j->n && code == 0 && *resolution; i++)
		j->parts[i].factor = *resolution / otfp_source_header(j->parts[i].src)->resolution;
	j->header.resolution = *resolution;
	return code;
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

	if (!__builtin_mul_overflow(old, j->parts[part].factor, t))
		return 0;
	snprintf(what, sizeof what, "%.*s", end ? (int)(end - line->p) : 60,
	         end ? line->p : otfp_table[rec->type].name);
	return too_late(j, part, rec, what, old);
}

int otfp_join_header(struct otfp_join *j, unsigned part, struct otfp_header *to)
{
	uint64_t *times[] = {&to->first,       &to->last,        &to->events_first,
	                     &to->events_last, &to->range_first, &to->range_last};
	const uint64_t factor = j->parts[part].factor;
	uint8_t has[3];

	*to = *otfp_source_header(j->parts[part].src);
	has[0] = to->has_span;
	has[1] = to->has_events;
	has[2] = to->has_range;
	for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
		const uint64_t old = *times[i];
		if (!has[i / 2] || !__builtin_mul_overflow(old, factor, times[i]))
			continue;
		if (i < 4)
			return too_late(j, part, NULL, i % 2 ? "its last record" : "its first record", old);
		to->has_range = 0; /* DefTimeRange need not be exact */
	}
	return 0;
}

int otfp_join_time(struct otfp_join *j, unsigned part, const struct otfp_record *rec, uint64_t *time)
{
	*time = rec->time;
	return OTFP_LIKELY(j->parts[part].factor == 1) ? 0 : scale_time(j, part, rec, time);
}

/* A window in ticks of the whole, for a part: the same records are in it. */
static int part_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct otfp_join_part *p = ctx;
	int code = p->window(p->window_ctx, from, to, has_to);

	*from = *from / p->factor + (*from % p->factor != 0);
	*to = *to / p->factor + (*to % p->factor != 0);
	return code;
}

void otfp_join_ask_window(struct otfp_join_part *p, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to),
                          void *ctx)
{
	p->window = window;
	p->window_ctx = ctx;
	if (p->factor == 1)
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
