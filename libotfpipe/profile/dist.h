/*
 * dist.h - a distribution: number, sum, minimum, maximum, quantiles.
 *
 * Values are counted in fixed buckets, 64 per power of two, so merging two distributions gives exactly the distribution
 * of all their values. A quantile is the middle of the bucket of that value: its relative error is at most 1/128, and
 * it lies between minimum and maximum.
 *
 * A value waits in a small array before it is counted in its bucket: with many distributions the buckets are not in the
 * cache, so counting several at once is faster.
 *
 * Memory: 64 bytes; with more than OTFP_DIST_FEW values 128 more; with more than OTFP_DIST_WAIT a byte per bucket
 * between minimum and maximum, and 8 more per bucket if any bucket has 256 values.
 */
#ifndef OTFP_PROFILE_DIST_H
#define OTFP_PROFILE_DIST_H
#include "base/wide.h"
#include <stddef.h>
#include <stdint.h>

enum { OTFP_BUCKET_BITS = 6, OTFP_NBUCKETS = 59 << OTFP_BUCKET_BITS, OTFP_DIST_FEW = 7, OTFP_DIST_WAIT = 56 };
#define OTFP_BUCKET_MOST (((uint64_t)1 << 52) - 1) /* the largest count of a bucket */

/* Counts of the buckets [from, from + room). */
struct otfp_buckets {
	uint64_t *high;                /* count / 256 by bucket; NULL = all 0 */
	unsigned from, room;           /* room 0: no value is counted */
	uint16_t wait[OTFP_DIST_WAIT]; /* buckets of values that are not counted yet */
	uint8_t low[];                 /* count % 256 by bucket: bytes, so that more of them fit in the cache */
};

/* Zero-filled is empty. 64 bytes: one cache line. */
struct otfp_dist {
	otfp_wide total;
	uint64_t n, min, max;
	struct otfp_buckets *buckets; /* NULL = no more than OTFP_DIST_FEW values */
	uint16_t nwait;               /* used elements of buckets->wait, or of few if buckets is NULL */
	uint16_t few[OTFP_DIST_FEW];
};

/** Free the buckets; *d is empty then. */
void otfp_dist_release(struct otfp_dist *d);
/** The bytes that *d refers to. */
size_t otfp_dist_bytes(const struct otfp_dist *d);
/** Count n more values in a bucket, without changing n, total, min and max. @return 0, or -1 when memory is out or the
 * count would exceed OTFP_BUCKET_MOST */
int otfp_dist_count(struct otfp_dist *d, unsigned bucket, uint64_t n);
/** Count all waiting values, unless all are waiting; this makes quantiles faster. @return as otfp_dist_count */
int otfp_dist_settle(struct otfp_dist *d);
/** Add all of `more`. @return as otfp_dist_count */
int otfp_dist_merge(struct otfp_dist *d, const struct otfp_dist *more);
/** The value that `percent` of the values do not exceed. The distribution must not be empty. */
uint64_t otfp_dist_quantile(const struct otfp_dist *d, unsigned percent);
/** The mean, rounded to nearest, half up. The distribution must not be empty. */
uint64_t otfp_dist_mean(const struct otfp_dist *d);
/** The first bucket >= `bucket` that has values. @return OTFP_NBUCKETS if there is none */
unsigned otfp_dist_next(const struct otfp_dist *d, unsigned bucket);
/** The number of values in a bucket. */
uint64_t otfp_dist_in(const struct otfp_dist *d, unsigned bucket);

/** The bucket of a value. */
static inline unsigned otfp_bucket_of(uint64_t v)
{
	unsigned shift;

	if (v >> OTFP_BUCKET_BITS == 0)
		return (unsigned)v;
	shift = 63 - OTFP_BUCKET_BITS - (unsigned)__builtin_clzll(v);
	return (shift << OTFP_BUCKET_BITS) + (unsigned)(v >> shift);
}

/** Add a value to n, total, min and max, but not to its bucket. @return the bucket */
static inline unsigned otfp_dist_note(struct otfp_dist *d, uint64_t v)
{
	d->min = d->n == 0 || v < d->min ? v : d->min;
	d->max = v > d->max ? v : d->max;
	d->total += v;
	d->n++;
	return otfp_bucket_of(v);
}

/** Let the bucket of a value wait, if there is room for it. @return whether there is */
static inline int otfp_dist_wait(struct otfp_dist *d, unsigned bucket)
{
	if (d->nwait == (d->buckets ? OTFP_DIST_WAIT : OTFP_DIST_FEW))
		return 0;
	(d->buckets ? d->buckets->wait : d->few)[d->nwait++] = (uint16_t)bucket;
	return 1;
}

/** Add a value. @return as otfp_dist_count */
static inline int otfp_dist_add(struct otfp_dist *d, uint64_t v)
{
	unsigned bucket = otfp_dist_note(d, v);

	return otfp_dist_wait(d, bucket) ? 0 : otfp_dist_count(d, bucket, 1);
}
#endif
