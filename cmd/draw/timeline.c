/* timeline.c - otf-draw --timeline: find the times of the input, then make the timeline of it, and draw it. */
#include "base/human.h"
#include "base/ticks.h"
#include "cmd/draw/draw.h"
#include "cmd/run/message.h"
#include "record/table.h"
#include <inttypes.h>
#include <string.h>

/* ---- first pass: the times, unless the header has them ---- */

static int span_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_draw *d = ctx;

	(void)err;
	d->has_span = otfp_header_span(h, &d->first, &d->last);
	d->has_first = d->has_span;
	return 0;
}

static int span_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct otfp_draw *d = ctx;
	const uint64_t time = (*rec)->time;

	(void)err;
	if (d->has_span)
		return OTFP_LAST;
	if ((*rec)->type >= OTFP_NTYPES || otfp_table[(*rec)->type].file != OTFP_EVENT)
		return OTFP_DROP;
	d->first = d->has_first && d->first < time ? d->first : time;
	d->last = d->has_first && d->last > time ? d->last : time;
	d->has_first = 1;
	return OTFP_DROP;
}

static const struct otfp_stage_ops span_stage = {.begin = span_begin, .record = span_record};

/* ---- second pass ---- */

static int is_wanted(void *ctx, uint32_t process)
{
	return otfp_show_wanted(&((struct otfp_draw *)ctx)->show, process);
}

/* As many messages as can be told apart. */
static size_t most_messages(const struct otfp_draw *d)
{
	const double height = d->canvas.height > 0 ? d->canvas.height : 600;

	if (d->o->messages == OTFP_DRAW_NONE)
		return 0;
	return d->o->most_given ? (size_t)d->o->most : (size_t)(d->canvas.width * height / 1000);
}

static void take_interval(struct otfp_draw *d, struct otfp_timeline_options *o)
{
	const struct otfp_interval *asked = d->o->select.time;
	uint64_t from, to;
	int has_to;

	o->from = d->first;
	o->to = d->last;
	if (!otfp_show_interval(&d->show, &from, &to, &has_to))
		return;
	o->from = asked->has_from ? from : d->first;
	o->to = has_to ? to : d->last;
	o->has_to = has_to;
}

/* Whether counters are drawn without rows. */
static int is_alone(const struct otfp_draw *d)
{
	return d->o->counter && !d->o->timeline;
}

static int draw_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_draw *d = ctx;
	const struct otfp_show *show = &d->show;
	struct otfp_timeline_options o = {.flags = 1000, .wanted = is_wanted, .ctx = d};
	int code = otfp_show_begin(&d->show, h, err);

	if (code == 0)
		code = otfp_draw_open(d, err);
	if (code < 0)
		return code;
	take_interval(d, &o);
	o.columns = (uint32_t)otfp_frame_plot(d->canvas.width);
	otfp_timelines_limits(d->canvas.height, 1, &o.rows, &o.lanes);
	o.arrows = most_messages(d);
	o.depth = (uint32_t)d->o->depth;
	o.by_bytes = d->o->messages == OTFP_DRAW_LARGEST;
	o.no_calls = is_alone(d) || !otfp_show_has(show, OTFP_Enter);
	o.no_messages = is_alone(d) || d->o->messages == OTFP_DRAW_NONE || !otfp_show_has(show, OTFP_RecvMsg);
	o.no_operations =
		!otfp_show_has(show, OTFP_BeginCollectiveOperation) && !otfp_show_has(show, OTFP_CollectiveOperation);
	o.no_markers = !otfp_show_has(show, OTFP_Marker);
	d->curves.asked.set = d->o->counter;
	d->timeline.classes.by_function = d->o->by == OTFP_DRAW_BY_FUNCTION;
	return otfp_timeline_begin(&d->timeline, &o, h) < 0 ? otfp_fail_memory(err) : 0;
}

static int draw_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	return otfp_show_window(&((struct otfp_draw *)ctx)->show, from, to, has_to);
}

static int cannot_see(const struct otfp_draw *d, struct otfp_error *err)
{
	if (!d->timeline.is_unsorted)
		return otfp_fail_memory(err);
	return otfp_fail(err, OTFP_EFAIL,
	                 "input: a record comes after one of time %" PRIu64 ", which is later; sort it with otf-sort",
	                 d->timeline.last);
}

