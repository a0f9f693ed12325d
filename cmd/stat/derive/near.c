#include "cmd/stat/derive/near.h"
#include "base/assert.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	FEW = 16,    /* fewer points are not split */
	HALF = 8,    /* a half has at least this number of points, */
	PART = 32,   /* and 1/32 of the points that are split: n points need at most 22 * log2(n) levels */
	SAMPLE = 32, /* the points that decide where to split */
};

/* What a box can be split in: the sides and the logarithm of the total. */
enum { LOG = NEAR_SIDES, AXES };

#define MOST_COST 0.85 /* of a cut; to look at all points in a row is faster than a worse cut */

struct near_box {
	float largest;   /* total of its points */
	uint32_t parent; /* index; that of the first box is its own */
	uint32_t first;  /* 1 + the first point that was added; 0 = none */
	uint32_t halves; /* index of the first half, the second one comes after it; 0 = it is not split */
	uint32_t axis;   /* if it is split: in what, */
	float low, high; /* the largest value in the first half, the smallest one in the second half */
	uint32_t slot;   /* if it is not split: its first slot, */
	uint32_t used;   /* and how many are taken */
};

void near_release(struct near *g)
{
	free(g->boxes);
	free(g->box);
	free(g->slots);
	free(g->sums);
}

/* How much two points that are near can differ in sums or in a side, if this is the larger total. Floats have 24 bits:
 * each of 32 sums rounds by 2^-24 of the total at most, and adding up their differences as often by 2^-24 of twice the
 * total. 2^-16 is more than all that. */
static float reach(const struct near *g, float total)
{
	return (float)(total * (g->rule.share + 0x1p-16));
}

/* The same for an axis. */
static float reach_in(const struct near *g, unsigned axis, float total)
{
	return axis == LOG ? g->reach_log : reach(g, total);
}

/* ---- where to split ---- */

/* Where points are split. */
struct cut {
	unsigned axis;
	float at;    /* points of the first half have at most this */
	double cost; /* the part of the points that a search enters, if each half asks as often as it has points */
};

/* Some of the points of a box, in one axis. */
struct sample {
	float v[SAMPLE]; /* sorted */
	unsigned n;
	unsigned least; /* of a half */
	float most;     /* that points which are near can differ */
};

static void insert(float *sorted, unsigned n, float v)
{
	for (; n && sorted[n - 1] > v; n--)
		sorted[n] = sorted[n - 1];
	sorted[n] = v;
}

/* Find a better cut. The least possible cost, 0.5, is that of a cut in the middle where no point is within reach of
 * both halves. It is 1 if all points are. */
static void cut_axis(const struct sample *s, struct cut *best, unsigned axis)
{
	const float *v = s->v;
	unsigned low = 0, high = 0; /* v[0, low) reach the first half, v[high, n) the second one */

	for (unsigned i = s->least; i + s->least <= s->n; i++) {
		while (low < s->n && v[low] - v[i - 1] <= s->most)
			low++;
		while (v[i] - v[high] > s->most)
			high++;
		const double cost = (double)(i * low + (s->n - i) * (s->n - high)) / (s->n * s->n);
		if (v[i - 1] < v[i] && cost < best->cost)
			*best = (struct cut){axis, v[i - 1] + (v[i] - v[i - 1]) / 2, cost};
	}
}

/* @return the best cut of n points, n >= FEW */
static struct cut best_cut(const struct near *g, const struct near_slot *order, size_t n, float largest)
{
	struct cut best = {.cost = MOST_COST};
	struct sample s = {.n = n < SAMPLE ? (unsigned)n : SAMPLE};

	s.least = (unsigned)(HALF * s.n / n);
	s.least += s.least == 0;
	for (unsigned axis = 0; axis < AXES; axis++) {
		s.most = reach_in(g, axis, largest);
		for (unsigned i = 0; i < s.n; i++)
			insert(s.v, i, g->sums[order[i * n / s.n].point][axis]);
		cut_axis(&s, &best, axis);
	}
	return best;
}

/* ---- boxes ---- */

static void swap(struct near_slot *a, struct near_slot *b)
{
	const struct near_slot t = *a;

	*a = *b;
	*b = t;
}

/* Put the points of the first half first. @return how many they are */
static size_t halve(const struct near *g, struct near_box *b, const struct cut *cut, struct near_slot *order, size_t n)
{
	size_t n_low = 0;

	b->axis = cut->axis;
	b->low = -INFINITY;
	b->high = INFINITY;
	for (size_t i = 0; i < n; i++) {
		const float v = g->sums[order[i].point][cut->axis];
		if (v <= cut->at) {
			b->low = v > b->low ? v : b->low;
			swap(&order[n_low++], &order[i]);
		} else {
			b->high = v < b->high ? v : b->high;
		}
	}
	return n_low;
}

static float largest_of(const struct near_slot *order, size_t n)
{
	float largest = 0;

	for (size_t i = 0; i < n; i++)
		largest = order[i].total > largest ? order[i].total : largest;
	return largest;
}

/* Divide the n points of a box if it helps. @return the number of points in the first half, 0 = it does not help */
static size_t divide(const struct near *g, struct near_box *b, struct near_slot *order, size_t n)
{
	const size_t least = n / PART > HALF ? n / PART : HALF;
	struct cut best;
	size_t n_low;

	if (n < FEW)
		return 0;
	best = best_cut(g, order, n, b->largest);
	if (best.cost >= MOST_COST)
		return 0;
	n_low = halve(g, b, &best, order, n);
	return n_low >= least && n - n_low >= least ? n_low : 0;
}

