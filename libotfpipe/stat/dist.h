/*
 * dist.h - a distribution: number, sum, least, largest, quantiles.
 *
 * Values are counted in fixed buckets, 64 in each power of two, so that two distributions add up to exactly
 * that of all their values. A quantile is the middle of the bucket of that value, at most 1/128 off, and
 * between least and largest. Memory: 96 bytes; where there are more than some few values 2 bytes for each
 * bucket from the least to the largest, and 8 more where one of them has 65536 values.
 */
#ifndef OTFP_DIST_H
#define OTFP_DIST_H
#include "stat/wide.h"
#include <stdint.h>

enum { OTFP_BUCKET_BITS = 6, OTFP_NBUCKETS = 59 << OTFP_BUCKET_BITS, OTFP_DIST_FEW = 12 };
#define OTFP_BUCKET_MOST (((uint64_t)1 << 52) - 1) /* values that a bucket can count */

/* Zero-filled is empty. */
struct otfp_dist {
	uint64_t n, min, max;
	otfp_wide total;
	uint16_t *low;  /* values of each bucket from `from` on, modulo 65536; NULL: they stand in `few` */
	uint64_t *high; /* what is above, in units of 65536; NULL = nothing is */
	uint16_t from, room, nfew;
	uint16_t few[OTFP_DIST_FEW]; /* the bucket of each value */
};

void otfp_dist_release(struct otfp_dist *d);
/** More values of a bucket; neither number nor sum changes. @return 0, or -1 when memory is out or they are
 * more than OTFP_BUCKET_MOST */
int otfp_dist_count(struct otfp_dist *d, unsigned bucket, uint64_t n);
/** Add all of `more`. @return as otfp_dist_count */
int otfp_dist_merge(struct otfp_dist *d, const struct otfp_dist *more);
/** The value below or at which `percent` of the values are. There is one at least. */
uint64_t otfp_dist_quantile(const struct otfp_dist *d, unsigned percent);
/** Sum / number, rounded to the nearest, half up. There is one value at least. */
uint64_t otfp_dist_mean(const struct otfp_dist *d);
/** The first bucket from `bucket` on that has values. @return OTFP_NBUCKETS if there is none */
unsigned otfp_dist_next(const struct otfp_dist *d, unsigned bucket);
/** The values of a bucket. */
uint64_t otfp_dist_in(const struct otfp_dist *d, unsigned bucket);

static inline unsigned otfp_bucket_of(uint64_t v)
{
	unsigned shift;

	if (v >> OTFP_BUCKET_BITS == 0)
		return (unsigned)v;
	shift = 63 - OTFP_BUCKET_BITS - (unsigned)__builtin_clzll(v);
	return (shift << OTFP_BUCKET_BITS) + (unsigned)(v >> shift);
}

/** One more value. @return as otfp_dist_count */
static inline int otfp_dist_add(struct otfp_dist *d, uint64_t v)
{
	unsigned bucket = otfp_bucket_of(v), i = bucket - d->from;

	d->min = d->n == 0 || v < d->min ? v : d->min;
	d->max = v > d->max ? v : d->max;
	d->total += v;
	d->n++;
	if (i < d->room && d->low[i] != UINT16_MAX) {
		d->low[i]++;
		return 0;
	}
	return otfp_dist_count(d, bucket, 1);
}
#endif
