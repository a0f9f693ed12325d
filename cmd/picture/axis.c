#include "cmd/picture/axis.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LABEL = 11, LABEL_WIDTH = 80 };

static const struct {
	const char *name;
	double seconds;
} units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}};

double axis_step(double v)
{
	static const double steps[] = {1, 2, 5};
	const double power = pow(10, floor(log10(v)));

	for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
		if (v / power <= steps[i] + 1e-7)
			return power * steps[i];
	return power * 10;
}

/* The unit in which the span is a number of at least 2, and ticks in it. */
static double choose_unit(struct axis *a, const struct axis_options *o)
{
	const double seconds = o->resolution ? (double)(o->to - o->from) / (double)o->resolution : 0;
	size_t i = 0;

	a->unit = "ticks";
	if (!o->resolution)
		return 1;
	while (i + 1 < sizeof units / sizeof *units && seconds < 2 * units[i].seconds)
		i++;
	a->unit = units[i].name;
	return 1 / (double)o->resolution / units[i].seconds;
}

static void make_caption(struct axis *a, const struct axis_options *o, double offset)
{
	const char *since = o->is_absolute ? "" : " since the first event";

	if (offset > 0 && o->resolution)
		snprintf(a->caption, sizeof a->caption, "%s after %.9f s%s", a->unit, offset / (double)o->resolution,
		         since);
	else if (offset > 0)
		snprintf(a->caption, sizeof a->caption, "%s after %.0f%s", a->unit, offset, since);
	else
		snprintf(a->caption, sizeof a->caption, "%s%s", a->unit, since);
}

void axis_make(struct axis *a, const struct axis_options *o)
{
	const uint64_t base = o->is_absolute ? 0 : o->base;
	const double since = o->from >= base ? (double)(o->from - base) : -(double)(base - o->from);
	const double span = (double)(o->to - o->from), per_tick = choose_unit(a, o);
	const double steps = floor(o->width / LABEL_WIDTH);
	int is_offset;

	a->x = o->x;
	a->width = o->width;
	a->span = span * per_tick;
	a->step = axis_step(a->span / (steps < 2 ? 2 : steps));
	is_offset = since * per_tick / a->step > 1e5; /* numbers that share their first digits */
	a->from = is_offset ? 0 : since * per_tick;
	a->digits = a->step < 0.999 ? (unsigned)ceil(-log10(a->step) - 1e-9) : 0;
	make_caption(a, o, is_offset ? since : 0);
}

/* Where number i of the axis is, and its value. @return whether there is one */
static int place_of(const struct axis *a, unsigned i, double *x, double *value)
{
	const double first = ceil(a->from / a->step - 1e-9);

	*value = (first + i) * a->step;
	*x = a->x + (*value - a->from) / a->span * a->width;
	return *x <= a->x + a->width + 0.01;
}

void axis_grid(const struct axis *a, struct canvas *c, double y, double height)
{
	double x, value;

	for (unsigned i = 0; place_of(a, i, &x, &value); i++)
		canvas_rect(c, round(x), y, 1, height, &(struct ink){.color = c->theme->grid});
}

/* The middle of a number at x, so that it is whole within the picture. */
static double inside_of(const struct canvas *c, double x, const char *text)
{
	const double half = text_width((struct otfp_str){text, strlen(text)}, LABEL) / 2 + 1;

	return fmax(fmin(x, c->width - half), half);
}

void axis_draw(const struct axis *a, struct canvas *c, double y)
{
	const struct font number = {.size = LABEL, .anchor = ANCHOR_MIDDLE};
	const struct font caption = {.size = LABEL, .most = a->x + a->width - 4, .anchor = ANCHOR_END};
	char text[40];
	double x, value;

	for (unsigned i = 0; place_of(a, i, &x, &value); i++) {
		canvas_rect(c, round(x), y, 1, 4, &(struct ink){.color = c->theme->faint});
		snprintf(text, sizeof text, "%.*f", (int)a->digits, value == 0 ? 0 : value);
		canvas_label(c, inside_of(c, round(x) + 0.5, text), y + 16, &number, c->theme->text, text);
	}
	canvas_label(c, a->x + a->width, y + 31, &caption, c->theme->faint, a->caption);
}
