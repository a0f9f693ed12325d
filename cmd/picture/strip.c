#include "cmd/picture/strip.h"
#include "cmd/picture/axis.h"
#include "cmd/picture/panel.h"
#include "cmd/picture/paragraph.h"
#include "cmd/picture/range.h"
#include "cmd/text/safe.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LABEL = 10, STEP_LEAST = 22, HEAD = 18 /* of one line */, HEAD_LINE = 14, HEAD_RIGHT = 8 };

/* @return 0, or -1 when memory is out */
static int make_range(const struct strip *s, struct value_range *r)
{
	return range_make(r, s->counter, fmax(floor(s->height / STEP_LEAST), 1), s->is_log);
}

static struct value_range range_of(const struct strip *s, struct canvas *c)
{
	struct value_range r;

	if (make_range(s, &r) < 0)
		pen_fail(&c->pen);
	return r;
}

static double height_of(const struct strip *s, const struct value_range *r, double value)
{
	return s->y + s->height - range_place(r, value) * s->height;
}

/* A number with a letter for its power of 1000. */
static void put_value(char text[40], double v, double step)
{
	static const struct {
		double power;
		const char *letter;
	} powers[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
	const double size = fmax(fabs(v), step);

	for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
		if (size >= powers[i].power) {
			snprintf(text, 40, "%.4g%s", v / powers[i].power, v != 0 ? powers[i].letter : "");
			return;
		}
	snprintf(text, 40, "%.6g", fabs(v) < step * 1e-6 ? 0 : v);
}

static void draw_numbers(const struct strip *s, struct canvas *c, const struct value_range *r)
{
	const struct font number = {.size = LABEL, .most = s->x - 12, .anchor = ANCHOR_END};
	char text[40];
	double v;

	for (unsigned i = 0; range_number(r, i, &v); i++) {
		const double y = round(height_of(s, r, v));
		canvas_rect(c, s->x, y < s->y + s->height ? y : y - 1, s->width, 1,
		            &(struct ink){.color = c->theme->grid});
		put_value(text, v, r->is_log ? v : r->step);
		canvas_label(c, s->x - 6, y + 4, &number, c->theme->text, text);
	}
}

/* What the axis does not show as it is. @return 0, or -1 when memory is out */
static int add_scale(struct otfp_buf *b, const struct strip *s, const struct value_range *r)
{
	char most[40];

	if (r->is_log)
		return otfp_buf_puts(b, "; logarithmic");
	if (!r->ncut)
		return 0;
	put_value(most, s->counter->most, 0);
	return otfp_buf_printf(b, "; cut: %zu of %zu values %s higher, up to %s (otf-draw --log shows all)", r->ncut,
	                       r->n, r->ncut == 1 ? "is" : "are", most);
}

/* @return 0, or -1 when memory is out */
static int add_head(struct otfp_buf *b, const struct strip *s, const struct value_range *r)
{
	const struct otfp_str unit = s->counter->unit;

	if (short_add(b, s->counter->name, NAME_LONG) < 0 ||
	    (unit.n && (otfp_buf_puts(b, ", ") < 0 || short_add(b, unit, NAME_LONG) < 0)) ||
	    (s->counter->is_rate && otfp_buf_puts(b, s->t->resolution ? " per second" : " per tick") < 0))
		return -1;
	return add_scale(b, s, r);
}

/* With c NULL the lines are only counted. @return their number */
static unsigned put_head(const struct strip *s, struct canvas *c, struct otfp_str text, double width)
{
	struct paragraph p = {.x = s->x, .step = HEAD_LINE, .font = {.size = 11, .is_bold = 1}};
	unsigned lines;

	p.font.most = width - s->x - HEAD_RIGHT;
	lines = paragraph_draw(NULL, &p, text);
	if (!c)
		return lines;
	p.y = s->y - 5 - (lines - 1.0) * HEAD_LINE;
	p.color = c->theme->text;
	return paragraph_draw(c, &p, text);
}

double strip_head(const struct strip *s, double width)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	struct value_range r;
	const int rc = make_range(s, &r) < 0 ? -1 : add_head(&b, s, &r);
	const unsigned lines = rc < 0 ? 0 : put_head(s, NULL, (struct otfp_str){b.p, b.n}, width);

	otfp_buf_release(&b);
	return rc < 0 ? -1 : HEAD + (lines > 1 ? (lines - 1) * (double)HEAD_LINE : 0);
}

