#include "cmd/draw/timelines.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	PLOT = 720, /* height of all rows if the picture has no height */
	NAME = 22,  /* height of the name of a run, and the space above it */
	TOP = 8,    /* above the rows, for markers */
	STRIP = 64, /* height of a counter below rows, and of one alone: */
	STRIP_ALONE = 200,
	STRIP_SPACE = 4, /* above its head */
	FOOT = 66,       /* height of legend and notes, while it is not known */
	NOTES = 12
};

void timelines_limits(double height, unsigned n, uint32_t *rows, uint32_t *lanes)
{
	double plot = PLOT;

	if (height > 0)
		plot = height - FRAME_TOP - AXIS_HEIGHT - FOOT - n * (double)(TOP + (n > 1 ? NAME : 0));
	panel_limits(plot / n, rows, lanes);
}

/* ---- notes ---- */

struct notes {
	const char *all[NOTES];
	char made[NOTES][LABEL_NOTE];
	size_t n;
};

static char *new_note(struct notes *notes)
{
	notes->all[notes->n] = notes->made[notes->n];
	return notes->made[notes->n++];
}

static void add_notes(struct notes *notes, const struct otfp_timeline *t)
{
	const size_t size = sizeof notes->made[0];

	if (notes->n + 8 > NOTES)
		return;
	if (t->per_row > 1)
		snprintf(new_note(notes), size,
		         "%zu processes, %" PRIu32 " a row: the color is that of the innermost calls", t->nshown,
		         t->per_row);
	else if (t->is_dense && t->deepest > 1)
		snprintf(new_note(notes), size, "The color is that of the innermost calls%s",
		         t->bands > 1 ? "; in a row, the height of a color is its share of the time" : "");
	else if (!t->is_dense && t->deepest > t->lanes)
		snprintf(new_note(notes), size,
		         "Calls are up to %" PRIu32 " deep: the last lane of a row shows the innermost one",
		         t->deepest);
	if (panel_is_dense(t))
		snprintf(new_note(notes), size,
		         "%" PRIu64 " messages, too many for lines: the darker, the more, up to %" PRIu32
		         " in %d pixels; --messages draws the longest or largest as lines",
		         t->arrows.total, otfp_density_most(&t->density), OTFP_DENSITY_CELL);
	else if (t->arrows.n < t->arrows.total)
		snprintf(new_note(notes), size, "%zu of %" PRIu64 " messages are shown: %s", t->arrows.n,
		         t->arrows.total,
		         !t->arrows.n       ? "the picture has no room for more" :
		         t->arrows.by_bytes ? "those with most bytes" :
		                              "those with the longest time from send to receive");
	if (t->nflags < t->flags_seen)
		snprintf(new_note(notes), size, "%zu of %" PRIu64 " markers are shown", t->nflags, t->flags_seen);
}

/* What the labels of a run leave out. */
static struct label_ends ends_of(const struct timelines *s, unsigned i)
{
	const struct label_list labels = panel_labels(s->t[i]);

	return labels_ends(&labels, frame_left(s->canvas.width) - LABEL_GAP);
}

static void add_ends(struct notes *notes, const struct timelines *s)
{
	const struct label_list labels = panel_labels(s->t[0]);

	const struct label_ends ends = ends_of(s, 0);

	if (ends.head || ends.tail)
		labels_note(&labels, ends, "processes", new_note(notes));
}

/* ---- the colors and the legend of all runs ---- */

/* Of what takes time, in any run, then of the processes of curves. */
static int choose_colors(const struct timelines *s)
{
	struct colors *c = s->canvas.colors;
	int rc = 0;

	for (unsigned i = 0; i < s->n; i++)
		for (size_t k = 1; k < s->t[i]->classes.n && rc == 0; k++)
			rc = colors_add(c, s->t[i]->classes.p[k].name);
	rc = rc < 0 ? rc : colors_settle(c);
	if (rc == 0 && s->curves)
		rc = strip_names(s->t[0], s->curves, c);
	return rc < 0 ? rc : colors_settle(c);
}

static struct legend_entry *make_legend(const struct timelines *s, size_t *n)
{
	size_t all = 0;
	struct legend_entry *legend;

