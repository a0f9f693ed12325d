#include "cmd/picture/panel.h"
#include "base/human.h"
#include "cmd/picture/frame.h"
#include "cmd/text/safe.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum {
	LANE_LEAST = 7, /* pixels: a second lane needs so much */
	LANE_MOST = 22,
	ROW_LEAST = 2, /* with more processes, several share a row */
	LABELED = 11,  /* height of a lane with names of functions in it */
	FOLDED = 18,   /* height of the line for rows that are folded */
	LEVELS = 6     /* of density */
};

void panel_limits(double height, uint32_t *rows, uint32_t *lanes)
{
	*rows = height < ROW_LEAST ? 1 : (uint32_t)(height / ROW_LEAST);
	*lanes = height < LANE_LEAST ? 1 : (uint32_t)(height / LANE_LEAST);
}

void panel_measure(struct panel *p, double height)
{
	const double nrows = p->t->nrows ? (double)p->t->nrows : 1, lanes = otfp_timeline_lanes(p->t);
	const double folded = p->t->nfolded ? FOLDED : 0, most = lanes > 1 ? LANE_MOST : LANE_MOST + 8;
	const double each = floor((height - folded) / nrows);
	const double gap = frame_gap(each);

	p->operation = p->t->has_operations && each >= 14 ? 3 : 0;
	p->lane = floor((each - gap - p->operation) / lanes);
	p->lane = fmax(fmin(p->lane, most), 1);
	p->row = p->lane * lanes + p->operation + gap;
	p->rows = p->row * nrows;
	p->height = p->rows + folded;
}

struct otfp_str process_label(const struct otfp_names *names, uint32_t process, char *text, size_t size)
{
	const struct otfp_definition *d =
		otfp_names_find(names, OTFP_NAMED_PROCESS, otfp_names_ref(names, OTFP_NAMED_PROCESS, process, process));

	if (d && d->name.n)
		return d->name;
	snprintf(text, size, "process %" PRIu32, process);
	return (struct otfp_str){text, strlen(text)};
}

/* Pixels between two rows. */
static double gap_of(const struct panel *p)
{
	return p->row - p->operation - p->lane * otfp_timeline_lanes(p->t);
}

struct label_list panel_labels(const struct otfp_timeline *t)
{
	struct label_list all = {0};
	char text[24];

	for (size_t i = 0; i < t->nrows; i++) {
		const struct otfp_str label = process_label(&t->names, t->rows[i].first, text, sizeof text);
		if (label.p == text)
			return (struct label_list){0};
		labels_add(&all, label);
	}
	return all;
}

/* ---- the ground ---- */

static void draw_folded(const struct panel *p, struct canvas *c)
{
	char text[80];

	snprintf(text, sizeof text, "%zu processes without calls", p->t->nfolded);
	canvas_rect(c, p->x, p->y + p->rows, p->width, FOLDED - 2, &(struct ink){.color = c->theme->band});
	canvas_label(c, p->x + 6, p->y + p->rows + 12, &(struct font){.size = LABEL_SIZE, .most = p->width - 12},
	             c->theme->faint, text);
}

/* The label of row i; empty if there is none. */
static struct otfp_str label_of(const struct panel *p, size_t i, char text[24])
{
	if (i >= p->t->nrows)
		return (struct otfp_str){"", 0};
	return labels_rest(process_label(&p->t->names, p->t->rows[i].first, text, 24), p->ends);
}

/* @param every  only one row in so many has a label */
static void draw_label(const struct panel *p, struct canvas *c, size_t i, size_t every, double y)
{
	const struct font font = {.size = LABEL_SIZE, .most = p->x - LABEL_GAP, .anchor = ANCHOR_END, .has_end = 1};
	char text[3][24];
	const struct otfp_str near[] = {label_of(p, i - every, text[0]), label_of(p, i + every, text[1])};

	labels_draw(c, (struct spot){p->x - 6, y}, &font, label_of(p, i, text[2]), near);
}

void panel_ground(const struct panel *p, struct canvas *c)
{
	const struct font caption = {.size = LABEL_SIZE, .most = p->x - 10, .anchor = ANCHOR_END};
	const size_t every = (size_t)ceil((LABEL_SIZE + 2) / p->row);
	const double gap = gap_of(p);

	for (size_t i = 0; i < p->t->nrows; i++) {
		const double y = p->y + (double)i * p->row;
		if (gap > 0)
			canvas_rect(c, p->x, y, p->width, p->row - gap, &(struct ink){.color = c->theme->band});
		if (i % every == 0)
			draw_label(p, c, i, every, y + (every > 1 ? 9 : (p->row - gap) / 2 + 4));
	}
	if (gap <= 0)
		canvas_rect(c, p->x, p->y, p->width, p->rows, &(struct ink){.color = c->theme->band});
	if (p->t->nfolded)
		draw_folded(p, c);
	if (p->caption)
		canvas_label(c, p->x - 6, p->y - 6, &caption, c->theme->faint, p->caption);
}