void strip_ground(const struct strip *s, struct canvas *c)
{
	const struct value_range r = range_of(s, c);
	struct otfp_buf b = OTFP_BUF_INIT;

	if (c->pen.code)
		return;
	canvas_rect(c, s->x, s->y, s->width, s->height, &(struct ink){.color = c->theme->band});
	draw_numbers(s, c, &r);
	if (add_head(&b, s, &r) < 0)
		pen_fail(&c->pen);
	else
		put_head(s, c, (struct otfp_str){b.p, b.n}, c->width);
	otfp_buf_release(&b);
}

static struct otfp_str name_of(const struct strip *s, const struct otfp_curve *curve, char *text, size_t size)
{
	return process_label(&s->t->names, curve->process, text, size);
}

/* A level holds until the next one, a rate is that since the one before; a column has a line from its least to its most
 * value. */
static size_t make_spots(const struct strip *s, const struct value_range *r, const struct otfp_curve *curve,
                         struct spot *to)
{
	size_t n = 0;
	double y = 0;

	for (size_t i = 0; i < curve->n; i++) {
		const struct otfp_curve_point *p = &curve->points[i];
		const double x = s->x + p->column + 0.5;
		const float values[] = {p->first, p->least, p->most, p->last};
		if (i && s->counter->is_rate)
			y = height_of(s, r, (double)values[0]);
		if (i)
			to[n] = (struct spot){s->counter->is_rate ? to[n - 1].x : x, y};
		n += i != 0;
		for (unsigned k = 0; k < 4; k++)
			if (!k || values[k] != values[k - 1]) {
				y = height_of(s, r, (double)values[k]);
				to[n++] = (struct spot){x, y};
			}
	}
	if (n && !s->counter->is_rate)
		to[n++] = (struct spot){s->x + s->width, y};
	return n;
}

/* Whether b is on the way from a to c, along an axis. */
static int is_between(const struct spot *a, const struct spot *b, const struct spot *c)
{
	if (a->x == b->x && b->x == c->x)
		return (b->y - a->y) * (c->y - b->y) >= 0;
	return a->y == b->y && b->y == c->y;
}

/* Round to quarters of pixels and leave out what cannot be seen then. @return the number of spots that stay */
static size_t thin_out(struct spot *spots, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		const struct spot at = {spots[i].x, round(spots[i].y * 4) / 4};
		if (kept > 1 && is_between(&spots[kept - 2], &spots[kept - 1], &at))
			kept--;
		spots[kept++] = at;
	}
	return kept;
}

static void draw_curve(const struct strip *s, struct canvas *c, const struct value_range *r,
                       const struct otfp_curve *curve)
{
	struct spot *spots = malloc((curve->n * 5 + 1) * sizeof *spots);
	char text[24];
	const struct otfp_str name = name_of(s, curve, text, sizeof text);
	struct otfp_buf title = OTFP_BUF_INIT;

	if (!spots || short_add(&title, name, NAME_TIP) < 0)
		pen_fail(&c->pen);
	else
		canvas_path(c, spots, thin_out(spots, make_spots(s, r, curve, spots)), 1.3,
		            &(struct ink){.color = colors_of(c->colors, name).color,
		                          .kind = "curve",
		                          .title = {title.p, title.n}});
	otfp_buf_release(&title);
	free(spots);
}

void strip_draw(const struct strip *s, struct canvas *c)
{
	const struct value_range r = range_of(s, c);

	for (size_t i = 0; i < s->counter->n && c->pen.code == 0; i++)
		draw_curve(s, c, &r, &s->counter->curves[i]);
}

int strip_names(const struct otfp_timeline *t, const struct otfp_curves *curves, struct colors *colors)
{
	char text[24];
	int rc = 0;

	for (size_t k = 0; k < curves->n; k++)
		for (size_t m = 0; m < curves->counters[k].n && rc == 0; m++)
			rc = colors_add(colors, process_label(&t->names, curves->counters[k].curves[m].process, text,
			                                      sizeof text));
	return rc;
}

size_t strip_legend(const struct otfp_timeline *t, const struct otfp_curves *curves, const struct colors *colors,
                    struct legend_entry *to)
{
	size_t n = 0;

	for (size_t i = 0; i < t->nrows; i++) {
		const struct otfp_definition *d = otfp_names_find(&t->names, OTFP_NAMED_PROCESS,
		                                                  otfp_names_ref(&t->names, OTFP_NAMED_PROCESS,
		                                                                 t->rows[i].first, t->rows[i].first));
		int is_shown = 0;
		for (size_t k = 0; k < curves->n && !is_shown; k++)
			for (size_t m = 0; m < curves->counters[k].n && !is_shown; m++)
				is_shown = curves->counters[k].curves[m].process == t->rows[i].first;
		if (is_shown && d && d->name.n)
			to[n++] = legend_entry(colors, d->name, -1);
	}
	return n;
}
