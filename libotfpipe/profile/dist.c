#include "profile/dist.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 32 }; /* allocation unit in buckets: `from` and `room` are multiples of it */

static void free_buckets(struct otfp_buckets *b)
{
	if (b)
		free(b->high);
	free(b);
}

void otfp_dist_release(struct otfp_dist *d)
{
	free_buckets(d->buckets);
	memset(d, 0, sizeof *d);
}

size_t otfp_dist_bytes(const struct otfp_dist *d)
{
	const struct otfp_buckets *b = d->buckets;

	return b ? sizeof *b + b->room * (sizeof *b->low + (b->high ? sizeof *b->high : 0)) : 0;
}

static int has_bucket(const struct otfp_buckets *b, unsigned bucket)
{
	return b && bucket - b->from < b->room;
}

static struct otfp_buckets *new_buckets(unsigned from, unsigned room, int with_high)
{
	struct otfp_buckets *b = calloc(1, sizeof *b + room * sizeof *b->low);

	if (!b)
		return NULL;
	b->from = from;
	b->room = room;
	if (with_high && !(b->high = calloc(room, sizeof *b->high))) {
		free(b);
		return NULL;
	}
	return b;
}

static const uint16_t *waiting(const struct otfp_dist *d)
{
	return d->buckets ? d->buckets->wait : d->few;
}

/* Extend the range of buckets to include [first, last]. */
static int make_room(struct otfp_dist *d, unsigned first, unsigned last)
{
	struct otfp_buckets *old = d->buckets, *b;
	unsigned from = first / GRAIN * GRAIN, end = last / GRAIN * GRAIN + GRAIN;

	if (has_bucket(old, first) && has_bucket(old, last))
		return 0;
	if (old && old->room) {
		from = old->from < from ? old->from : from;
		end = old->from + old->room > end ? old->from + old->room : end;
	}
	OTFP_ASSERT(last < OTFP_NBUCKETS && from % GRAIN == 0 && end % GRAIN == 0);
	b = new_buckets(from, end - from, old && old->high);
	if (!b)
		return -1;
	memcpy(b->wait, waiting(d), d->nwait * sizeof *b->wait);
	if (old && old->room) {
		memcpy(b->low + (old->from - from), old->low, old->room * sizeof *b->low);
		if (old->high)
			memcpy(b->high + (old->from - from), old->high, old->room * sizeof *b->high);
	}
	free_buckets(old);
	d->buckets = b;
	return 0;
}

static uint64_t count_at(const struct otfp_buckets *b, unsigned i)
{
	return b->low[i] + (b->high ? b->high[i] << 8 : 0);
}

static uint64_t in_buckets(const struct otfp_buckets *b, unsigned bucket)
{
	return has_bucket(b, bucket) ? count_at(b, bucket - b->from) : 0;
}

uint64_t otfp_dist_in(const struct otfp_dist *d, unsigned bucket)
{
	uint64_t n = in_buckets(d->buckets, bucket);

	for (unsigned i = 0; i < d->nwait; i++)
		n += waiting(d)[i] == bucket;
	return n;
}

unsigned otfp_dist_next(const struct otfp_dist *d, unsigned bucket)
{
	const struct otfp_buckets *b = d->buckets;
	unsigned next = OTFP_NBUCKETS, end = b ? b->from + b->room : 0;

	for (unsigned i = 0; i < d->nwait; i++)
		next = waiting(d)[i] >= bucket && waiting(d)[i] < next ? waiting(d)[i] : next;
	end = end < next ? end : next;
	for (unsigned at = b && bucket < b->from ? b->from : bucket; at < end; at++)
		if (b->low[at - b->from] || (b->high && b->high[at - b->from]))
			return at;
	return next;
}

static int put(struct otfp_dist *d, unsigned bucket, uint64_t n)
{
	struct otfp_buckets *b;
	unsigned i;

	if (make_room(d, bucket, bucket) < 0)
		return -1;
	b = d->buckets;
	OTFP_ASSERT_HOT(has_bucket(b, bucket));
	i = bucket - b->from;
	if (n > OTFP_BUCKET_MOST - in_buckets(b, bucket))
		return -1;
	n += b->low[i];
	b->low[i] = (uint8_t)n;
	if (n >> 8 == 0)
		return 0;
	if (!b->high && !(b->high = calloc(b->room, sizeof *b->high)))
		return -1;
	b->high[i] += n >> 8;
	return 0;
}

static int make_room_for_waiting(struct otfp_dist *d)
{
	unsigned first = OTFP_NBUCKETS - 1, last = 0;

	for (unsigned i = 0; i < d->nwait; i++) {
		const unsigned bucket = waiting(d)[i];
		first = bucket < first ? bucket : first;
		last = bucket > last ? bucket : last;
	}
	return d->nwait ? make_room(d, first, last) : 0;
}

