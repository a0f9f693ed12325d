/*
 * dist.h - a distribution: number, sum, least, largest, quantiles.
 *
 * Values are counted in fixed buckets, 64 in each power of two, so that two distributions add up to exactly
 * that of all their values. A quantile is the middle of the bucket of that value, at most 1/128 off, and
 * between least and largest.
 * Values wait for their buckets until there are some, as the way to those is long where there are many
 * distributions. Memory: 64 bytes; where there are more than a few values 128, a byte for each bucket from the
 * least to the largest, and 8 more where one of them has 256 values.
 */
#ifndef OTFP_PROFILE_DIST_H
#define OTFP_PROFILE_DIST_H
#include "profile/wide.h"
#include <stdint.h>

enum { OTFP_BUCKET_BITS = 6, OTFP_NBUCKETS = 59 << OTFP_BUCKET_BITS, OTFP_DIST_FEW = 7, OTFP_DIST_WAIT = 56 };
#define OTFP_BUCKET_MOST (((uint64_t)1 << 52) - 1) /* values that a bucket can count */

/* The counters of the buckets from `from` on. */
struct otfp_buckets {
	uint64_t *high; /* what is above `low`, in units of 256; NULL = nothing is */
	unsigned from, room;
	uint16_t wait[OTFP_DIST_WAIT]; /* buckets of values that are not counted in them yet */
	uint8_t low[];                 /* values modulo 256: small, so that many of them stay in the cache */
};

/* Zero-filled is empty. 64 bytes: a line of the cache. */
struct otfp_dist {
	otfp_wide total;
	uint64_t n, min, max;
	struct otfp_buckets *buckets; /* NULL = none yet */
	uint16_t nwait;               /* in buckets->wait, or in few if there are none */
	uint16_t few[OTFP_DIST_FEW];
};

void otfp_dist_release(struct otfp_dist *d);
/** More values of a bucket; neither number nor sum changes. @return 0, or -1 when memory is out or they are
 * more than OTFP_BUCKET_MOST */
int otfp_dist_count(struct otfp_dist *d, unsigned bucket, uint64_t n);
/** Where there are buckets, nothing waits for them any more: quantiles come faster then. @return as otfp_dist_count */
int otfp_dist_settle(struct otfp_dist *d);
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

/** One more value, but for its bucket. @return the bucket */
static inline unsigned otfp_dist_note(struct otfp_dist *d, uint64_t v)
{
	d->min = d->n == 0 || v < d->min ? v : d->min;
	d->max = v > d->max ? v : d->max;
	d->total += v;
	d->n++;
	return otfp_bucket_of(v);
}

/** One more value. @return as otfp_dist_count */
static inline int otfp_dist_add(struct otfp_dist *d, uint64_t v)
{
	unsigned bucket = otfp_dist_note(d, v);

	if (!d->buckets || d->nwait == OTFP_DIST_WAIT)
		return otfp_dist_count(d, bucket, 1);
	d->buckets->wait[d->nwait++] = (uint16_t)bucket;
	return 0;
}
#endif
