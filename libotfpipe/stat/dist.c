#include "stat/dist.h"
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 32 }; /* buckets that room is made for at a time */

void otfp_dist_release(struct otfp_dist *d)
{
	free(d->low);
	free(d->high);
	memset(d, 0, sizeof *d);
}

static int count_few(struct otfp_dist *d, unsigned bucket, uint64_t n)
{
	while (n--)
		d->few[d->nfew++] = (uint16_t)bucket;
	return 0;
}

/* Room for the buckets of `old` moved to [from, from + room). @return NULL when memory is out */
static void *moved(const void *old, const struct otfp_dist *d, unsigned from, unsigned room, size_t size)
{
	char *p = calloc(room, size);

	if (p && d->room)
		memcpy(p + (d->from - from) * size, old, d->room * size);
	return p;
}

/* Room for one more bucket, and those between. */
static int make_room(struct otfp_dist *d, unsigned bucket)
{
	unsigned from = d->room && d->from < bucket ? d->from : bucket / GRAIN * GRAIN;
	unsigned end = d->room && d->from + d->room > bucket ? d->from + d->room : (bucket / GRAIN + 1) * GRAIN;
	uint16_t *low = moved(d->low, d, from, end - from, sizeof *low);
	uint64_t *high = d->high ? moved(d->high, d, from, end - from, sizeof *high) : NULL;

	if (!low || (d->high && !high)) {
		free(low);
		free(high);
		return -1;
	}
	free(d->low);
	free(d->high);
	d->low = low;
	d->high = high;
	d->from = (uint16_t)from;
	d->room = (uint16_t)(end - from);
	return 0;
}

/* Those few that were listed are counted from now on. */
static int spread_few(struct otfp_dist *d)
{
	unsigned n = d->nfew;

	d->nfew = 0;
	for (unsigned i = 0; i < n; i++) {
		if ((unsigned)d->few[i] - d->from >= d->room && make_room(d, d->few[i]) < 0)
			return -1;
		d->low[d->few[i] - d->from]++;
	}
	return 0;
}

uint64_t otfp_dist_in(const struct otfp_dist *d, unsigned bucket)
{
	unsigned i = bucket - d->from;
	uint64_t n = 0;

	if (d->low)
		return i < d->room ? d->low[i] + (d->high ? d->high[i] << 16 : 0) : 0;
	for (i = 0; i < d->nfew; i++)
		n += d->few[i] == bucket;
	return n;
}

unsigned otfp_dist_next(const struct otfp_dist *d, unsigned bucket)
{
	unsigned next = OTFP_NBUCKETS, end = (unsigned)d->from + d->room;

	if (!d->low) {
		for (unsigned i = 0; i < d->nfew; i++)
			next = d->few[i] >= bucket && d->few[i] < next ? d->few[i] : next;
		return next;
	}
	for (bucket = bucket > d->from ? bucket : d->from; bucket < end; bucket++)
		if (otfp_dist_in(d, bucket))
			return bucket;
	return next;
}

int otfp_dist_count(struct otfp_dist *d, unsigned bucket, uint64_t n)
{
	unsigned i;

	if (!d->low && n <= (uint64_t)(OTFP_DIST_FEW - d->nfew))
		return count_few(d, bucket, n);
	if (!d->low && spread_few(d) < 0)
		return -1;
	if (bucket - d->from >= d->room && make_room(d, bucket) < 0)
		return -1;
	i = bucket - d->from;
	if (n > OTFP_BUCKET_MOST - otfp_dist_in(d, bucket))
		return -1;
	n += d->low[i];
	d->low[i] = (uint16_t)n;
	if (n >> 16 == 0)
		return 0;
	if (!d->high && !(d->high = calloc(d->room, sizeof *d->high)))
		return -1;
	d->high[i] += n >> 16;
	return 0;
}

static int merge_buckets(struct otfp_dist *d, const struct otfp_dist *more)
{
	int rc = 0;

	for (unsigned b = otfp_dist_next(more, 0); b < OTFP_NBUCKETS && rc == 0; b = otfp_dist_next(more, b + 1))
		rc = otfp_dist_count(d, b, otfp_dist_in(more, b));
	return rc;
}

int otfp_dist_merge(struct otfp_dist *d, const struct otfp_dist *more)
{
	if (more->n == 0)
		return 0;
	if (merge_buckets(d, more) < 0)
		return -1;
	d->min = d->n == 0 || more->min < d->min ? more->min : d->min;
	d->max = more->max > d->max ? more->max : d->max;
	d->n += more->n;
	d->total += more->total;
	return 0;
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
	unsigned b = otfp_dist_next(d, 0), next;
	uint64_t n;

	while (rank > (n = otfp_dist_in(d, b)) && (next = otfp_dist_next(d, b + 1)) < OTFP_NBUCKETS) {
		rank -= n;
		b = next;
	}
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