	for (unsigned i = 0; i < s->n; i++)
		all += s->t[i]->classes.n + s->t[i]->nrows + 1;
	legend = calloc(all, sizeof *legend);
	*n = legend && !s->no_rows ? panel_legend(s->t[0], s->canvas.colors, legend) : 0;
	if (legend && s->no_rows)
		*n = strip_legend(s->t[0], s->curves, s->canvas.colors, legend);
	for (unsigned i = 1; i < s->n && legend; i++) { /* names of later runs that the first has not */
		const size_t first = *n, more = panel_legend(s->t[i], s->canvas.colors, legend + first);
		for (size_t k = first; k < first + more; k++) {
			size_t same = 0;
			while (same < *n && (legend[same].name.n != legend[k].name.n ||
			                     memcmp(legend[same].name.p, legend[k].name.p, legend[k].name.n) != 0))
				same++;
			if (same == *n)
				legend[(*n)++] = legend[k];
		}
	}
	for (size_t k = 0; k < *n && s->n > 1; k++) /* each run has shares of its own */
		legend[k].share = -1;
	return legend;
}

/* ---- the picture ---- */

struct layout {
	struct panel panels[TIMELINES_MOST];
	char captions[TIMELINES_MOST][40];
	struct strip strips[OTFP_CURVE_COUNTERS];
	double heads[OTFP_CURVE_COUNTERS]; /* their heights */
	size_t nstrips;
	struct axis axis;
	struct legend_entry *legend;
	size_t nlegend;
	struct notes notes;
	struct caption caption;
	double height, foot, end;
};

static void make_axis(const struct timelines *s, struct layout *l)
{
	const struct otfp_timeline *t = s->t[0];
	const struct axis_options o = {.from = t->o.from,
	                               .to = t->o.to,
	                               .base = s->bases[0],
	                               .resolution = t->resolution,
	                               .is_absolute = s->is_absolute,
	                               .x = frame_left(s->canvas.width),
	                               .width = t->o.columns};

	axis_make(&l->axis, &o);
}

/* Put the panels below y, with at most that height for the rows of each. @return where they end */
static double place_panels(const struct timelines *s, struct layout *l, double y, double rows)
{
	const double name = s->n > 1 ? NAME : 0;

	for (unsigned i = 0; i < s->n && !s->no_rows; i++) {
		struct panel *p = &l->panels[i];
		*p = (struct panel){.t = s->t[i],
		                    .x = l->axis.x,
		                    .y = y + TOP + name,
		                    .width = l->axis.width,
		                    .ends = ends_of(s, i),
		                    .base = s->is_absolute ? 0 : s->bases[i]};
		if (p->t->per_row > 1)
			snprintf(l->captions[i], sizeof l->captions[i], "%" PRIu32 " processes a row", p->t->per_row);
		p->caption = p->t->per_row > 1 ? l->captions[i] : NULL;
		panel_measure(p, rows < 1 ? 1 : rows);
		y = p->y + p->height;
	}
	return y;
}

/* Find the heads of strips of that height. @return the height of all, or -1 when memory is out */
static double make_strips(const struct timelines *s, struct layout *l, double height)
{
	double all = 0;

	for (size_t i = 0; i < l->nstrips; i++) {
		l->strips[i] = (struct strip){.t = s->t[0],
		                              .counter = &s->curves->counters[i],
		                              .x = l->axis.x,
		                              .width = l->axis.width,
		                              .height = height,
		                              .is_log = s->is_log};
		l->heads[i] = strip_head(&l->strips[i], s->canvas.width);
		if (l->heads[i] < 0)
			return -1;
		l->heads[i] += STRIP_SPACE;
		all += l->heads[i];
	}
	return all;
}

/* @return where they end */
static double place_strips(struct layout *l, double y, double height)
{
	for (size_t i = 0; i < l->nstrips; i++) {
		l->strips[i].y = y + l->heads[i];
		l->strips[i].height = height;
		y = l->strips[i].y + height;
	}
	return y;
}

