/*
 * counted.h - the values of one counter of one process in an interval.
 *
 * What the values mean is said by the properties of the counter (OTF: type and scope). ACC: they grow, and
 * what matters is the increase from one to the next; with scope LAST or NEXT the value is that increase,
 * since the value before or up to the next. ABS: they are levels, held since the value before (START, LAST) or
 * up to the next (NEXT), or at that instant only (POINT).
 */
#ifndef OTFP_PROFILE_COUNTED_H
#define OTFP_PROFILE_COUNTED_H
#include "profile/wide.h"
#include <stdint.h>

/* A value as its properties read it. */
struct otfp_number {
	int real;
	otfp_signed_wide i; /* not real */
	double d;           /* real */
};

/* Zero-filled is empty. */
struct otfp_counted {
	uint64_t n;
	uint64_t first, last, min, max; /* raw bits */
	struct otfp_number sum, increase;
	uint64_t time;  /* ticks over which it increased */
	double highest; /* increase in a tick */
	int has_highest;
	double weighted, weight; /* of levels: sum of level * ticks, ticks */
	uint64_t parts;          /* merged into it */
};

int otfp_counter_is_level(uint32_t properties);
/** Whether a value tells of the time up to the next one. */
int otfp_counter_is_ahead(uint32_t properties);
struct otfp_number otfp_number_of(uint32_t properties, uint64_t bits);
double otfp_number_real(struct otfp_number n);
/** A value without one before it. */
void otfp_counted_first(struct otfp_counted *c, uint32_t properties, uint64_t bits);
/** A value, `dt` ticks after `before`. */
void otfp_counted_next(struct otfp_counted *c, uint32_t properties, uint64_t before, uint64_t bits, uint64_t dt);
/** A level that holds for dt ticks. */
void otfp_counted_hold(struct otfp_counted *c, uint32_t properties, uint64_t bits, uint64_t dt);
/** Add what another process counted; to be done in the order of the processes, as reals do not add up alike. */
void otfp_counted_merge(struct otfp_counted *c, uint32_t properties, const struct otfp_counted *more);
#endif
