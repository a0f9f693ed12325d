/*
 * rates.h - private to carry.c: fractions by class of waits, and shares of ticks.
 *
 * A rate is a fraction with 64 bits behind the point, a share one with 32 (OTFP_ROOT_FRACTION).
 */
#ifndef OTFP_WAIT_RATES_H
#define OTFP_WAIT_RATES_H
#include "wait/causes.h"

struct wait_rate {
	otfp_wide rate;
	uint32_t class;
};

/* By class. Zero-filled is empty. */
struct wait_rates {
	struct wait_rate *p;
	uint32_t n, cap;
};

/** Free all. @param used  bytes of all such arrays: updated, as by the others */
void otfp_wait_rates_release(struct wait_rates *r, size_t *used);
/** Add to a class. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_rates_put(struct wait_rates *r, uint32_t class, otfp_wide rate, size_t *used);
/** Add all rates of another one. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_rates_add(struct wait_rates *r, const struct wait_rates *from, size_t *used);
/** Take away rates that were added. */
void otfp_wait_rates_subtract(struct wait_rates *r, const struct wait_rates *from);

/** What the ticks get at a rate. */
static inline otfp_wide wait_share_at(otfp_wide rate, uint64_t ticks)
{
	const uint64_t whole = (uint64_t)(rate >> 64);

	return ((otfp_wide)(uint64_t)rate * ticks >> (64 - OTFP_ROOT_FRACTION)) +
	       (whole ? (otfp_wide)whole * ticks << OTFP_ROOT_FRACTION : 0);
}

/** The rate at which so many ticks get a share in all. */
static inline otfp_wide wait_rate_of(otfp_wide share, uint64_t ticks)
{
	enum { MORE = 64 - OTFP_ROOT_FRACTION };

	if (share >> 96 == 0)
		return (share << MORE) / ticks;
	return (share / ticks << MORE) + (share % ticks << MORE) / ticks;
}
#endif
