#include "cmd/picture/matrix.h"
#include "base/human.h"
#include "cmd/picture/labels.h"
#include "cmd/text/safe.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
	CELL_MOST = 64,
	SIDE = 640,
	LABEL = 11,
	UP_MOST = 96, /* of a column label */
	SCALE = 14,
	SCALE_GAP = 40,
	RIGHT = 130,
	LOGARITHMIC = 100,
	NUMBERED = 16,
	LABEL_SPACE = 34
};

struct plot {
	const struct matrix *m;
	double x, y, cell, side;
	double least, most; /* of the values that are not 0 */
	int is_log, is_up;
	struct label_ends ends; /* bytes to leave out of the labels */
	struct otfp_buf text;
};

static void find_range(struct plot *p)
{
	for (size_t i = 0; i < p->m->n * p->m->n; i++) {
		const double v = p->m->values[i];
		if (v <= 0)
			continue;
		p->least = p->least > 0 && p->least < v ? p->least : v;
		p->most = v > p->most ? v : p->most;
	}
	p->is_log = p->least > 0 && p->most / p->least > LOGARITHMIC;
}

static double share_of(const struct plot *p, double v)
{
	if (p->is_log)
		return log(v / p->least) / log(p->most / p->least);
	return p->most > 0 ? v / p->most : 0;
}

static int add_value(struct otfp_buf *b, const struct matrix *m, double v)
{
	if (m->unit == MATRIX_BYTES)
		return otfp_human_bytes(b, v);
	if (m->unit == MATRIX_TICKS)
		return otfp_human_ticks(b, v, m->resolution);
	return otfp_buf_printf(b, "%.0f", v);
}

static int make_title(struct plot *p, size_t from, size_t to, double v)
{
	const struct otfp_str sender = p->m->labels[from], receiver = p->m->labels[to];
	struct otfp_buf *b = &p->text;

	b->n = 0;
	if (short_add(b, sender, NAME_TIP) < 0 || otfp_buf_puts(b, " to ") < 0 ||
	    short_add(b, receiver, NAME_TIP) < 0 || otfp_buf_printf(b, ": %s ", p->m->what) < 0)
		return -1;
	return add_value(b, p->m, v);
}

/* ---- the cells ---- */

