/*
 * dist.h - a distribution: number, sum, least, largest, quantiles.
 *
 * Values are counted in fixed buckets, 64 in each power of two, so that two distributions add up to exactly
 * that of all their values. A quantile is the middle of the bucket of that value, at most 1/128 off, and
 * between least and largest. Memory: 8 to 16 bytes for each bucket in use.
 */
#ifndef OTFP_DIST_H
#define OTFP_DIST_H
#include "stat/wide.h"
#include <stdint.h>

enum { OTFP_BUCKET_BITS = 6, OTFP_NBUCKETS = 59 << OTFP_BUCKET_BITS };
#define OTFP_BUCKET_MOST (((uint64_t)1 << 52) - 1) /* values that a bucket can count */

/* Zero-filled is empty. */
struct otfp_dist {
	uint64_t n, min, max;
	otfp_wide total;
	uint64_t *slots; /* open addressing: bucket + 1 in the upper 12 bits, its number in the others; 0 = free */
	uint32_t used, cap;
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
/** The buckets in use, ascending, into room for d->used of them. */
struct otfp_bucket {
	unsigned bucket;
	uint64_t n;
};
void otfp_dist_buckets(const struct otfp_dist *d, struct otfp_bucket *to);

static inline unsigned otfp_bucket_of(uint64_t v)
{
	unsigned shift;

	if (v >> OTFP_BUCKET_BITS == 0)
		return (unsigned)v;
	shift = 63 - OTFP_BUCKET_BITS - (unsigned)__builtin_clzll(v);
	return (shift << OTFP_BUCKET_BITS) + (unsigned)(v >> shift);
}

static inline uint32_t otfp_bucket_slot(unsigned bucket)
{
	return (bucket * 0x9e3779b1u) >> 12;
}

/** One more value. @return as otfp_dist_count */
static inline int otfp_dist_add(struct otfp_dist *d, uint64_t v)
{
	unsigned bucket = otfp_bucket_of(v);

	d->min = d->n == 0 || v < d->min ? v : d->min;
	d->max = v > d->max ? v : d->max;
	d->total += v;
	d->n++;
	if (d->cap)
		for (uint32_t i = otfp_bucket_slot(bucket);; i++) {
			uint64_t *slot = &d->slots[i & (d->cap - 1)];
			if (*slot >> 52 == bucket + 1 && (*slot & OTFP_BUCKET_MOST) < OTFP_BUCKET_MOST) {
				++*slot;
				return 0;
			}
			if (*slot == 0 || *slot >> 52 == bucket + 1)
				break;
		}
	return otfp_dist_count(d, bucket, 1);
}
#endif
