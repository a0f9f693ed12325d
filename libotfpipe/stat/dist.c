#include "stat/dist.h"
#include <stdlib.h>
#include <string.h>

void otfp_dist_release(struct otfp_dist *d)
{
	free(d->slots);
	memset(d, 0, sizeof *d);
}

/* The slot of a bucket, or the free one for it. */
static uint64_t *slot_of(const struct otfp_dist *d, unsigned bucket)
{
	for (uint32_t i = otfp_bucket_slot(bucket);; i++) {
		uint64_t *slot = &d->slots[i & (d->cap - 1)];
		if (*slot == 0 || *slot >> 52 == bucket + 1)
			return slot;
	}
}

static int grow(struct otfp_dist *d)
{
	struct otfp_dist old = *d;

	d->cap = old.cap ? 2 * old.cap : 8;
	d->slots = calloc(d->cap, sizeof *d->slots);
	if (!d->slots) {
		*d = old;
		return -1;
	}
	for (uint32_t i = 0; i < old.cap; i++)
		if (old.slots[i])
			*slot_of(d, (unsigned)(old.slots[i] >> 52) - 1) = old.slots[i];
	free(old.slots);
	return 0;
}

int otfp_dist_count(struct otfp_dist *d, unsigned bucket, uint64_t n)
{
	uint64_t *slot;

	if (4 * (d->used + 1) > 3 * d->cap && grow(d) < 0)
		return -1;
	slot = slot_of(d, bucket);
	if (n > OTFP_BUCKET_MOST - (*slot & OTFP_BUCKET_MOST))
		return -1;
	d->used += *slot == 0;
	*slot = ((uint64_t)bucket + 1) << 52 | ((*slot & OTFP_BUCKET_MOST) + n);
	return 0;
}

int otfp_dist_merge(struct otfp_dist *d, const struct otfp_dist *more)
{
	if (more->n == 0)
		return 0;
	for (uint32_t i = 0; i < more->cap; i++) {
		uint64_t slot = more->slots[i];
		if (slot && otfp_dist_count(d, (unsigned)(slot >> 52) - 1, slot & OTFP_BUCKET_MOST) < 0)
			return -1;
	}
	d->min = d->n == 0 || more->min < d->min ? more->min : d->min;
	d->max = more->max > d->max ? more->max : d->max;
	d->n += more->n;
	d->total += more->total;
	return 0;
}

static int by_bucket(const void *a, const void *b)
{
	const struct otfp_bucket *x = a, *y = b;

	return (x->bucket > y->bucket) - (x->bucket < y->bucket);
}

void otfp_dist_buckets(const struct otfp_dist *d, struct otfp_bucket *to)
{
	size_t n = 0;

	for (uint32_t i = 0; i < d->cap; i++)
		if (d->slots[i])
			to[n++] =
				(struct otfp_bucket){(unsigned)(d->slots[i] >> 52) - 1, d->slots[i] & OTFP_BUCKET_MOST};
	if (n)
		qsort(to, n, sizeof *to, by_bucket);
}

static uint64_t middle(unsigned bucket)
{
	unsigned shift;

	if (bucket >> (OTFP_BUCKET_BITS + 1) == 0)
		return bucket;
	shift = (bucket >> OTFP_BUCKET_BITS) - 1;
	return ((uint64_t)(bucket - (shift << OTFP_BUCKET_BITS)) << shift) + (((uint64_t)1 << shift) >> 1);
}

/* The first bucket up to which there are `rank` values. */
static unsigned bucket_at(const struct otfp_dist *d, uint64_t rank)
{
	uint64_t number[OTFP_NBUCKETS] = {0};
	unsigned b = 0;

	for (uint32_t i = 0; i < d->cap; i++)
		if (d->slots[i])
			number[(d->slots[i] >> 52) - 1] = d->slots[i] & OTFP_BUCKET_MOST;
	while (b + 1 < OTFP_NBUCKETS && rank > number[b])
		rank -= number[b++];
	return b;
}

uint64_t otfp_dist_quantile(const struct otfp_dist *d, unsigned percent)
{
	uint64_t rank = (uint64_t)(((otfp_wide)d->n * percent + 99) / 100);
	uint64_t v = middle(bucket_at(d, rank ? rank : 1));

	v = v < d->min ? d->min : v;
	return v > d->max ? d->max : v;
}

uint64_t otfp_dist_mean(const struct otfp_dist *d)
{
	otfp_wide mean = d->total / d->n, rest = d->total % d->n;

	return (uint64_t)(mean + (rest >= d->n - rest));
}
