#include "cmd/table/pair.h"

#define MOST (((otfp_wide)1 << 126) - 1) /* larger sums count as this one, so that differences fit */

/* ---- the clock ---- */

static uint64_t divisor_of(uint64_t a, uint64_t b)
{
	while (b) {
		const uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

int pair_clock_set(struct pair_clock *c, const uint64_t resolution[PAIR_SIDES], const int has_times[PAIR_SIDES],
                   struct otfp_error *err)
{
	const uint64_t a = resolution[PAIR_A], b = resolution[PAIR_B];

	if (!a != !b && has_times[a ? PAIR_B : PAIR_A])
		return otfp_fail(err, OTFP_EFAIL,
		                 "%s has no timer resolution: its times cannot be compared with those of %s",
		                 a ? "B" : "A", a ? "A" : "B");
	c->resolution = a > b ? a : b;
	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		const uint64_t own = resolution[side], most = divisor_of(c->resolution, own);
		c->scale[side].up = own ? c->resolution / most : 1;
		c->scale[side].down = own ? own / most : 1;
	}
	return 0;
}

static otfp_wide scaled(const struct pair_scale *s, otfp_wide v)
{
	const otfp_wide whole = v / s->down, rest = v % s->down;

	if (whole > MOST / s->up)
		return MOST;
	return whole * s->up + (rest * s->up + s->down / 2) / s->down;
}

/* ---- numbers ---- */

static void set_whole(struct pair_number *to, otfp_wide v)
{
	to->is = PAIR_WHOLE;
	to->whole = (otfp_signed_wide)(v < MOST ? v : MOST);
}

static void set_signed(struct pair_number *to, otfp_signed_wide v)
{
	set_whole(to, v < 0 ? (otfp_wide)0 - (otfp_wide)v : (otfp_wide)v);
	to->whole = v < 0 ? -to->whole : to->whole;
	to->real = otfp_signed_wide_real(to->whole);
}

struct pair_number pair_number(const struct pair_clock *c, unsigned side, const struct cell_value *v)
{
	const struct pair_scale *s = &c->scale[side];
	struct pair_number to = {.unit = v->unit, .real = v->real};

	switch (v->is) {
	case CELL_WHOLE:
		if (v->unit == OTFP_UNIT_TICKS)
			to.real = v->real * (double)s->up / (double)s->down;
		set_whole(&to, v->unit == OTFP_UNIT_TICKS ? scaled(s, v->whole) : v->whole);
		break;
	case CELL_SIGNED: set_signed(&to, v->signed_whole); break;
	case CELL_REAL: to.is = PAIR_REAL; break;
	default: break;
	}
	return to;
}

struct pair_number pair_ticks(const struct pair_clock *c, unsigned side, otfp_wide ticks)
{
	const struct cell_value v = cell_whole(ticks, OTFP_UNIT_TICKS);

	return pair_number(c, side, &v);
}

struct pair_number pair_difference(const struct pair_number value[PAIR_SIDES], const int has[PAIR_SIDES])
{
	const struct pair_number *a = &value[PAIR_A], *b = &value[PAIR_B];
	struct pair_number to = {.unit = b->is ? b->unit : a->unit, .real = b->real - a->real};

	if ((!a->is && has[PAIR_A]) || (!b->is && has[PAIR_B]) || (!a->is && !b->is))
		return to;
	to.is = a->is == PAIR_REAL || b->is == PAIR_REAL ? PAIR_REAL : PAIR_WHOLE;
	to.whole = b->whole - a->whole;
	return to;
}

int pair_ratio(const struct pair_number value[PAIR_SIDES], double *ratio)
{
	const struct pair_number *a = &value[PAIR_A], *b = &value[PAIR_B];

	if (!a->is || !b->is || a->real == 0)
		return 0;
	*ratio = b->real / a->real;
	return 1;
}

int pair_by_size(const struct pair_number *a, const struct pair_number *b)
{
	const otfp_signed_wide x = a->whole < 0 ? -a->whole : a->whole, y = b->whole < 0 ? -b->whole : b->whole;
	const double p = a->real < 0 ? -a->real : a->real, q = b->real < 0 ? -b->real : b->real;

	if (!a->is || !b->is)
		return !a->is - !b->is;
	if (a->is == PAIR_WHOLE && b->is == PAIR_WHOLE)
		return (x < y) - (x > y);
	return (p < q) - (p > q);
}

/* ---- output ---- */

void pair_cell(const struct pair_number *n, int is_difference, struct cell_value *v)
{
	const int is_signed = is_difference || n->whole < 0;

	*v = (struct cell_value){.is = CELL_NONE, .unit = n->unit, .is_change = is_difference, .real = n->real};
	v->whole = n->whole < 0 ? 0 : (otfp_wide)n->whole;
	v->signed_whole = n->whole;
	if (n->is)
		v->is = is_signed ? CELL_SIGNED : CELL_WHOLE;
	if (n->is == PAIR_REAL)
		v->is = CELL_REAL;
}

int pair_add_change(struct otfp_buf *b, const int has[PAIR_SIDES], const double *ratio)
{
	const double percent = ratio ? (*ratio - 1) * 100 : 0;

	if (!has[PAIR_A] || !has[PAIR_B])
		return otfp_buf_puts(b, has[PAIR_A] ? "only in a" : "only in b");
	if (!ratio)
		return otfp_buf_puts(b, "-");
	return otfp_buf_printf(b, percent > -0.05 && percent < 0.05 ? "0.0%%" : "%+.1f%%", percent);
}

/* Append a time for people, with its unit. @return 0, or -1 when memory is out */
static int add_time(struct otfp_buf *b, const struct pair_clock *c, const struct pair_number *n)
{
	struct cell_value v;

	pair_cell(n, 0, &v);
	if (cell_add_text(b, &v, c->resolution, 0) < 0)
		return -1;
	return c->resolution ? 0 : otfp_buf_puts(b, " ticks");
}

int pair_add_times(struct otfp_buf *b, const struct pair_clock *c, const struct pair_number value[PAIR_SIDES])
{
	double ratio;

	if (add_time(b, c, &value[PAIR_B]) < 0)
		return -1;
	if (!value[PAIR_A].is)
		return otfp_buf_puts(b, ", new");
	if (otfp_buf_puts(b, ", was ") < 0 || add_time(b, c, &value[PAIR_A]) < 0)
		return -1;
	return pair_ratio(value, &ratio) ? otfp_buf_printf(b, ", %+.1f%%", (ratio - 1) * 100) : 0;
}
