/* timeline.c - otf-draw --timeline and --counter: make a timeline of each input, and draw them. */
#include "base/human.h"
#include "base/ticks.h"
#include "cmd/draw/draw.h"
#include "cmd/text/message.h"
#include "record/table.h"
#include <inttypes.h>
#include <string.h>

/* ---- the interval and what is shown of it ---- */

static int is_wanted(void *ctx, uint32_t process)
{
	return show_wanted(&((struct draw_source *)ctx)->d->show, process);
}

/* As many messages as can be told apart. */
static size_t most_messages(const struct draw *d)
{
	const double height = d->canvas.height > 0 ? d->canvas.height : 600;

	if (d->o->messages == DRAW_NONE)
		return 0;
	return d->o->most_given ? (size_t)d->o->most : (size_t)(d->canvas.width * height / 1000);
}

/* Ticks of the interval of a source; the longest one makes the axis of two. */
static double span_of(const struct draw_source *s)
{
	return (double)(s->span.last - s->span.first) / (s->resolution ? (double)s->resolution : 1);
}

/* Two runs have one axis: both have the length of the longer one. */
static uint64_t last_of(const struct draw_source *s)
{
	const struct draw *d = s->d;
	const struct draw_source *other = &d->sources[s == d->sources];

	if (d->nsources < 2 || span_of(other) <= span_of(s))
		return s->span.last;
	return s->span.first + (uint64_t)(span_of(other) * (s->resolution ? (double)s->resolution : 1) + 0.5);
}

static void take_interval(struct draw_source *s, struct otfp_timeline_options *o)
{
	uint64_t from, to;
	const unsigned ends = draw_interval(s, &from, &to);

	o->from = ends & 1 ? from : s->span.first;
	o->to = ends & 2 ? to : last_of(s);
	o->has_to = ends >> 1 & 1;
}

/* Whether counters are drawn without rows. */
static int is_alone(const struct draw *d)
{
	return d->o->counter && !d->o->timeline;
}

static int draw_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct draw_source *s = ctx;
	struct draw *d = s->d;
	const struct show *show = &d->show;
	struct otfp_timeline_options o = {.flags = 1000, .wanted = is_wanted, .ctx = s};
	int code = show_begin(&d->show, h, err);

	if (code == 0)
		code = draw_open(d, err);
	if (code < 0)
		return code;
	take_interval(s, &o);
	o.columns = (uint32_t)frame_plot(d->canvas.width);
	timelines_limits(d->canvas.height, d->nsources, &o.rows, &o.lanes);
	o.arrows = most_messages(d);
	o.depth = (uint32_t)d->o->depth;
	o.by_bytes = d->o->messages == DRAW_LARGEST;
	o.has_density = !d->o->messages && !d->o->most_given;
	o.no_calls = is_alone(d) || !show_has(show, OTFP_Enter);
	o.no_messages = is_alone(d) || d->o->messages == DRAW_NONE || !show_has(show, OTFP_RecvMsg);
	o.no_operations = !show_has(show, OTFP_BeginCollectiveOperation) && !show_has(show, OTFP_CollectiveOperation);
	o.no_markers = !show_has(show, OTFP_Marker);
	d->curves.asked.set = d->o->counter;
	s->timeline.classes.by_function = d->o->by == DRAW_BY_FUNCTION;
	return otfp_timeline_begin(&s->timeline, &o, h) < 0 || choose_begin(s, &o, h) < 0 ? otfp_fail_memory(err) : 0;
}

static int window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	return draw_window(ctx, from, to, has_to);
}

static int draw_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct draw_source *s = ctx;
	struct draw *d = s->d;
	const int shown = show_keep(&d->show, *rec, err);

	if (shown < 0)
		return shown;
	if (draw_is_before(s, *rec))
		return OTFP_DROP;
	if (otfp_timeline_add(&s->timeline, *rec) < 0 || choose_add(s, (const struct otfp_record *const *)rec, 1) < 0)
		return otfp_fail_memory(err);
	if (d->o->counter && otfp_curves_add(&d->curves, &s->timeline, *rec) < 0)
		return otfp_fail_memory(err);
	return OTFP_DROP;
}

static int draw_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct draw_source *s = ctx;
	int code = 0;

	if (!s->d->show.selects && !s->d->o->counter && !s->starts_there)
		return otfp_timeline_add_all(&s->timeline, recs, n) < 0 || choose_add(s, recs, n) < 0 ?
		               otfp_fail_memory(err) :
		               0;
	for (size_t i = 0; i < n && code >= 0; i++) {
		const struct otfp_record *rec = recs[i];
		code = draw_record(ctx, &rec, err);
	}
	return code;
}

