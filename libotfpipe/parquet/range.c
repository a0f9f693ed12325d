#include "parquet/range.h"
#include "base/order.h"
#include "parquet/bytes.h"

/* longer texts are not in statistics */
enum { LONG = 64 };

#define SIGN ((uint64_t)1 << 63)

/* A number that has the order of the value. */
static uint64_t key_of(enum otfp_parquet_type type, uint64_t v)
{
	if (type == OTFP_PARQUET_REAL)
		return v & SIGN ? ~v : v | SIGN;
	return type == OTFP_PARQUET_SIGNED ? v ^ SIGN : v;
}

static uint64_t value_of(enum otfp_parquet_type type, uint64_t key)
{
	if (type == OTFP_PARQUET_REAL)
		return key & SIGN ? key ^ SIGN : ~key;
	return type == OTFP_PARQUET_SIGNED ? key ^ SIGN : key;
}

static int is_nan(uint64_t v)
{
	return (v & ~SIGN) > UINT64_C(0x7ff0000000000000);
}

/* Readers may take -0 for equal to 0: the one is the minimum, the other the maximum. */
static void widen_zeros(struct otfp_parquet_range *r)
{
	if (r->min == 0)
		r->min = SIGN;
	if (r->max == SIGN)
		r->max = 0;
}

static struct otfp_parquet_range of_numbers(enum otfp_parquet_type type, const uint64_t *v, size_t n)
{
	struct otfp_parquet_range r = {.has = n > 0};
	uint64_t min = UINT64_MAX, max = 0;

	for (size_t i = 0; i < n; i++) {
		const uint64_t key = key_of(type, v[i]);
		min = key < min ? key : min;
		max = key > max ? key : max;
	}
	r.min = value_of(type, min);
	r.max = value_of(type, max);
	if (type == OTFP_PARQUET_REAL && n) {
		r.is_unknown = is_nan(r.min) || is_nan(r.max); /* NaN have the outermost keys */
		widen_zeros(&r);
	}
	return r;
}

/* By unsigned bytes; the shorter first. */
static int compare_texts(const struct otfp_parquet_domain *d, uint64_t a, uint64_t b)
{
	return otfp_order_text(d->texts->strings[a - 1].text, d->texts->strings[b - 1].text);
}

static int is_before(const struct otfp_parquet_domain *d, uint64_t a, uint64_t b)
{
	if (otfp_parquet_is_text(d->column))
		return compare_texts(d, a, b) < 0;
	return key_of(d->column->type, a) < key_of(d->column->type, b);
}

void otfp_range_add(const struct otfp_parquet_domain *d, struct otfp_parquet_range *r,
                    const struct otfp_parquet_range *other)
{
	const int is_unknown = r->is_unknown || other->is_unknown;

	if (other->has && !r->has)
		*r = *other;
	if (other->has && is_before(d, other->min, r->min))
		r->min = other->min;
	if (other->has && is_before(d, r->max, other->max))
		r->max = other->max;
	r->is_unknown = is_unknown;
}

static struct otfp_parquet_range of_texts(const struct otfp_parquet_domain *d, const uint64_t *values, size_t n)
{
	struct otfp_parquet_range r = {0};

	for (size_t i = 0; i < n; i++)
		otfp_range_add(d, &r, &(struct otfp_parquet_range){values[i], values[i], 1, 0});
	return r;
}

struct otfp_parquet_range otfp_range_of(const struct otfp_parquet_domain *d, const uint64_t *values, size_t n)
{
	if (otfp_parquet_is_text(d->column))
		return of_texts(d, values, n);
	switch (d->column->type) { /* each is a loop of its own, without a branch */
	case OTFP_PARQUET_REAL: return of_numbers(OTFP_PARQUET_REAL, values, n);
	case OTFP_PARQUET_SIGNED: return of_numbers(OTFP_PARQUET_SIGNED, values, n);
	default: return of_numbers(OTFP_PARQUET_UNSIGNED, values, n);
	}
}

const void *otfp_range_bytes(const struct otfp_parquet_domain *d, uint64_t value, uint8_t room[8], size_t *n)
{
	if (!otfp_parquet_is_text(d->column)) {
		*n = (size_t)(otfp_put_low_bytes(room, value, 8) - room);
		return room;
	}
	*n = d->texts->strings[value - 1].text.n;
	return *n <= LONG ? d->texts->strings[value - 1].text.p : NULL;
}