/* ---- bars ---- */

/* Append the time of a bar: since the base, and how long. */
static int add_times(struct otfp_buf *b, const struct panel *p, const struct otfp_bar *bar, double busy)
{
	const uint64_t start = bar->start > p->base ? bar->start - p->base : 0;
	const uint64_t length = bar->stop > bar->start ? bar->stop - bar->start : 0;

	if (otfp_buf_puts(b, ": ") < 0)
		return -1;
	if (busy < 0.9995 && (otfp_buf_printf(b, "%.3g%% of ", busy * 100) < 0))
		return -1;
	if (otfp_human_ticks(b, (double)length, p->t->resolution) < 0 || otfp_buf_puts(b, " from ") < 0)
		return -1;
	return otfp_human_ticks(b, (double)start, p->t->resolution);
}

/* The title of a bar: the function, its group, how long and since when; or the share of its class in that time. */
static int make_title(struct otfp_buf *b, const struct panel *p, const struct otfp_timeline_row *row,
                      const struct otfp_bar *bar, const struct otfp_classes *classes)
{
	const struct otfp_definition *d = bar->called ? &p->t->names.definitions[bar->called - 1] : NULL;
	const struct otfp_str class = classes->p[bar->class].name;
	const double columns = bar->end - bar->column, all = columns * (double)p->t->width * row->n;

	b->n = 0;
	if (d && d->name.n &&
	    (short_add(b, d->name, NAME_TIP) < 0 || (!classes->by_function && (otfp_buf_puts(b, ", ") < 0))))
		return -1;
	if (!(d && d->name.n && classes->by_function) && short_add(b, class, NAME_TIP) < 0)
		return -1;
	return add_times(b, p, bar, bar->is_one ? 1 : (double)bar->units / all);
}

static void draw_name(const struct panel *p, struct canvas *c, const struct otfp_bar *bar, double y, uint32_t color)
{
	const double width = bar->end - bar->column - 6, size = 9 + (p->lane >= 13) + (p->lane >= 15);
	const struct otfp_str name = p->t->names.definitions[bar->called - 1].name;
	const struct font font = {.size = size, .most = width};
	const double needs = text_width(name, size);

	if (needs <= width || (width >= 44 && needs > 44))
		canvas_text(c, p->x + bar->column + 3, y + floor((p->lane - 1 + size * 0.74) / 2), &font,
		            color_on(color), name);
}

double bar_share(uint32_t busy)
{
	return busy ? 0.2 + 0.1 * busy : 1;
}

/* The color of a bar whose class has `color`: mixed with the ground where calls have the smaller part of the time. */
static uint32_t color_of_bar(const struct otfp_bar *bar, uint32_t color, uint32_t ground)
{
	return bar->busy ? color_mix(ground, color, bar_share(bar->busy)) : color;
}

static void draw_bar(const struct panel *p, struct canvas *c, const struct otfp_timeline_row *row,
                     const struct otfp_bar *bar, double y, struct otfp_buf *title)
{
	const uint32_t color =
		color_of_bar(bar, colors_of(c->colors, p->t->classes.p[bar->class].name).color, c->theme->band);
	const double width = bar->end - bar->column;

	if (make_title(title, p, row, bar, &p->t->classes) < 0)
		pen_fail(&c->pen);
	canvas_rect(c, p->x + bar->column, y, width, p->lane >= 5 && !p->t->is_dense ? p->lane - 1 : p->lane,
	            &(struct ink){.color = color, .kind = "call", .title = {title->p, title->n}});
	if (bar->is_one && width >= 4 && p->lane >= 5) /* where the next call begins */
		canvas_rect(c, p->x + bar->column, y, 1, p->lane - 1,
		            &(struct ink){.color = color_mix(color, 0x000000, 0.4)});
	if (bar->is_one && bar->called && p->lane >= LABELED && width >= 16)
		draw_name(p, c, bar, y, color);
}

