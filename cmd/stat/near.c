#include "cmd/stat/near.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum { FEW = 8 }; /* points that are not split any more */

struct otfp_near_box {
	uint64_t least[OTFP_NEAR_SUMS], most[OTFP_NEAR_SUMS]; /* of its points */
	uint32_t halves;      /* index of the first half, the second one comes after it; 0 = it is not split */
	uint32_t parent;      /* index; that of the first box is its own */
	uint32_t first, last; /* 1 + the first point that was added, and if it is not split the last one; 0 = none */
};

void otfp_near_release(struct otfp_near *g)
{
	free(g->order);
	free(g->boxes);
	free(g->points);
	memset(g, 0, sizeof *g);
}

/* ---- boxes ---- */

static void swap(uint32_t *a, uint32_t *b)
{
	const uint32_t t = *a;

	*a = *b;
	*b = t;
}

/* Put the points with the smaller values in one sum into the first half: Hoare's selection of the middle one. */
static void halve(const struct otfp_near *g, uint32_t *order, size_t n, unsigned axis)
{
	ptrdiff_t from = 0, to = (ptrdiff_t)n - 1;

	while (from < to) {
		const uint64_t pivot = g->sums[order[from + (to - from) / 2]][axis];
		ptrdiff_t i = from, k = to;

		while (i <= k) {
			while (g->sums[order[i]][axis] < pivot)
				i++;
			while (g->sums[order[k]][axis] > pivot)
				k--;
			if (i <= k)
				swap(&order[i++], &order[k--]);
		}
		/* [from, k] are not above the pivot, [i, to] not below it, and what is between them is equal to it */
		if ((ptrdiff_t)(n / 2) <= k)
			to = k;
		else if ((ptrdiff_t)(n / 2) >= i)
			from = i;
		else
			return;
	}
}

static void bound(const struct otfp_near *g, struct otfp_near_box *b, const uint32_t *order, size_t n)
{
	for (unsigned axis = 0; axis < OTFP_NEAR_SUMS; axis++) {
		b->least[axis] = n ? UINT64_MAX : 0;
		for (size_t i = 0; i < n; i++) {
			const uint64_t v = g->sums[order[i]][axis];
			b->least[axis] = v < b->least[axis] ? v : b->least[axis];
			b->most[axis] = v > b->most[axis] ? v : b->most[axis];
		}
	}
}

static unsigned widest(const struct otfp_near_box *b)
{
	unsigned axis = 0;

	for (unsigned i = 1; i < OTFP_NEAR_SUMS; i++)
		if (b->most[i] - b->least[i] > b->most[axis] - b->least[axis])
			axis = i;
	return axis;
}

/* Make box `at`, which has n points, and those in it. */
static void split(struct otfp_near *g, uint32_t at, uint32_t *order, size_t n)
{
	struct otfp_near_box *b = &g->boxes[at];
	const unsigned axis = (bound(g, b, order, n), widest(b));

	if (n <= FEW || b->most[axis] == b->least[axis]) {
		for (size_t i = 0; i < n; i++)
			g->points[order[i]].box = at;
		return;
	}
	halve(g, order, n, axis);
	b->halves = (uint32_t)g->nboxes;
	g->nboxes += 2;
	g->boxes[b->halves].parent = g->boxes[b->halves + 1].parent = at;
	split(g, b->halves, order, n / 2);
	split(g, b->halves + 1, order + n / 2, n - n / 2);
}

/* The boxes that n points can need: no half of more than FEW has fewer than half as many. */
static size_t boxes_for(size_t n)
{
	return 2 * (n / (FEW / 2)) + 1;
}

int otfp_near_begin(struct otfp_near *g, const uint64_t (*sums)[OTFP_NEAR_SUMS], size_t n)
{
	g->sums = sums;
	g->order = n < UINT32_MAX / 2 ? calloc(n + 1, sizeof *g->order) : NULL;
	g->points = calloc(n + 1, sizeof *g->points);
	g->boxes = calloc(boxes_for(n), sizeof *g->boxes);
	if (!g->order || !g->points || !g->boxes)
		return -1;
	for (size_t i = 0; i < n; i++)
		g->order[i] = (uint32_t)i;
	g->nboxes = 1;
	split(g, 0, g->order, n);
	OTFP_ASSERT(g->nboxes <= boxes_for(n));
	free(g->order);
	g->order = NULL;
	return 0;
}

void otfp_near_add(struct otfp_near *g, size_t point)
{
	uint32_t at = g->points[point].box;
	struct otfp_near_box *b = &g->boxes[at];

	if (b->last)
		g->points[b->last - 1].next = (uint32_t)point + 1;
	b->last = (uint32_t)point + 1;
	for (; !b->first; at = b->parent, b = &g->boxes[at])
		b->first = (uint32_t)point + 1;
}

/* ---- search: sums have 60 bits, so eight differences fit into 64 ---- */

/* Whether the sums differ by at most `most` together. */
static int can_be_near(const uint64_t *a, const uint64_t *b, uint64_t most)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < OTFP_NEAR_SUMS; i++)
		sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
	return sum <= most;
}

/* Whether that can be so for a point of the box. */
static int can_have_near(const struct otfp_near_box *b, const uint64_t *sums, uint64_t most)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < OTFP_NEAR_SUMS; i++)
		sum += sums[i] < b->least[i] ? b->least[i] - sums[i] : sums[i] > b->most[i] ? sums[i] - b->most[i] : 0;
	return sum <= most;
}

struct search {
	const struct otfp_near *g;
	const uint64_t *sums;
	uint64_t most;
	int (*is_near)(void *ctx, size_t point);
	void *ctx;
	size_t best;
};

static void search(struct search *s, uint32_t at)
{
	const struct otfp_near_box *b = &s->g->boxes[at];

	if (!b->first || b->first - 1 >= s->best || !can_have_near(b, s->sums, s->most))
		return;
	if (b->halves) {
		search(s, b->halves);
		search(s, b->halves + 1);
		return;
	}
	/* they are in ascending order */
	for (uint32_t p = b->first; p && p - 1 < s->best; p = s->g->points[p - 1].next)
		if (can_be_near(s->g->sums[p - 1], s->sums, s->most) && s->is_near(s->ctx, p - 1))
			s->best = p - 1;
}

size_t otfp_near_first(const struct otfp_near *g, const uint64_t sums[OTFP_NEAR_SUMS], uint64_t most,
                       int (*is_near)(void *ctx, size_t point), void *ctx)
{
	struct search s = {g, sums, most, is_near, ctx, SIZE_MAX};

	search(&s, 0);
	return s.best;
}