/* Make box `at`, whose n points begin at order[slot], and those in it. */
static void split(struct near *g, uint32_t at, struct near_slot *order, size_t slot, size_t n)
{
	struct near_box *b = &g->boxes[at];
	size_t n_low;

	b->largest = largest_of(order + slot, n);
	n_low = divide(g, b, order + slot, n);
	if (n_low == 0) {
		b->slot = (uint32_t)slot;
		for (size_t i = 0; i < n; i++)
			g->box[order[slot + i].point] = at;
		return;
	}
	b->halves = (uint32_t)g->nboxes;
	g->nboxes += 2;
	g->boxes[b->halves].parent = g->boxes[b->halves + 1].parent = at;
	split(g, b->halves, order, slot, n_low);
	split(g, b->halves + 1, order, slot + n_low, n - n_low);
}

/* The boxes that n points can need: those that are not split have at least HALF points each, or all. */
static size_t boxes_for(size_t n)
{
	return 2 * (n / HALF) + 1;
}

/* The logarithm of the total in bits. A point with nothing is only near others if all are. */
static float log_of(float total)
{
	return total > 0 ? log2f(total) : -128;
}

static void begin_axes(struct near *g, size_t n)
{
	struct near_view view;

	for (size_t i = 0; i < n; i++) {
		g->rule.view(g->rule.ctx, i, &view);
		memcpy(g->sums[i], view.sides, sizeof view.sides);
		g->sums[i][LOG] = log_of(view.total);
		g->slots[i] = (struct near_slot){(uint32_t)i, view.total};
	}
}

int near_begin(struct near *g, const struct near_rule *rule, size_t n)
{
	if (n >= UINT32_MAX)
		return -1;
	g->rule = *rule;
	/* The smaller total is at least 1 - share of the larger one. 2^-12: a share of almost 1 rounds by 2^-54, which
	 * is 2^-14 of 1 - share = 1e-12. */
	g->reach_log = (float)(-log2(1 - rule->share)) + 0x1p-12f;
	g->boxes = calloc(boxes_for(n), sizeof *g->boxes);
	g->box = calloc(n + 1, sizeof *g->box);
	g->slots = calloc(n + 1, sizeof *g->slots);
	g->sums = calloc(n + 1, sizeof *g->sums);
	if (!g->boxes || !g->box || !g->slots || !g->sums)
		return -1;
	begin_axes(g, n);
	g->nboxes = 1;
	split(g, 0, g->slots, 0, n); /* when the boxes are made, nobody needs the order any more */
	OTFP_ASSERT(g->nboxes <= boxes_for(n));
	return 0;
}

static void add(struct near *g, uint32_t point, const struct near_view *view)
{
	uint32_t at = g->box[point];
	struct near_box *b = &g->boxes[at];
	const uint32_t slot = b->slot + b->used++;

	g->slots[slot] = (struct near_slot){point, view->total};
	memcpy(g->sums[slot], view->sums, sizeof view->sums);
	for (; !b->first; at = b->parent, b = &g->boxes[at])
		b->first = point + 1;
}

/* ---- search ---- */

struct search {
	const struct near *g;
	size_t point; /* that asks */
	const struct near_view *view;
	float log;   /* of its total */
	size_t best; /* SIZE_MAX = none so far */
};

/* The sum of the differences of half of the sums. Eight sums at once: compilers make vector instructions of them. */
static float differ(const float *a, const float *b)
{
	float d[8] = {0};

	for (unsigned i = 0; i < NEAR_SUMS / 2; i += 8)
		for (unsigned k = 0; k < 8; k++)
			d[k] += fabsf(a[i + k] - b[i + k]);
	return (d[0] + d[4]) + (d[1] + d[5]) + (d[2] + d[6]) + (d[3] + d[7]);
}

/* Whether the points of a slot and of a view can be near. */
static int can_be_near(const struct near *g, uint32_t slot, const struct near_view *view)
{
	enum { HALF_OF_SUMS = NEAR_SUMS / 2 };
	const float total = g->slots[slot].total, *sums = g->sums[slot];
	const float most = reach(g, total > view->total ? total : view->total);
	float sum = fabsf(total - view->total);

	if (sum <= most)
		sum = differ(sums, view->sums);
	return sum <= most && sum + differ(sums + HALF_OF_SUMS, view->sums + HALF_OF_SUMS) <= most;
}

static void look_at(struct search *s, const struct near_box *b)
{
	const struct near *g = s->g;

	for (uint32_t i = b->slot; i < b->slot + b->used && g->slots[i].point < s->best; i++)
		if (can_be_near(g, i, s->view) && g->rule.is_near(g->rule.ctx, g->slots[i].point, s->point))
			s->best = g->slots[i].point;
}

static void search(struct search *s, uint32_t at)
{
	const struct near_box *b = &s->g->boxes[at];
	const float larger = s->view->total > b->largest ? s->view->total : b->largest;

	if (!b->first || b->first - 1 >= s->best)
		return;
	if (!b->halves) {
		look_at(s, b);
		return;
	}
	const float v = b->axis == LOG ? s->log : s->view->sides[b->axis], most = reach_in(s->g, b->axis, larger);
	unsigned half = v - b->low > b->high - v; /* the closer one first: what it finds may end the search */
	for (unsigned i = 0; i < 2; i++, half ^= 1)
		if ((half ? b->high - v : v - b->low) <= most)
			search(s, b->halves + half);
}

size_t near_first_or_add(struct near *g, size_t point)
{
	struct near_view view;
	struct search s = {g, point, &view, 0, SIZE_MAX};

	g->rule.view(g->rule.ctx, point, &view);
	s.log = log_of(view.total);
	search(&s, 0);
	if (s.best == SIZE_MAX)
		add(g, (uint32_t)point, &view);
	return s.best;
}
