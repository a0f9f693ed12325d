/* align.c - the fewest changes from one short sequence of records to another, by dynamic programming. */
#include "cmd/diff/diff.h"
#include "base/assert.h"

/* A changed record costs less than a missing and an added one. If its time differs too, it costs a little more. */
enum { COST_GAP = 4, COST_CHANGED = 5, COST_MOVED = 6 };
enum { SIDE = DIFF_WINDOW + 1 };
enum { NEVER = UINT16_MAX };

struct table {
	const struct diff_compare *c;
	struct otfp_queued *const *a, *const *b;
	uint16_t cost[SIDE * SIDE]; /* [i * SIDE + j]: the cheapest way from a[i], b[j] to the ends */
	uint8_t step[SIDE * SIDE];
};

static unsigned cost_of_pair(const struct table *t, const struct otfp_queued *a, const struct otfp_queued *b)
{
	if (a->mark == b->mark && diff_records(t->c, &a->rec, &b->rec) == 0)
		return 0;
	if (a->rec.type != b->rec.type)
		return NEVER;
	return a->rec.time == b->rec.time ? COST_CHANGED : COST_MOVED;
}

/* The cheapest step at i, j, where both sides have a record. */
static void fill_cell(struct table *t, size_t i, size_t j)
{
	unsigned pair = cost_of_pair(t, t->a[i], t->b[j]), best = t->cost[(i + 1) * SIDE + j] + COST_GAP;
	uint8_t step = STEP_MISSING;

	if (t->cost[i * SIDE + j + 1] + (unsigned)COST_GAP < best) {
		best = t->cost[i * SIDE + j + 1] + (unsigned)COST_GAP;
		step = STEP_ADDED;
	}
	if (pair != NEVER && t->cost[(i + 1) * SIDE + j + 1] + pair <= best) {
		best = t->cost[(i + 1) * SIDE + j + 1] + pair;
		step = pair ? STEP_CHANGED : STEP_SAME;
	}
	t->cost[i * SIDE + j] = (uint16_t)best;
	t->step[i * SIDE + j] = step;
}

static void fill(struct table *t, size_t na, size_t nb)
{
	for (size_t i = 0; i <= na; i++) {
		t->cost[i * SIDE + nb] = (uint16_t)(COST_GAP * (na - i));
		t->step[i * SIDE + nb] = STEP_MISSING;
	}
	for (size_t j = 0; j < nb; j++) {
		t->cost[na * SIDE + j] = (uint16_t)(COST_GAP * (nb - j));
		t->step[na * SIDE + j] = STEP_ADDED;
	}
	for (size_t i = na; i-- > 0;)
		for (size_t j = nb; j-- > 0;)
			fill_cell(t, i, j);
}

size_t diff_align(const struct diff_compare *c, struct otfp_queued *const *a, size_t na, struct otfp_queued *const *b,
                  size_t nb, uint8_t *steps)
{
	struct table t = {.c = c, .a = a, .b = b};
	size_t i = 0, j = 0, n = 0;

	OTFP_ASSERT(na <= DIFF_WINDOW && nb <= DIFF_WINDOW);
	fill(&t, na, nb);
	while (i < na || j < nb) {
		uint8_t step = t.step[i * SIDE + j];
		i += step != STEP_ADDED;
		j += step != STEP_MISSING;
		steps[n++] = step;
	}
	return n;
}
