#include "profile/counted.h"
#include "record/table.h"
#include "record/value.h"
#include <string.h>

int otfp_counter_is_level(uint32_t properties)
{
	return (properties & OTFP_COUNTER_TYPE) == OTFP_COUNTER_ABS;
}

int otfp_counter_is_ahead(uint32_t properties)
{
	return (properties & OTFP_SCOPE) == OTFP_SCOPE_NEXT;
}

/* Most functions here take the form of the values: where it is a constant, they have no branch for it. */
OTFP_INLINE struct otfp_number number_of(unsigned form, uint64_t bits)
{
	struct otfp_number n = {0};
	uint32_t low = (uint32_t)bits;
	float f;

	switch (form) {
	case OTFP_FORM_RAW: n.v.i = bits; break;
	case OTFP_FORM_SIGNED: n.v.i = (int64_t)bits; break;
	case OTFP_FORM_DOUBLE:
		n.real = 1;
		memcpy(&n.v.d, &bits, sizeof n.v.d);
		break;
	case OTFP_FORM_FLOAT:
		n.real = 1;
		memcpy(&f, &low, sizeof f);
		n.v.d = f;
		break;
	}
	return n;
}

struct otfp_number otfp_number_of(uint32_t properties, uint64_t bits)
{
	return number_of(otfp_value_form(properties), bits);
}

static inline double number_real(struct otfp_number n)
{
	if (n.real)
		return n.v.d;
	return (int64_t)n.v.i == n.v.i /* the CPU converts 64 bits directly */ ? (double)(int64_t)n.v.i :
	                                                                         otfp_signed_wide_real(n.v.i);
}

double otfp_number_real(struct otfp_number n)
{
	return number_real(n);
}

static inline void add(union otfp_numeral *to, struct otfp_number n)
{
	if (n.real)
		to->d += n.v.d;
	else
		to->i = (otfp_signed_wide)((otfp_wide)to->i + (otfp_wide)n.v.i); /* 2^63 values cannot overflow it */
}

struct otfp_number otfp_counted_sum(const struct otfp_counted *c)
{
	return (struct otfp_number){c->sum, c->real};
}

struct otfp_number otfp_counted_increase(const struct otfp_counted *c)
{
	return (struct otfp_number){c->increase, c->real};
}

OTFP_INLINE int is_less(unsigned form, uint64_t a, uint64_t b)
{
	switch (form) {
	case OTFP_FORM_RAW: return a < b;
	case OTFP_FORM_SIGNED: return (int64_t)a < (int64_t)b;
	default: return number_of(form, a).v.d < number_of(form, b).v.d;
	}
}

OTFP_INLINE void take_value(struct otfp_counted *c, unsigned form, uint64_t bits)
{
	if (c->n++ == 0)
		c->first = c->min = c->max = bits;
	c->last = bits;
	if (is_less(form, bits, c->min))
		c->min = bits;
	if (is_less(form, c->max, bits))
		c->max = bits;
	add(&c->sum, number_of(form, bits));
	c->real = number_of(form, bits).real != 0;
	c->parts = 1;
}

void otfp_counted_first(struct otfp_counted *c, uint32_t properties, uint64_t bits)
{
	take_value(c, otfp_value_form(properties), bits);
}

/* The increase of a counter of type ACC between two values. */
OTFP_INLINE struct otfp_number increase(uint32_t properties, unsigned form, uint64_t before, uint64_t bits)
{
	struct otfp_number was = number_of(form, before), is = number_of(form, bits);

	if ((properties & OTFP_SCOPE) == OTFP_SCOPE_LAST)
		return is;
	if ((properties & OTFP_SCOPE) == OTFP_SCOPE_NEXT)
		return was;
	if (is.real)
		is.v.d -= was.v.d;
	else
		is.v.i -= was.v.i;
	return is;
}

static inline void grow(struct otfp_counted *c, struct otfp_number by, uint64_t dt)
{
	double rate;

	add(&c->increase, by);
	c->time += dt;
	if (dt == 0)
		return;
	rate = number_real(by) / (double)dt;
	if (!c->has_highest || rate > c->highest)
		c->highest = rate;
	c->has_highest = 1;
}

OTFP_INLINE void next(struct otfp_counted *c, uint32_t properties, unsigned form, uint64_t before, uint64_t bits,
                      uint64_t dt)
{
	take_value(c, form, bits);
	if (!otfp_counter_is_level(properties))
		grow(c, increase(properties, form, before, bits), dt);
}

void otfp_counted_next(struct otfp_counted *c, uint32_t properties, uint64_t before, uint64_t bits, uint64_t dt)
{
	switch (otfp_value_form(properties)) {
	case OTFP_FORM_RAW: next(c, properties, OTFP_FORM_RAW, before, bits, dt); break;
	case OTFP_FORM_SIGNED: next(c, properties, OTFP_FORM_SIGNED, before, bits, dt); break;
	case OTFP_FORM_DOUBLE: next(c, properties, OTFP_FORM_DOUBLE, before, bits, dt); break;
	case OTFP_FORM_FLOAT: next(c, properties, OTFP_FORM_FLOAT, before, bits, dt); break;
	}
}

void otfp_counted_hold(struct otfp_counted *c, uint32_t properties, uint64_t bits, uint64_t dt)
{
	c->weighted += otfp_number_real(otfp_number_of(properties, bits)) * (double)dt;
	c->weight += (double)dt;
	c->parts = 1;
}

static void merge_range(struct otfp_counted *c, uint32_t properties, const struct otfp_counted *more)
{
	const unsigned form = otfp_value_form(properties);

	if (c->n == 0 || is_less(form, more->min, c->min))
		c->min = more->min;
	if (c->n == 0 || is_less(form, c->max, more->max))
		c->max = more->max;
	c->first = c->n ? c->first : more->first;
	c->last = more->last;
	c->n += more->n;
}

void otfp_counted_merge(struct otfp_counted *c, uint32_t properties, const struct otfp_counted *more)
{
	if (more->n)
		merge_range(c, properties, more);
	add(&c->sum, otfp_counted_sum(more));
	add(&c->increase, otfp_counted_increase(more));
	c->real |= more->real;
	c->time += more->time;
	if (more->has_highest && (!c->has_highest || more->highest > c->highest))
		c->highest = more->highest;
	c->has_highest |= more->has_highest;
	c->weighted += more->weighted;
	c->weight += more->weight;
	c->parts += more->parts;
}
