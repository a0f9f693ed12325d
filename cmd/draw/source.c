/* source.c - what must be known of an input before it is drawn: a first pass, which mostly reads little. */
#include "base/ticks.h"
#include "cmd/draw/draw.h"
#include "cmd/text/message.h"
#include "record/table.h"
#include <string.h>

enum { POINT_SUMMARY = 1 }; /* type of DefAuxSamplePoint */

/* ---- the first pass ---- */

static int first_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct draw_source *s = ctx;
	const struct otfp_interval *time = s->d->o->select.time;
	uint64_t to;
	int has_to, code = 0;

	span_start(&s->span, h);
	s->resolution = h->resolution;
	if (time && time->has_from) {
		code = otfp_interval_bind(time, h, &s->from, &to, &has_to, err);
		s->has_from = code == 0;
	}
	return code;
}

/* Several traces have no snapshot points in common; without the times every record must be read. */
static int first_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct draw_source *s = ctx;

	*from = s->point;
	*to = s->point + 1;
	*has_to = 1;
	return s->span.is_in_header && s->has_point;
}

static int first_definition(struct draw_source *s, const struct otfp_record *rec, struct otfp_error *err)
{
	if (rec->type == OTFP_DefTimerResolution && !s->resolution)
		s->resolution = rec->f[0].u;
	if (rec->type == OTFP_DefAuxSamplePoint && rec->f[1].u != POINT_SUMMARY && s->has_from &&
	    rec->f[0].u <= s->from && (!s->has_point || rec->f[0].u > s->point)) {
		s->has_point = 1;
		s->point = rec->f[0].u;
	}
	return otfp_names_add(&s->names, rec) < 0 ? otfp_fail_memory(err) : OTFP_DROP;
}

static int first_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct draw_source *s = ctx;
	const unsigned file = (*rec)->type < OTFP_NTYPES ? otfp_table[(*rec)->type].file : OTFP_FILE_DEF;
	const uint64_t time = (*rec)->time, *stream;

	if (!otfp_is_timed(file))
		return file == OTFP_FILE_DEF ? first_definition(s, *rec, err) : OTFP_DROP;
	span_add(&s->span, *rec);
	if (!s->span.is_in_header)
		return OTFP_DROP;
	if (!s->has_point || time > s->point)
		return OTFP_LAST;
	stream = otfp_map_get(&s->names.streams, (*rec)->loc);
	if (time == s->point && file == OTFP_FILE_SNAP && stream && otfp_map_set(&s->snapped, *stream, 1) < 0)
		return otfp_fail_memory(err);
	return OTFP_DROP;
}

static const struct otfp_stage_ops first_stage = {
	.begin = first_begin,
	.window = first_window,
	.record = first_record,
};

/* Whether every stream has records of the snapshot. */
static int is_complete(const struct draw_source *s)
{
	if (!s->has_point || !s->snapped.n || s->job.read.nsources != 1)
		return 0;
	for (struct otfp_map_at at = {0}; otfp_map_next(&s->names.streams, &at);)
		if (!otfp_map_get(&s->snapped, *at.value))
			return 0;
	return 1;
}

/* ---- all ---- */

static int find_inside(struct draw_source *s, struct otfp_error *err)
{
	const struct draw_options *o = s->d->o;
	const struct inside call = {o->inside, o->select.process, o->nth_given ? (uint64_t)o->nth : 1};
	const int code = inside_find(&s->job, &call, &s->twice, &s->inside_from, &s->inside_to, &s->inside_has_to, err);

	s->has_inside = s->has_from = code == 0;
	s->from = s->inside_from;
	return code;
}

static int first_pass(struct draw_source *s, struct otfp_error *err)
{
	int code = twice_begin(&s->twice, &s->job, err);

	s->is_prepared = 1;
	if (code == 0 && s->d->o->inside)
		code = find_inside(s, err);
	if (code < 0)
		return code;
	s->job.stage = &first_stage;
	s->job.ctx = s;
	code = twice_pass(&s->twice, err);
	if (s->span.is_in_header)
		twice_forget(&s->twice);
	s->starts_there = code == 0 && is_complete(s);
	/* the last pass meets damage and the end of the input again, and reports it */
	return code == OTFP_EDAMAGE || code == OTFP_ETRUNC || code == OTFP_EABORT ? 0 : code;
}

static int reads_stdin(const struct job *job)
{
	return job->read.nsources == 0 || strcmp(job->read.sources[0], "-") == 0;
}

int draw_prepare(struct draw_source *s, int wants_span)
{
	const struct draw_options *o = s->d->o;
	struct otfp_error err = {0};
	int code;

	if (!wants_span && !o->inside && (!o->select.time || reads_stdin(&s->job)))
		return 0;
	code = first_pass(s, &err);
	if (code < 0 && code != OTFP_EINTR)
		message_print("%s", err.text);
	return code < 0 ? exit_status(code) : 0;
}

int draw_read(struct draw_source *s, const struct otfp_stage_ops *stage, void *ctx)
{
	s->job.stage = stage;
	s->job.ctx = ctx;
	return s->is_prepared ? twice_run(&s->twice, &s->job) : run_job(&s->job);
}

void draw_source_release(struct draw_source *s)
{
	if (s->is_prepared)
		twice_release(&s->twice);
	otfp_map_release(&s->snapped);
	otfp_names_release(&s->names);
	otfp_timeline_release(&s->timeline);
	choose_release(s);
}

unsigned draw_interval(const struct draw_source *s, uint64_t *from, uint64_t *to)
{
	const struct otfp_bounds *bounds = &s->d->show.bounds;

	*from = s->has_inside ? s->inside_from : bounds->from;
	*to = s->has_inside ? s->inside_to : bounds->to;
	if (s->has_inside)
		return 1u | (s->inside_has_to ? 2u : 0);
	return (bounds->has_from ? 1u : 0) | (bounds->has_to ? 2u : 0);
}

int draw_window(const struct draw_source *s, uint64_t *from, uint64_t *to, int *has_to)
{
	const unsigned ends = draw_interval(s, from, to);

	*from = s->starts_there ? s->point : 0;
	*has_to = ends >> 1 & 1;
	return *has_to || s->starts_there;
}