/* Count all waiting values: together, so that cache misses overlap. */
static int settle(struct otfp_dist *d)
{
	int rc = 0;

	for (unsigned i = 0; i < d->nwait && rc == 0; i++) {
		struct otfp_buckets *b = d->buckets;
		const unsigned bucket = b->wait[i], at = bucket - b->from;
		if (at < b->room && b->low[at] < UINT8_MAX)
			b->low[at]++;
		else
			rc = make_room_for_waiting(d) < 0 ? -1 : put(d, bucket, 1);
	}
	d->nwait = 0;
	return rc;
}

int otfp_dist_settle(struct otfp_dist *d)
{
	return d->buckets && d->buckets->room ? settle(d) : 0;
}

/* Make room for more waiting values than in `few`, and none for their buckets yet. */
static int let_more_wait(struct otfp_dist *d)
{
	struct otfp_buckets *b = new_buckets(0, 0, 0);

	if (!b)
		return -1;
	memcpy(b->wait, d->few, sizeof d->few);
	d->buckets = b;
	return 0;
}

int otfp_dist_count(struct otfp_dist *d, unsigned bucket, uint64_t n)
{
	if (n > 1)
		return put(d, bucket, n);
	if (otfp_dist_wait(d, bucket))
		return 0;
	return (d->buckets ? settle(d) : let_more_wait(d)) < 0 || !otfp_dist_wait(d, bucket) ? -1 : 0;
}

/* The number of values in GRAIN buckets from index i on. Eight bytes at a time are summed as 16-bit lanes. */
static uint64_t in_grain(const struct otfp_buckets *b, unsigned i)
{
	const uint64_t every_other = 0x00ff00ff00ff00ff;
	uint64_t low = 0, high = 0;

	for (unsigned at = i; at < i + GRAIN; at += sizeof low) {
		uint64_t eight;
		memcpy(&eight, b->low + at, sizeof eight);
		low += (eight & every_other) + (eight >> 8 & every_other);
	}
	for (unsigned at = i; b->high && at < i + GRAIN; at++)
		high += b->high[at];
	return (low * 0x0001000100010001 >> 48) + (high << 8);
}

/* Add the counted values of GRAIN buckets from index i on. */
static int merge_grain(struct otfp_dist *d, const struct otfp_buckets *more, unsigned i)
{
	int rc = 0;

	for (unsigned at = i; at < i + GRAIN && rc == 0; at++) {
		const uint64_t n = count_at(more, at);
		rc = n ? otfp_dist_count(d, more->from + at, n) : 0;
	}
	return rc;
}

static int merge_buckets(struct otfp_dist *d, const struct otfp_dist *more)
{
	const struct otfp_buckets *b = more->buckets;
	int rc = b && b->room ? make_room(d, b->from, b->from + b->room - 1) : 0;

	for (unsigned i = 0; i < more->nwait && rc == 0; i++)
		rc = otfp_dist_count(d, waiting(more)[i], 1);
	for (unsigned i = 0; b && i < b->room && rc == 0; i += GRAIN)
		rc = in_grain(b, i) ? merge_grain(d, b, i) : 0;
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

/* The middle of the values of a bucket. */
static uint64_t middle(unsigned bucket)
{
	unsigned shift;

	if (bucket >> (OTFP_BUCKET_BITS + 1) == 0)
		return bucket;
	shift = (bucket >> OTFP_BUCKET_BITS) - 1;
	return ((uint64_t)(bucket - (shift << OTFP_BUCKET_BITS)) << shift) + (((uint64_t)1 << shift) >> 1);
}

/* bucket_at without waiting values: a pass over the counts. */
static unsigned bucket_in(const struct otfp_buckets *b, uint64_t rank)
{
	unsigned i = 0, last = 0;

	for (uint64_t n; i < b->room && rank > (n = in_grain(b, i)); i += GRAIN)
		rank -= n;
	for (; i < b->room && rank; i++) {
		uint64_t n = count_at(b, i);
		last = n ? i : last;
		rank -= n < rank ? n : rank;
	}
	return b->from + last;
}

/* bucket_at where all values wait. */
static unsigned waiting_at(const struct otfp_dist *d, uint64_t rank)
{
	uint16_t sorted[OTFP_DIST_WAIT];

	for (unsigned i = 0, at; i < d->nwait; i++) {
		for (at = i; at > 0 && sorted[at - 1] > waiting(d)[i]; at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = waiting(d)[i];
	}
	return d->nwait ? sorted[(rank < d->nwait ? rank : d->nwait) - 1] : OTFP_NBUCKETS;
}

/* The bucket of the value with that rank (from 1); the last bucket if the rank is too large. */
static unsigned bucket_at(const struct otfp_dist *d, uint64_t rank)
{
	unsigned b, next;
	uint64_t n;

	if (!d->buckets || !d->buckets->room)
		return waiting_at(d, rank);
	if (!d->nwait)
		return bucket_in(d->buckets, rank);
	b = otfp_dist_next(d, 0);
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
