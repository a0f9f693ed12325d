/*
 * decimal.h - ticks as decimal numbers of seconds or microseconds.
 *
 * In integers only: exact where the resolution divides a power of ten, else rounded down to as many digits as keep
 * different ticks different. Later ticks never give smaller numbers.
 */
#ifndef OTFP_BASE_DECIMAL_H
#define OTFP_BASE_DECIMAL_H
#include <stddef.h>
#include <stdint.h>

#define OTFP_DECIMAL_MAX 64 /* room for any number */

struct otfp_decimal {
	uint64_t num, den; /* of a tick, in lowest terms */
	uint64_t power;    /* 10^digits */
	unsigned digits;   /* behind the point; 0 = there is no point, 18 at most */
};

/** @param resolution  ticks per second, not 0
 * @param unit  1 for seconds, 1000000 for microseconds */
void otfp_decimal_init(struct otfp_decimal *d, uint64_t resolution, uint64_t unit);
/** ticks as a number at p, which has that room. @return first byte behind */
char *otfp_decimal_put(const struct otfp_decimal *d, char *p, uint64_t ticks);
/** ticks - base, with a minus where base is later. */
char *otfp_decimal_put_since(const struct otfp_decimal *d, char *p, uint64_t ticks, uint64_t base);
#endif
