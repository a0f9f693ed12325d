/*
 * decimal.h - formats ticks as decimal numbers of seconds or microseconds.
 *
 * Uses integers only. The result is exact if the resolution divides a power of ten; else it is rounded down to so many
 * digits that different ticks stay different. Later ticks never give smaller numbers.
 */
#ifndef OTFP_BASE_DECIMAL_H
#define OTFP_BASE_DECIMAL_H
#include "base/num.h"
#include <stddef.h>
#include <stdint.h>

#define OTFP_DECIMAL_MAX 64 /* bytes for any number */

struct otfp_decimal {
	uint64_t num, den; /* units per tick, num / den in lowest terms */
	uint64_t power;    /* 10^digits */
	unsigned digits;   /* after the point, at most 18; 0: no point */
};

/* The text of a number without its last four digits, for otfp_decimal_put_near. Zero-filled: none. */
struct otfp_decimal_near {
	uint64_t high; /* 1 + ticks / 10000 */
	unsigned n;
	char text[32];
};

/**
 * Prepare the conversion.
 * @param resolution  ticks per second, not 0
 * @param unit  1 for seconds, 1000000 for microseconds
 */
void otfp_decimal_init(struct otfp_decimal *d, uint64_t resolution, uint64_t unit);
/** Write ticks as a number at p, which has room for OTFP_DECIMAL_MAX bytes. @return the byte after it */
char *otfp_decimal_put(const struct otfp_decimal *d, char *p, uint64_t ticks);
/** The same as otfp_decimal_put, faster if most ticks differ from those before in their last four digits only. */
static inline char *otfp_decimal_put_near(const struct otfp_decimal *d, struct otfp_decimal_near *near, char *p,
                                          uint64_t ticks)
{
	const uint64_t high = ticks / 10000;

	if (d->num != 1 || d->den != d->power || d->digits < 4) /* the last digits are not those of the ticks */
		return otfp_decimal_put(d, p, ticks);
	if (near->high != high + 1) {
		near->high = high + 1;
		near->n = (unsigned)(otfp_decimal_put(d, near->text, ticks) - near->text) - 4;
	}
	memcpy(p, near->text, sizeof near->text);
	memcpy(p + near->n, otfp_digits4 + 4 * (ticks - 10000 * high), 4);
	return p + near->n + 4;
}
/** otfp_decimal_put for ticks - base, with a minus if base is later. */
char *otfp_decimal_put_since(const struct otfp_decimal *d, char *p, uint64_t ticks, uint64_t base);
/** @return the greatest common divisor; the other number if one is 0 */
uint64_t otfp_common_divisor(uint64_t a, uint64_t b);
#endif
