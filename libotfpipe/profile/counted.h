/*
 * counted.h - statistics of one counter of one process in an interval.
 *
 * The properties of the counter (OTF specification, A.1.22: type and scope) give the meaning of its values. ACC: values
 * accumulate, and the increase between two values counts; with scope LAST or NEXT the value itself is the increase
 * since the previous value or up to the next one. ABS: values are levels that hold since the previous value (START,
 * LAST), up to the next one (NEXT), or at that instant only (POINT).
 */
#ifndef OTFP_PROFILE_COUNTED_H
#define OTFP_PROFILE_COUNTED_H
#include "base/wide.h"
#include <stdint.h>

/* A value interpreted by the properties of its counter. */
struct otfp_number {
	union otfp_numeral {
		otfp_signed_wide i; /* if !real */
		double d;           /* if real */
	} v;
	int real;
};

/* Zero-filled is empty. There is one for each counter of each process: 112 bytes. */
struct otfp_counted {
	uint64_t n;
	uint64_t first, last, min, max; /* raw bits of values */
	uint64_t time;                  /* ticks covered by `increase` */
	double highest;                 /* highest increase per tick, if has_highest */
	double weighted, weight;        /* of levels: sum of level * ticks; sum of ticks */
	uint32_t parts;                 /* number of processes merged into it */
	uint8_t has_highest, real;      /* real: sum and increase are */
	union otfp_numeral sum, increase;
};

/** Whether the counter has type ABS. */
int otfp_counter_is_level(uint32_t properties);
/** Whether a value describes the time up to the next value (scope NEXT). */
int otfp_counter_is_ahead(uint32_t properties);
/** Interpret the raw bits of a value. */
struct otfp_number otfp_number_of(uint32_t properties, uint64_t bits);
/** The number as a double, rounded to nearest. */
double otfp_number_real(struct otfp_number n);
/** The sum of all values. */
struct otfp_number otfp_counted_sum(const struct otfp_counted *c);
/** By how much the values have increased. */
struct otfp_number otfp_counted_increase(const struct otfp_counted *c);
/** Take the first value. */
void otfp_counted_first(struct otfp_counted *c, uint32_t properties, uint64_t bits);
/** Take a value, `dt` ticks after the value `before`. */
void otfp_counted_next(struct otfp_counted *c, uint32_t properties, uint64_t before, uint64_t bits, uint64_t dt);
/** Take a level that holds for dt ticks. */
void otfp_counted_hold(struct otfp_counted *c, uint32_t properties, uint64_t bits, uint64_t dt);
/** Add the statistics of another process. Call in the order of the processes: sums of reals depend on the order. */
void otfp_counted_merge(struct otfp_counted *c, uint32_t properties, const struct otfp_counted *more);
#endif