/* A value in a few characters; without a unit, which the scale has: 1.23k, 4Mi. */
static void put_short(char text[24], const struct matrix *m, double v)
{
	static const char *const bytes[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi"};
	static const char *const counts[] = {"", "k", "M", "G", "T", "P"};
	static const char *const times[] = {"s", "ms", "us", "ns", "ps"};
	const int is_time = m->unit == MATRIX_TICKS && m->resolution;
	const double step = m->unit == MATRIX_BYTES ? 1024 : 1000;
	const char *const *units = m->unit == MATRIX_BYTES ? bytes : counts;
	unsigned i = 0;

	if (is_time) {
		units = times;
		v /= (double)m->resolution;
	}
	for (; is_time && i < 4 && v < 0.9995; i++)
		v *= step;
	for (; !is_time && i < 5 && v >= step * 0.9995; i++)
		v /= step;
	snprintf(text, 24, "%.*f%s", v < 9.995 && v != floor(v) ? 2 : v < 99.95 && v != floor(v), v, units[i]);
}

/* The value of a cell, if there is room for it. */
static void draw_value(const struct plot *p, struct canvas *c, struct spot middle, double v, uint32_t color)
{
	struct font font = {.size = 11, .anchor = ANCHOR_MIDDLE};
	char text[24];
	struct otfp_str all = {text, 0};

	put_short(text, p->m, v);
	all.n = (uint32_t)strlen(text);
	while (font.size > 7 && text_width(all, font.size) > p->cell - 3)
		font.size--;
	if (p->m->n <= NUMBERED && font.size > 7 && p->cell >= font.size + 4)
		canvas_text(c, middle.x, middle.y + font.size * 0.36, &font, color_on(color), all);
}

/* The pixels of a cell: whole ones, so that cells have no seams. */
static double edge_of(const struct plot *p, size_t i)
{
	return round((double)i * p->cell);
}

static void draw_cells(struct plot *p, struct canvas *c)
{
	const struct matrix *m = p->m;

	canvas_rect(c, p->x, p->y, p->side, p->side, &(struct ink){.color = c->theme->band});
	for (size_t i = 0; i < m->n * m->n && c->pen.code == 0; i++) {
		const size_t row = i / m->n, column = i % m->n;
		const double x = edge_of(p, column), y = edge_of(p, row), gap = p->cell >= 8;
		const double w = edge_of(p, column + 1) - x - gap, h = edge_of(p, row + 1) - y - gap;
		uint32_t color;
		if (m->values[i] <= 0 || w <= 0 || h <= 0)
			continue;
		if (make_title(p, row, column, m->values[i]) < 0)
			pen_fail(&c->pen);
		color = color_scale(share_of(p, m->values[i]), c->theme == &theme_dark);
		canvas_rect(c, p->x + x, p->y + y, w, h,
		            &(struct ink){.color = color, .kind = "cell", .title = {p->text.p, p->text.n}});
		draw_value(p, c, (struct spot){p->x + x + w / 2, p->y + y + h / 2}, m->values[i], color);
	}
}

/* The label of process i; empty if there is none. */
static struct otfp_str label_of(const struct plot *p, size_t i)
{
	return i < p->m->n ? labels_rest(p->m->labels[i], p->ends) : (struct otfp_str){"", 0};
}

static void draw_labels(const struct plot *p, struct canvas *c)
{
	const struct font row = {.size = LABEL, .most = p->x - LABEL_SPACE, .anchor = ANCHOR_END, .has_end = 1};
	const struct font column = {.size = LABEL,
	                            .most = UP_MOST,
	                            .is_up = p->is_up,
	                            .anchor = p->is_up ? ANCHOR_START : ANCHOR_MIDDLE,
	                            .has_end = 1};
	const size_t every = (size_t)ceil((LABEL + 3) / p->cell);

	for (size_t i = 0; i < p->m->n; i += every) {
		const struct otfp_str near[] = {label_of(p, i - every), label_of(p, i + every)};
		const double middle = ((double)i + 0.5) * p->cell;
		labels_draw(c, (struct spot){p->x - 6, p->y + middle + 4}, &row, label_of(p, i), near);
		labels_draw(c, (struct spot){p->x + middle + (p->is_up ? 4 : 0), p->y - 5}, &column, label_of(p, i),
		            near);
	}
}

/* ---- the scale ---- */

static void draw_number(struct plot *p, struct canvas *c, double x, double y, double v)
{
	p->text.n = 0;
	if (add_value(&p->text, p->m, v) < 0)
		pen_fail(&c->pen);
	canvas_text(c, x + SCALE + 5, y + 4, &(struct font){.size = LABEL}, c->theme->text,
	            (struct otfp_str){p->text.p, p->text.n});
}

static void draw_scale(struct plot *p, struct canvas *c)
{
	enum { STEPS = 50 };
	const double x = p->x + p->side + SCALE_GAP, height = p->side < 200 ? p->side : 200,
		     low = p->is_log ? p->least : 0;
	const struct font font = {.size = LABEL, .most = RIGHT - 4};

	if (p->most <= 0)
		return;
	for (unsigned i = 0; i < STEPS; i++)
		canvas_rect(c, x, p->y + round(i * height / STEPS), SCALE,
		            round((i + 1) * height / STEPS) - round(i * height / STEPS),
		            &(struct ink){.color = color_scale(1 - (double)i / (STEPS - 1), c->theme == &theme_dark)});
	draw_number(p, c, x, p->y + 6, p->most);
	draw_number(p, c, x, p->y + height / 2, p->is_log ? sqrt(p->most * p->least) : p->most / 2);
	draw_number(p, c, x, p->y + height - 6, low);
	canvas_label(c, x, p->y + height + 20, &font, c->theme->faint, p->m->what);
	if (p->is_log)
		canvas_label(c, x, p->y + height + 36, &font, c->theme->faint, "logarithmic");
}

/* ---- all ---- */

/* Column labels that are wider than a cell read upwards, and need room. */
static double head_of(struct plot *p, double cell)
{
	double width = 0;

	for (size_t i = 0; i < p->m->n; i++)
		width = fmax(width, name_width(label_of(p, i), LABEL));
	p->is_up = width > cell - 4;
	return p->is_up ? fmin(width, UP_MOST) + 12 : 20;
}

static void measure(struct plot *p, double top, double foot, struct canvas_options *o)
{
	const double n = p->m->n ? (double)p->m->n : 1, left = frame_left(o->width),
		     widest = o->width - left - SCALE_GAP - RIGHT;
	double side = o->height > 0 ? widest : fmin(widest, fmax(SIDE, n)), head = 0;

	p->x = left + 20;
	for (unsigned i = 0; i < 2; i++) { /* cells that the head makes smaller may need a higher one */
		head = head_of(p, fmin(side / n, CELL_MOST));
		if (o->height > 0)
			side = fmin(side, o->height - top - head - 24 - foot);
		side = side < 20 ? 20 : side;
	}
	p->cell = fmin(side / n, CELL_MOST);
	p->cell = p->cell >= 1 ? floor(p->cell) : p->cell;
	p->side = round(p->cell * n);
	p->y = top + head;
	if (o->height <= 0)
		o->height = fmax(p->y + p->side + 24, p->y + 250) + foot;
}

static void draw(struct plot *p, struct canvas *c, const struct caption *caption)
{
	const double end = p->y + p->side;
	const struct font sender = {.size = LABEL, .is_up = 1, .anchor = ANCHOR_MIDDLE};
	const struct font receiver = {.size = LABEL, .anchor = ANCHOR_MIDDLE};

	frame_head(c, caption);
	draw_cells(p, c);
	draw_labels(p, c);
	draw_scale(p, c);
	canvas_label(c, 18, p->y + p->side / 2, &sender, c->theme->faint, "sender");
	canvas_label(c, p->x + p->side / 2, end + 16, &receiver, c->theme->faint, "receiver");
	frame_foot(c, caption, NULL, 0, fmax(end + 24, p->y + 250));
}

int matrix_draw(const struct matrix *m, int fd, const char *name, struct otfp_error *err)
{
	struct plot p = {.m = m};
	struct canvas_options o = m->canvas;
	struct canvas c = {0};
	struct caption caption = m->caption;
	struct label_note note;
	int code;

	find_range(&p);
	p.ends = labels_caption(&caption, &note, m->labels, m->n, "processes", frame_left(o.width) + 20 - LABEL_SPACE);
	measure(&p, frame_top(&caption, o.width), frame_height(&caption, NULL, 0, o.width), &o);
	o.title = m->caption.title;
	code = canvas_open(&c, &o, fd, name, err);
	if (code == 0) {
		draw(&p, &c, &caption);
		code = canvas_end(&c);
	}
	canvas_release(&c);
	otfp_buf_release(&p.text);
	return code;
}