static void make_notes(const struct timelines *s, struct layout *l)
{
	for (unsigned i = 0; i < s->n && !s->no_rows; i++)
		if (!i || !s->t[i]->is_dense != !s->t[0]->is_dense || s->t[i]->arrows.total != s->t[0]->arrows.total)
			add_notes(&l->notes, s->t[i]);
	if (s->note && !s->no_rows)
		l->notes.all[l->notes.n++] = s->note;
	if (!s->no_rows)
		add_ends(&l->notes, s);
	if (s->curves && s->curves->left_out)
		snprintf(new_note(&l->notes), sizeof l->notes.made[0], "%zu more counters are not shown",
		         s->curves->left_out);
	if (s->curves && s->t[0]->nrows + s->t[0]->nfolded > OTFP_CURVES_MOST)
		snprintf(new_note(&l->notes), sizeof l->notes.made[0], "several processes share a curve");
	l->caption.notes = l->notes.all;
	l->caption.nnotes = l->notes.n;
}

/* @return 0, or -1 when memory is out */
static int lay_out(const struct timelines *s, struct layout *l)
{
	const double name = s->n > 1 ? NAME : 0, top = frame_top(&s->caption, s->canvas.width);
	double y = top, rows = PLOT / (double)s->n, strip, room, heads;

	l->caption = s->caption;
	l->nstrips = s->curves ? s->curves->n : 0;
	strip = s->no_rows ? STRIP_ALONE : STRIP;
	make_notes(s, l);
	l->foot = frame_height(&l->caption, l->legend, l->nlegend, s->canvas.width);
	heads = make_strips(s, l, strip);
	if (heads < 0)
		return -1;
	room = s->canvas.height - y - AXIS_HEIGHT - l->foot - heads;
	if (s->canvas.height > 0 && s->no_rows && l->nstrips)
		strip = floor(room / (double)l->nstrips);
	if (s->canvas.height > 0)
		rows = (room - (double)l->nstrips * strip) / s->n - TOP - name;
	y = place_panels(s, l, y, rows);
	y = place_strips(l, y, strip < 10 ? 10 : strip);
	l->end = y;
	l->height = s->canvas.height > 0 ? s->canvas.height : y + AXIS_HEIGHT + l->foot;
	return 0;
}

static void draw_panel(const struct timelines *s, const struct layout *l, struct canvas *c, unsigned i)
{
	const struct panel *p = &l->panels[i];
	const struct font name = {.size = 12, .most = c->width - p->x - 8, .is_bold = 1, .has_end = 1};

	if (s->n > 1)
		canvas_text(c, p->x, p->y - TOP - 3, &name, c->theme->text, s->names[i]);
	panel_ground(p, c);
	axis_grid(&l->axis, c, p->y, p->height);
	panel_draw(p, c);
	if (!p->t->nrows)
		canvas_label(c, p->x, p->y + 6, &(struct font){.size = 12}, c->theme->faint, "no process");
}

static void draw(const struct timelines *s, const struct layout *l, struct canvas *c)
{
	const double end = l->end;

	frame_head(c, &l->caption);
	for (unsigned i = 0; i < s->n && !s->no_rows; i++)
		draw_panel(s, l, c, i);
	for (size_t i = 0; i < l->nstrips; i++) {
		strip_ground(&l->strips[i], c);
		axis_grid(&l->axis, c, l->strips[i].y, l->strips[i].height);
		strip_draw(&l->strips[i], c);
	}
	canvas_rect(c, l->axis.x, end, l->axis.width, 1, &(struct ink){.color = c->theme->faint});
	axis_draw(&l->axis, c, end);
	frame_foot(c, &l->caption, l->legend, l->nlegend, end + AXIS_HEIGHT);
}

int timelines_draw(const struct timelines *s, int fd, const char *name, struct otfp_error *err)
{
	struct layout l = {0};
	struct canvas_options o = s->canvas;
	struct canvas c = {0};
	int code;

	l.legend = choose_colors(s) == 0 ? make_legend(s, &l.nlegend) : NULL;
	if (!l.legend)
		return otfp_fail_memory(err);
	make_axis(s, &l);
	if (lay_out(s, &l) == 0) {
		o.height = l.height;
		o.title = s->caption.title;
		code = canvas_open(&c, &o, fd, name, err);
	} else {
		code = otfp_fail_memory(err);
	}
	if (code == 0) {
		draw(s, &l, &c);
		code = canvas_end(&c);
	}
	canvas_release(&c);
	free(l.legend);
	return code;
}
