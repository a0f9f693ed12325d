#include "wait/bundles.h"
#include <stdlib.h>

enum {
	BUNDLE = 16, /* segments of a new bundle; there may be twice as many */
	FEW = 4,
	GROWING = 2, /* the last segments, whose time may still change */
	NONE = UINT32_MAX
};

/* The index of the last segment that starts at a place or before; the first one starts at 0. */
static size_t index_of(const struct wait_segments *s, uint64_t place)
{
	size_t low = 0, high = s->n;

	while (high - low > 1) {
		const size_t mid = low + (high - low) / 2;
		if (s->p[mid].start <= place)
			low = mid;
		else
			high = mid;
	}
	return low;
}

struct wait_segment *otfp_wait_segment_at(const struct wait_segments *s, uint64_t place)
{
	return s->n ? &s->p[index_of(s, place)] : NULL;
}

/* ---- sums ---- */

void otfp_wait_bundle_drop(struct wait_segment *first, size_t *used)
{
	if (!first->bundle)
		return;
	otfp_wait_vector_release(&first->bundle->time, used);
	*used -= sizeof *first->bundle;
	free(first->bundle);
	first->bundle = NULL;
}

/* The first segment of the bundle that a segment is in, or NONE. */
static uint32_t bundle_of(const struct wait_segments *s, uint32_t at)
{
	for (uint32_t back = 0; back <= at && back < 2 * BUNDLE; back++) {
		const struct wait_bundle *b = s->p[at - back].bundle;
		if (b)
			return back < b->n ? at - back : NONE;
	}
	return NONE;
}

/* Add segments to a bundle. @return 0, or -1 when memory is out */
static int add_all(struct wait_bundle *b, const struct wait_segment *p, uint32_t n, size_t *used)
{
	int rc = 0;

	for (uint32_t i = 0; i < n && rc == 0; i++)
		rc = otfp_wait_vector_add(&b->time, p[i].time.p, p[i].time.n, used);
	b->n += n;
	return rc;
}

/* The first segment of a bundle will be a part of the one before it. */
static void move_start(struct wait_segment *first, size_t *used)
{
	struct wait_bundle *b = first->bundle;

	if (!b || b->n <= FEW) {
		otfp_wait_bundle_drop(first, used);
		return;
	}
	for (uint32_t i = 0; i < first->time.n; i++)
		otfp_wait_vector_find(&b->time, first->time.p[i].key)->ticks -= first->time.p[i].ticks;
	b->n--;
	first[1].bundle = b;
	first->bundle = NULL;
}

int otfp_wait_bundles_join(struct wait_segments *s, uint32_t i, uint32_t j, size_t *used)
{
	const uint32_t first = bundle_of(s, i - 1);
	struct wait_bundle *b = first != NONE ? s->p[first].bundle : NULL;
	int rc = 0;

	if (b && j <= first + b->n) { /* the sum stays */
		b->n -= j - i;
		if (b->n < FEW)
			otfp_wait_bundle_drop(&s->p[first], used);
		return 0;
	}
	if (b && j == i + 1 && i + GROWING < s->n)
		rc = otfp_wait_vector_add(&b->time, s->p[i].time.p, s->p[i].time.n, used);
	else if (b)
		otfp_wait_bundle_drop(&s->p[first], used);
	if (j == i + 1)
		move_start(&s->p[i], used);
	for (uint32_t k = i; k < j; k++)
		otfp_wait_bundle_drop(&s->p[k], used);
	return rc;
}

static int make(struct wait_segment *p, size_t *used)
{
	p->bundle = calloc(1, sizeof *p->bundle);
	if (!p->bundle)
		return -1;
	*used += sizeof *p->bundle;
	return add_all(p->bundle, p, BUNDLE, used);
}

/* Let the segments before a bundle be in it. */
static int extend(struct wait_segment *first, uint32_t n, size_t *used)
{
	struct wait_segment *to = first - n;

	to->bundle = first->bundle;
	first->bundle = NULL;
	return add_all(to->bundle, to, n, used);
}

/* The index of the first segment from a place on. */
static uint32_t index_from(const struct wait_segments *s, uint64_t place)
{
	const struct wait_segment *x = s->n ? otfp_wait_segment_at(s, place) : NULL;

	return x ? (uint32_t)(x - s->p) + (x->start < place) : 0;
}

struct wait_span otfp_wait_span(const struct wait_segments *s, uint64_t from, uint64_t to)
{
	struct wait_span span = {.at = index_from(s, from), .end = index_from(s, to)};
	const uint32_t first = span.at < span.end ? bundle_of(s, span.at) : NONE;

	span.covered = first != NONE && first < span.at ? first + s->p[first].bundle->n : 0;
	return span;
}

/* What was given is not needed any more: make bundles of it. */
static int build(struct wait_segments *s, struct wait_span *span, size_t *used)
{
	const uint32_t at = span->at - span->run;
	int rc = 0;

	if (span->bundle) {
		if (span->run && span->run + s->p[span->bundle - 1].bundle->n <= 2 * BUNDLE)
			rc = extend(&s->p[span->bundle - 1], span->run, used);
		span->bundle = span->run = 0;
	} else if (span->run == BUNDLE && span->at + GROWING <= s->n) {
		rc = make(&s->p[at], used);
		span->run = 0;
	}
	return rc;
}

const struct wait_vector *otfp_wait_span_next(struct wait_segments *s, struct wait_span *span, size_t *used)
{
	const struct wait_segment *x;

	if (build(s, span, used) < 0) {
		span->failed = 1;
		return NULL;
	}
	if (span->at >= span->end)
		return NULL;
	x = &s->p[span->at];
	if (x->bundle && span->at + x->bundle->n <= span->end) {
		span->bundle = span->at + 1;
		span->at += x->bundle->n;
		return &x->bundle->time;
	}
	if (x->bundle)
		span->covered = span->at + x->bundle->n;
	span->run = span->at < span->covered ? 0 : span->run + 1;
	span->at++;
	return &x->time;
}