static int draw_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct otfp_draw *d = ctx;
	const int shown = otfp_show_keep(&d->show, *rec, err);

	if (shown < 0)
		return shown;
	if (otfp_timeline_see(&d->timeline, *rec) < 0)
		return cannot_see(d, err);
	if (d->o->counter && otfp_curves_see(&d->curves, &d->timeline, *rec) < 0)
		return otfp_fail_memory(err);
	return OTFP_DROP;
}

static int draw_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct otfp_draw *d = ctx;
	int code = 0;

	if (!d->show.selects && !d->o->counter)
		return otfp_timeline_see_all(&d->timeline, recs, n) < 0 ? cannot_see(d, err) : 0;
	for (size_t i = 0; i < n && code >= 0; i++) {
		const struct otfp_record *rec = recs[i];
		code = draw_record(ctx, &rec, err);
	}
	return code;
}

/* "8 processes, 3.900 ms from 1.2 ms". */
static int make_caption(struct otfp_draw *d)
{
	const struct otfp_timeline *t = &d->timeline;
	const uint64_t base = d->o->is_absolute ? 0 : d->first;
	struct otfp_buf b = OTFP_BUF_INIT;
	int rc = otfp_buf_printf(&b, "%zu process%s, ", t->nshown, t->nshown == 1 ? "" : "es");

	if (rc == 0)
		rc = otfp_human_ticks(&b, (double)(t->o.to - t->o.from), t->resolution);
	if (rc == 0)
		rc = otfp_buf_puts(&b, t->resolution ? "" : " ticks");
	if (rc == 0 && t->o.from != base) {
		const int is_before = t->o.from < base;
		rc = otfp_buf_puts(&b, " from ");
		if (rc == 0)
			rc = otfp_human_ticks(&b, (double)(is_before ? base - t->o.from : t->o.from - base),
			                      t->resolution);
		if (rc == 0 && is_before)
			rc = otfp_buf_puts(&b, " before the first event");
	}
	rc = rc == 0 && otfp_buf_str(&b) ? otfp_draw_caption(d, b.p) : -1;
	otfp_buf_release(&b);
	return rc;
}

static int draw_end(void *ctx, struct otfp_error *err)
{
	struct otfp_draw *d = ctx;
	struct otfp_timelines s = {.t = {&d->timeline},
	                           .bases = {d->first},
	                           .n = 1,
	                           .curves = d->o->counter ? &d->curves : NULL,
	                           .no_rows = is_alone(d),
	                           .is_absolute = d->o->is_absolute,
	                           .canvas = d->canvas};

	if (otfp_timeline_end(&d->timeline) < 0 || make_caption(d) < 0)
		return otfp_fail_memory(err);
	otfp_draw_warn_empty(d, d->timeline.events);
	s.caption.title = (struct otfp_str){d->title.p, d->title.n};
	s.caption.subtitle = (struct otfp_str){d->subtitle.p, d->subtitle.n};
	return otfp_timelines_draw(&s, d->file.fd, d->file.name, err);
}

static const struct otfp_stage_ops draw_stage = {
	.begin = draw_begin,
	.window = draw_window,
	.wanted = is_wanted,
	.record = draw_record,
	.records = draw_records,
	.end = draw_end,
};

int otfp_draw_timeline(struct otfp_draw *d)
{
	struct otfp_twice twice = {0};
	struct otfp_error err = {0};
	int code = otfp_twice_begin(&twice, d->job, &err);

	d->job->ctx = d;
	d->job->stage = &span_stage;
	if (code == 0)
		code = otfp_twice_pass(&twice, &err);
	if (code < 0 && code != OTFP_EINTR && code != OTFP_EFAIL && twice.passed)
		code = 0; /* the next pass meets it again, and says so */
	if (code < 0) {
		otfp_message("%s", err.text);
		otfp_twice_release(&twice);
		return otfp_exit_status(code);
	}
	d->job->stage = &draw_stage;
	return otfp_twice_run(&twice, d->job);
}
