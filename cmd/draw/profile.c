/* profile.c - otf-draw --profile, --matrix and --flame: count the records, then draw the sums. */
#include "cmd/draw/draw.h"
#include "cmd/draw/excess.h"
#include "cmd/picture/values.h"
#include "cmd/text/message.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	DEPTH = 128,       /* functions of a call path, ... */
	MEMORY = 64 << 20, /* ... and bytes for all paths, or pairs, at most */
	COLOR_NOTE = 300   /* bytes */
};

struct sums {
	struct draw *d;
	struct draw_source *source;
	struct otfp_profile profile;
	int by_function;      /* at the end: the colors are those of functions */
	struct excess excess; /* of --matrix=excess */
	struct draw_values values;
	struct matrix matrix;
	uint64_t events; /* in the selection */
	int has_timed;   /* a timed record was read, ... */
	uint64_t start;  /* ... the first at this time */
};

static int is_wanted(void *ctx, uint32_t process)
{
	return show_wanted(&((struct sums *)ctx)->d->show, process);
}

static int sums_wanted(void *ctx, uint32_t process)
{
	return ((struct sums *)ctx)->d->o->matrix || is_wanted(ctx, process);
}

/* What the picture needs of a profile. */
static void choose(const struct draw_options *o, struct otfp_profile_options *to)
{
	/* without --by the colors are chosen at the end: the functions of a group add up to it */
	static const unsigned classes[] = {
		[0] = 1u << OTFP_KEY_GROUP | 1u << OTFP_KEY_FUNCTION,
		[DRAW_BY_GROUP] = 1u << OTFP_KEY_GROUP,
		[DRAW_BY_FUNCTION] = 1u << OTFP_KEY_FUNCTION,
	};

	to->memory = MEMORY;
	to->sums_only = 1;
	to->tables = o->matrix == DRAW_EXCESS ? 0 : 1u << (o->matrix ? OTFP_STAT_MATRIX : OTFP_STAT_FUNCTION);
	if (o->flame) {
		to->by = 1u << OTFP_KEY_PATH;
		to->depth = DEPTH;
	} else if (o->profile) {
		to->by = o->profile == DRAW_BARS_GROUP ? 1u << OTFP_KEY_GROUP | 1u << OTFP_KEY_FUNCTION :
		                                         1u << OTFP_KEY_PROCESS | classes[o->by];
	}
}

/* Transfers come from all processes and the whole run: -p and the interval only say which count. */
static int begin_excess(struct sums *s, const struct otfp_profile_options *o, const struct otfp_header *h,
                        struct otfp_error *err)
{
	struct otfp_wait_options w = {.is_reported = is_wanted, .is_reported_ctx = s};

	otfp_wait_bound(&w, &s->d->show.bounds);
	w.has_from = o->has_from;
	w.from = o->from;
	w.has_to = o->has_to;
	w.to = o->to;
	return excess_begin(&s->excess, &w, h, err);
}

static int has_excess(const struct sums *s)
{
	return s->d->o->matrix == DRAW_EXCESS;
}

/* ---- the matrix, also while records are read ---- */

static struct matrix matrix_of(const struct draw_options *o)
{
	static const struct matrix kinds[] = {{.unit = MATRIX_BYTES, .what = "bytes sent"},
	                                      {.unit = MATRIX_COUNT, .what = "messages"},
	                                      {.unit = MATRIX_TICKS, .what = "mean latency"},
	                                      {.unit = MATRIX_TICKS, .what = "excess transfer time"}};

	return kinds[o->matrix - 1];
}

/* Number the processes, once. */
static int number_pairs(struct sums *s)
{
	return s->values.processes.labels ? 0 :
	                                    values_number(&s->values.processes, &s->profile, &s->excess.processes,
	                                                  MATRIX_MOST, is_wanted, s);
}

/* The memory of the profile is full: pairs become squares of the picture. */
static int take_pair(void *ctx, const struct otfp_row *row)
{
	struct sums *s = ctx;

	if (!s->values.values && (number_pairs(s) < 0 || values_begin_pairs(&s->values, &s->matrix) < 0))
		return 0;
	return values_add_pair(&s->values, &s->profile, &s->matrix, row);
}

/* ---- records ---- */

static int sums_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct sums *s = ctx;
	struct otfp_profile_options o = {0};
	unsigned ends;
	int code = show_begin(&s->d->show, h, err);

	if (code == 0)
		code = draw_open(s->d, err);
	if (code < 0)
		return code;
	choose(s->d->o, &o);
	if (s->d->o->matrix) {
		s->matrix = matrix_of(s->d->o);
		o.take_pair = has_excess(s) ? NULL : take_pair;
		o.take_pair_ctx = s;
	}
	ends = draw_interval(s->source, &o.from, &o.to);
	o.has_from = ends & 1;
	o.has_to = ends >> 1 & 1;
	otfp_profile_begin(&s->profile, &o, h);
	return has_excess(s) ? begin_excess(s, &o, h, err) : 0;
}