/* ---- the picture ---- */

/* "8 processes, 3.900 ms from 1.2 ms". @return 0, or -1 when memory is out */
static int describe(struct otfp_buf *b, const struct draw_source *s)
{
	const struct otfp_timeline *t = &s->timeline;
	const uint64_t base = s->d->o->is_absolute ? 0 : s->span.first;
	const int is_before = t->o.from < base;
	/* of two runs the shorter one ends before the axis does */
	const uint64_t end =
		t->o.has_to || t->o.to < s->span.last || s->span.last <= t->o.from ? t->o.to : s->span.last;

	if (otfp_buf_printf(b, "%zu process%s, ", t->nshown, t->nshown == 1 ? "" : "es") < 0 ||
	    otfp_human_ticks(b, (double)(end - t->o.from), t->resolution) < 0 ||
	    otfp_buf_puts(b, t->resolution ? "" : " ticks") < 0)
		return -1;
	if (t->o.from == base)
		return 0;
	if (otfp_buf_puts(b, " from ") < 0 ||
	    otfp_human_ticks(b, (double)(is_before ? base - t->o.from : t->o.from - base), t->resolution) < 0)
		return -1;
	return is_before ? otfp_buf_puts(b, " before the first event") : 0;
}

/* "first: ...; second: ...". @return 0, or -1 when memory is out */
static int make_caption(struct draw *d)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int rc = 0;

	for (unsigned i = 0; i < d->nsources && rc == 0; i++) {
		const struct otfp_str name = draw_name(&d->sources[i]);
		if (d->nsources > 1 && (otfp_buf_puts(&b, i ? "; " : "") < 0 || otfp_buf_add(&b, name.p, name.n) < 0 ||
		                        otfp_buf_puts(&b, ": ") < 0))
			rc = -1;
		rc = rc == 0 ? describe(&b, &d->sources[i]) : rc;
	}
	rc = rc == 0 && otfp_buf_str(&b) ? draw_caption(d, b.p) : -1;
	otfp_buf_release(&b);
	return rc;
}

/* Rows that show nothing, but where counters alone are drawn. @return 0, or -1 when memory is out */
static int fold(struct draw *d)
{
	int rc = 0;

	for (unsigned i = 0; i < d->nsources && rc == 0 && !is_alone(d); i++)
		rc = otfp_timeline_fold(d->sources[i].shown);
	return rc;
}

static int draw_picture(struct draw *d, struct otfp_error *err)
{
	struct timelines s = {.n = d->nsources,
	                      .curves = d->o->counter ? &d->curves : NULL,
	                      .no_rows = is_alone(d),
	                      .is_log = d->o->is_log,
	                      .is_absolute = d->o->is_absolute,
	                      .canvas = d->canvas};
	uint64_t events = 0;

	if (make_caption(d) < 0 || choose_end(d) < 0 || fold(d) < 0)
		return otfp_fail_memory(err);
	for (unsigned i = 0; i < d->nsources; i++) {
		s.t[i] = d->sources[i].shown;
		s.bases[i] = d->sources[i].span.first;
		s.names[i] = draw_name(&d->sources[i]);
		events += d->sources[i].timeline.events;
	}
	draw_warn_empty(d, events, "event", events);
	s.note = d->note.n ? d->note.p : NULL;
	s.caption.title = (struct otfp_str){d->title.p, d->title.n};
	s.caption.subtitle = (struct otfp_str){d->subtitle.p, d->subtitle.n};
	return timelines_draw(&s, d->file.fd, d->file.name, err);
}

static int draw_end(void *ctx, struct otfp_error *err)
{
	struct draw_source *s = ctx;
	struct draw *d = s->d;

	if (otfp_timeline_end(&s->timeline) < 0)
		return otfp_fail_memory(err);
	return s == &d->sources[d->nsources - 1] ? draw_picture(d, err) : 0;
}

static const struct otfp_stage_ops draw_stage = {
	.begin = draw_begin,
	.window = window,
	.wanted = is_wanted,
	.record = draw_record,
	.records = draw_records,
	.end = draw_end,
};

/* The last run gives the file its name. */
int draw_timeline(struct draw *d)
{
	int status = 0;

	for (unsigned i = 0; i < d->nsources && status == 0; i++)
		status = draw_prepare(&d->sources[i], 1);
	for (unsigned i = 0; i < d->nsources && status == 0; i++) {
		d->sources[i].job.files[0] = i + 1 == d->nsources ? &d->file : NULL;
		status = draw_read(&d->sources[i], &draw_stage, &d->sources[i]);
	}
	return status;
}