static void draw_operation(const struct panel *p, struct canvas *c, const struct otfp_timeline_row *row,
                           const struct otfp_bar *bar, double y, struct otfp_buf *title)
{
	if (make_title(title, p, row, bar, p->t->operations) < 0)
		pen_fail(&c->pen);
	canvas_rect(c, p->x + bar->column, y, bar->end - bar->column, p->operation,
	            &(struct ink){.color = c->theme->faint, .kind = "collective", .title = {title->p, title->n}});
}

static void draw_row(const struct panel *p, struct canvas *c, const struct otfp_timeline_row *row, double y,
                     struct otfp_buf *title)
{
	const uint32_t lanes = otfp_timeline_lanes(p->t);
	const struct otfp_lane *operations = otfp_timeline_operations(p->t, row);

	for (uint32_t k = 0; k < lanes; k++) {
		const struct otfp_lane *lane = otfp_timeline_lane(p->t, row, k);
		for (size_t i = 0; i < lane->n && c->pen.code == 0; i++)
			draw_bar(p, c, row, &lane->bars[i], y + k * p->lane, title);
	}
	for (size_t i = 0; i < operations->n && p->operation > 0 && c->pen.code == 0; i++)
		draw_operation(p, c, row, &operations->bars[i], y + lanes * p->lane, title);
}

/* ---- messages ---- */

static double middle_of(const struct panel *p, uint32_t process)
{
	const uint64_t *row = otfp_map_get(&p->t->row_of, process);

	return p->y + (row ? (double)*row : 0) * p->row + p->lane * otfp_timeline_lanes(p->t) / 2;
}

static int message_title(struct otfp_buf *b, const struct panel *p, const struct otfp_arrow *a)
{
	char from[24], to[24];
	const struct otfp_str sender = process_label(&p->t->names, a->sender, from, sizeof from);
	const struct otfp_str receiver = process_label(&p->t->names, a->receiver, to, sizeof to);
	const struct otfp_bar times = {.start = a->sent, .stop = a->received};

	b->n = 0;
	if (otfp_buf_puts(b, "message from ") < 0 || short_add(b, sender, NAME_TIP) < 0 ||
	    otfp_buf_puts(b, " to ") < 0 || short_add(b, receiver, NAME_TIP) < 0 ||
	    otfp_buf_printf(b, ", %" PRIu64 " bytes, tag %" PRIu32, a->length, a->tag) < 0)
		return -1;
	return add_times(b, p, &times, 1);
}

/* A line from the send to the receive, cut at the left end of the plot. */
static void draw_message(const struct panel *p, struct canvas *c, const struct otfp_arrow *a, struct otfp_buf *title)
{
	struct spot from = {otfp_timeline_place(p->t, a->sent), middle_of(p, a->sender)};
	const struct spot to = {p->x + otfp_timeline_place(p->t, a->received), middle_of(p, a->receiver)};
	const double end = to.x - p->x;

	if (message_title(title, p, a) < 0)
		pen_fail(&c->pen);
	if (from.x < 0) {
		from.y = end > from.x ? from.y + (to.y - from.y) * -from.x / (end - from.x) : from.y;
		from.x = 0;
	}
	from.x += p->x;
	canvas_line(c, from, to, 1,
	            &(struct ink){.color = c->theme->line,
	                          .clear = p->t->arrows.n > 400 ? 0.6 : 0.35,
	                          .kind = "message",
	                          .title = {title->p, title->n}});
}

/* ---- too many messages: how many there are ---- */

int panel_is_dense(const struct otfp_timeline *t)
{
	return t->density.columns && t->arrows.n < t->arrows.total;
}

/* 0: no message; 1 to LEVELS: a part of the most that a cell has. */
static unsigned level_of(uint32_t n, uint32_t most)
{
	return (unsigned)ceil(sqrt((double)n / most) * LEVELS);
}

/* The cells [from, to) between a row and the next one, with up to n messages each: in the gap, or over the rows if they
 * have none. */
static void draw_cells(const struct panel *p, struct canvas *c, size_t row, const uint32_t range[2], uint32_t n,
                       unsigned level)
{
	const double x = range[0] * (double)OTFP_DENSITY_CELL;
	const double end = fmin(range[1] * (double)OTFP_DENSITY_CELL, p->width);
	const double share = (double)level / LEVELS, gap = gap_of(p);
	const double y = p->y + (double)(row + 1) * p->row - (gap > 1 ? gap : p->row / 2);
	char title[80];

	snprintf(title, sizeof title, "up to %" PRIu32 " message%s cross%s here in %d pixels", n, n == 1 ? "" : "s",
	         n == 1 ? "es" : "", OTFP_DENSITY_CELL);
	canvas_rect(c, p->x + x, y, end - x, gap > 1 ? gap : p->row,
	            &(struct ink){.color = c->theme->line,
	                          .clear = gap > 1 ? 0.95 - 0.85 * share : 0.95 - 0.3 * share,
	                          .kind = "density",
	                          .title = {title, (uint32_t)strlen(title)}});
}