static int sums_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct sums *s = ctx;

	return !has_excess(s) && draw_window(s->source, from, to, has_to);
}

/* Take a record of a process that is not shown: a half of a message with one that is belongs to the matrix. */
static int take_partner(struct sums *s, const struct otfp_record *rec, struct otfp_error *err)
{
	if (!s->has_timed)
		s->start = rec->time;
	s->has_timed = 1;
	if (!s->d->o->matrix || !selection_is_partner(s->d->show.select, rec, s->start))
		return 0;
	return otfp_profile_partner(&s->profile, rec) < 0 ? otfp_fail_memory(err) : 1;
}

static int sums_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct sums *s = ctx;
	const int shown = show_keep(&s->d->show, *rec, err);
	const int is_timed = (*rec)->type < OTFP_NTYPES && otfp_is_timed(otfp_table[(*rec)->type].file);
	uint64_t window;
	int partner;

	if (shown < 0)
		return shown;
	if (has_excess(s) && excess_add(&s->excess, *rec, err) < 0)
		return err->code;
	if (draw_is_before(s->source, *rec))
		return OTFP_DROP;
	if ((*rec)->type == OTFP_DefTimerResolution && !s->profile.resolution)
		s->profile.resolution = (*rec)->f[0].u;
	s->events += is_timed && shown;
	if (is_timed && s->d->show.selects && (partner = take_partner(s, *rec, err)) != 0)
		return partner < 0 ? partner : OTFP_DROP;
	/* calls that are open at the start of the interval began before it */
	if (is_timed && !shown &&
	    (!is_wanted(s, (*rec)->loc) || !show_has(&s->d->show, (*rec)->type) ||
	     otfp_profile_window(&s->profile, (*rec)->time, &window)))
		return OTFP_DROP;
	return otfp_profile_add(&s->profile, *rec) < 0 ? otfp_fail_memory(err) : OTFP_DROP;
}

static int sums_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct sums *s = ctx;
	int code = 0;

	if (!s->d->show.selects && !s->source->starts_there && !has_excess(s)) {
		s->events += n;
		return otfp_profile_add_all(&s->profile, recs, n) < 0 ? otfp_fail_memory(err) : 0;
	}
	for (size_t i = 0; i < n && code >= 0; i++) {
		const struct otfp_record *rec = recs[i];
		code = sums_record(ctx, &rec, err);
	}
	return code;
}

/* ---- the pictures ---- */

static struct caption caption_of(const struct draw *d)
{
	return (struct caption){.title = {d->title.p, d->title.n}, .subtitle = {d->subtitle.p, d->subtitle.n}};
}

/* Choose the colors, and say why if they are those of functions by themselves. */
static void choose_colors(struct sums *s, char note[COLOR_NOTE])
{
	*note = '\0';
	s->by_function = s->d->o->by == DRAW_BY_FUNCTION;
	if (!s->d->o->by)
		s->by_function = values_one_group(&s->profile, note, COLOR_NOTE);
}

/* The number of values that are not 0. */
static uint64_t count_of(const double *values, size_t n)
{
	uint64_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += values[i] != 0;
	return count;
}

static int fill_excess(struct sums *s, struct matrix *m, struct otfp_error *err)
{
	m->resolution = s->profile.resolution;
	if (values_begin_excess(&s->values, m) < 0)
		return otfp_fail_memory(err);
	return excess_each(&s->excess, values_add_excess, &s->values, err);
}

/* @param messages  0 if there are none to draw. @return 0 or <0 with err filled */
static int fill_matrix(struct sums *s, struct matrix *m, uint64_t *messages, struct otfp_error *err)
{
	if (has_excess(s)) {
		*messages = s->excess.processes.n;
		return fill_excess(s, m, err);
	}
	if (values_pairs(&s->values, &s->profile, m) < 0)
		return otfp_fail_memory(err);
	*messages = s->values.pairs;
	return 0;
}

/* Why there are messages, and nothing to draw of them. */
static const char *nothing_of(const struct matrix *m)
{
	return m->unit == MATRIX_BYTES ?
	               "no message has bytes; --matrix=count draws how many there are" :
	       m->unit == MATRIX_TICKS ?
	               "no message took time, or none arrived; --matrix=count draws how many there are" :
	               "no message was sent; --matrix=latency draws those that arrived";
}

static int draw_matrix(struct sums *s, struct otfp_error *err)
{
	struct draw *d = s->d;
	const struct draw_processes *p = &s->values.processes;
	struct matrix m = s->matrix;
	char text[100], note[100];
	const char *notes[2];
	uint64_t messages = 0;
	size_t nnotes = 0;

	if (number_pairs(s) < 0)
		return otfp_fail_memory(err);
	if (fill_matrix(s, &m, &messages, err) < 0)
		return err->code;
	snprintf(text, sizeof text, "%s by sender and receiver, %zu process%s", m.what, p->shown,
	         p->shown == 1 ? "" : "es");
	snprintf(note, sizeof note, "%zu processes a row and column", p->each);
	if (draw_caption(d, text) < 0)
		return otfp_fail_memory(err);
	draw_warn_empty(d, s->events, "message", messages);
	if (s->profile.other_pairs && !has_excess(s))
		message_warning("pairs of processes with few messages, not drawn: %" PRIu64, s->profile.other_pairs);
	m.canvas = d->canvas;
	m.caption = caption_of(d);
	if (p->each > 1)
		notes[nnotes++] = note;
	if (messages && !has_excess(s) && !count_of(m.values, m.n * m.n)) {
		notes[nnotes++] = nothing_of(&m);
		message_warning("the picture is empty: %s", nothing_of(&m));
		d->is_odd = 1;
	}
	m.caption.notes = notes;
	m.caption.nnotes = nnotes;
	return matrix_draw(&m, d->file.fd, d->file.name, err);
}

static int draw_flame(struct sums *s, struct otfp_error *err)
{
	struct draw *d = s->d;
	struct flame f = {.canvas = d->canvas};
	char note[COLOR_NOTE];
	const char *notes[] = {note};
	const char *text = d->canvas.form != PICTURE_SVG ?
	                           "time by call path, of all processes" :
	                           "time by call path, of all processes; click: zoom, Escape: all, /: search";

	choose_colors(s, note);
	if (values_paths(&s->values, &s->profile, s->by_function, &f) < 0 || draw_caption(d, text) < 0)
		return otfp_fail_memory(err);
	draw_warn_empty(d, s->events, "call", f.n);
	if (s->profile.other_paths)
		message_warning("call paths with few calls, drawn as (other) below their caller: %" PRIu64,
		                s->profile.other_paths);
	f.caption = caption_of(d);
	f.caption.notes = notes;
	f.caption.nnotes = *note != '\0';
	return flame_draw(&f, d->file.fd, d->file.name, err);
}

static int draw_bars(struct sums *s, struct otfp_error *err)
{
	struct draw *d = s->d;
	const struct draw_processes *p = &s->values.processes;
	const int by_group = d->o->profile == DRAW_BARS_GROUP;
	const struct otfp_profile *profile = &s->profile;
	struct stacks stacks = {.canvas = d->canvas};
	char text[100], each[100], empty[100], note[COLOR_NOTE] = "";
	const char *notes[3];
	int rc;

	if (by_group)
		rc = values_by_group(&s->values, profile, &stacks);
	else {
		choose_colors(s, note);
		s->values.by_group = !s->by_function;
		rc = values_number(&s->values.processes, profile, NULL, stacks_most(d->canvas.height), is_wanted, s);
		rc = rc == 0 ? values_by_process(&s->values, profile, &stacks) : rc;
	}
	if (by_group)
		snprintf(text, sizeof text, "exclusive time by group and function");
	else
		snprintf(text, sizeof text, "exclusive time by process and %s, %zu process%s",
		         s->by_function ? "function" : "group", p->shown, p->shown == 1 ? "" : "es");
	snprintf(each, sizeof each, "%zu processes a bar", p->each);
	snprintf(empty, sizeof empty, "%zu processes without calls have no bar", stacks.nempty);
	if (rc < 0 || draw_caption(d, text) < 0)
		return otfp_fail_memory(err);
	draw_warn_empty(d, s->events, "call", count_of(stacks.values, stacks.nbars * stacks.nclasses));
	stacks.caption = caption_of(d);
	stacks.caption.notes = notes;
	if (p->each > 1)
		notes[stacks.caption.nnotes++] = each;
	if (stacks.nempty)
		notes[stacks.caption.nnotes++] = empty;
	if (*note)
		notes[stacks.caption.nnotes++] = note;
	return stacks_draw(&stacks, d->file.fd, d->file.name, err);
}

static int sums_end(void *ctx, struct otfp_error *err)
{
	struct sums *s = ctx;

	if (has_excess(s) && excess_end(&s->excess, err) < 0)
		return err->code;
	if (otfp_profile_end(&s->profile) < 0)
		return otfp_fail_memory(err);
	if (s->d->o->matrix)
		return draw_matrix(s, err);
	return s->d->o->flame ? draw_flame(s, err) : draw_bars(s, err);
}

static const struct otfp_stage_ops stage = {
	.begin = sums_begin,
	.window = sums_window,
	.wanted = sums_wanted,
	.record = sums_record,
	.records = sums_records,
	.end = sums_end,
};

int draw_sums(struct draw *d)
{
	struct sums *s = calloc(1, sizeof *s);
	int status;

	if (!s)
		return message_memory();
	s->d = d;
	s->source = &d->sources[0];
	s->source->job.files[0] = &d->file;
	status = draw_prepare(s->source, 0);
	if (has_excess(s))
		s->source->starts_there = 0;
	if (status == 0)
		status = draw_read(s->source, &stage, s);
	otfp_profile_release(&s->profile);
	excess_release(&s->excess);
	values_release(&s->values);
	free(s);
	return status;
}