static void draw_gap(const struct panel *p, struct canvas *c, size_t row, uint32_t most)
{
	const uint32_t *cells = p->t->density.gaps[row], n = otfp_density_cells(&p->t->density);
	uint32_t end;

	for (uint32_t from = 0; from < n && c->pen.code == 0; from = end) {
		const unsigned level = level_of(cells[from], most);
		uint32_t up_to = cells[from];
		for (end = from + 1; end < n && level_of(cells[end], most) == level; end++)
			up_to = cells[end] > up_to ? cells[end] : up_to;
		if (level)
			draw_cells(p, c, row, (const uint32_t[]){from, end}, up_to, level);
	}
}

static void draw_density(const struct panel *p, struct canvas *c)
{
	const uint32_t most = otfp_density_most(&p->t->density);

	for (size_t i = 0; i < p->t->density.n && i + 1 < p->t->nrows; i++)
		if (p->t->density.gaps[i])
			draw_gap(p, c, i, most);
}

/* ---- markers ---- */

static int flag_title(struct otfp_buf *b, const struct panel *p, const struct otfp_flag *f)
{
	const uint64_t since = f->time > p->base ? f->time - p->base : 0;

	b->n = 0;
	if (otfp_buf_puts(b, "marker ") < 0 || short_add(b, f->name, NAME_TIP) < 0 ||
	    otfp_buf_puts(b, f->text.n ? ": " : "") < 0 || short_add(b, f->text, NAME_TIP) < 0 ||
	    otfp_buf_puts(b, ", at ") < 0)
		return -1;
	return otfp_human_ticks(b, (double)since, p->t->resolution);
}

/* A triangle that points at the place, with a line through the row, or through all rows. */
static void draw_flag(const struct panel *p, struct canvas *c, const struct otfp_flag *f, struct otfp_buf *title)
{
	const uint64_t *row = f->process ? otfp_map_get(&p->t->row_of, f->process) : NULL;
	const double x = round(p->x + otfp_timeline_place(p->t, f->time));
	const double y = p->y + (row ? (double)*row * p->row : 0), height = row ? p->row : p->height;
	const struct spot spots[] = {{x - 4, y - 6}, {x + 5, y - 6}, {x + 0.5, y + 1}};
	struct ink ink = {.color = c->theme->mark, .kind = "marker"};

	if (flag_title(title, p, f) < 0)
		pen_fail(&c->pen);
	ink.title = (struct otfp_str){title->p, title->n};
	canvas_path(c, spots, 3, 0, &ink);
	ink.kind = NULL;
	canvas_rect(c, x, y, 1, height, &ink);
}

void panel_draw(const struct panel *p, struct canvas *c)
{
	struct otfp_buf title = OTFP_BUF_INIT;

	for (size_t i = 0; i < p->t->nrows && c->pen.code == 0; i++)
		draw_row(p, c, &p->t->rows[i], p->y + (double)i * p->row, &title);
	if (panel_is_dense(p->t))
		draw_density(p, c);
	for (size_t i = 0; i < p->t->arrows.n && !panel_is_dense(p->t) && c->pen.code == 0; i++)
		draw_message(p, c, &p->t->arrows.p[i], &title);
	for (size_t i = 0; i < p->t->nflags && c->pen.code == 0; i++)
		draw_flag(p, c, &p->t->flags[i], &title);
	otfp_buf_release(&title);
}

/* ---- the legend ---- */

size_t panel_legend(const struct otfp_timeline *t, const struct colors *colors, struct legend_entry *to)
{
	const double total = otfp_timeline_total(t);
	double calls = 0;
	size_t n = 0;

	for (size_t i = 1; i < t->classes.n; i++)
		calls += (double)t->classes.p[i].exclusive;
	for (size_t i = 1; i < t->classes.n; i++) {
		const struct otfp_class *class = &t->classes.p[i];
		if (class->exclusive)
			to[n++] = legend_entry(colors, class->name, (double)class->exclusive / calls);
	}
	legend_sort(to, n, OF_CALLS);
	if (n && total - calls > 0.0005 * total)
		to[n++] = (struct legend_entry){.color = 0xc8ccd0,
		                                .name = {"outside of calls", 16},
		                                .share = (total - calls) / total,
		                                .of = "of all time"};
	return n;
}
