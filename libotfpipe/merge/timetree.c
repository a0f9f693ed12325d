#include "merge/timetree.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

int otfp_timetree_init(struct otfp_timetree *t, unsigned k)
{
	OTFP_ASSERT(k > 0);
	memset(t, 0, sizeof *t);
	t->k = k;
	while (UINT64_C(1) << t->bits < k)
		t->bits++;
	t->mask = (UINT64_C(1) << t->bits) - 1;
	t->far = (UINT64_MAX >> t->bits) - 1; /* so that no key is UINT64_MAX */
	t->winner = UINT64_MAX;
	t->tree = calloc(k, sizeof *t->tree);
	t->times = calloc(k, sizeof *t->times);
	t->has_next = calloc(k, 1);
	if (t->tree && t->times && t->has_next)
		return 0;
	otfp_timetree_release(t);
	return -1;
}

void otfp_timetree_release(struct otfp_timetree *t)
{
	free(t->tree);
	free(t->times);
	free(t->has_next);
	memset(t, 0, sizeof *t);
}

void otfp_timetree_set(struct otfp_timetree *t, unsigned i, uint64_t time)
{
	OTFP_ASSERT(i < t->k);
	t->times[i] = time;
	t->has_next[i] = 1;
}

static uint64_t key_of(const struct otfp_timetree *t, unsigned i)
{
	uint64_t since = t->times[i] - t->base;

	return t->has_next[i] ? (since < t->far ? since : t->far) << t->bits | i : UINT64_MAX;
}

/* The winning key below node n; leaves are nodes k..2k-1. */
static uint64_t play(struct otfp_timetree *t, unsigned n)
{
	uint64_t a, b;

	if (n >= t->k)
		return key_of(t, n - t->k);
	a = play(t, 2 * n);
	b = play(t, 2 * n + 1);
	t->tree[n] = a < b ? b : a;
	return a < b ? a : b;
}

void otfp_timetree_build(struct otfp_timetree *t)
{
	t->base = UINT64_MAX;
	for (unsigned i = 0; i < t->k; i++)
		if (t->has_next[i] && t->times[i] < t->base)
			t->base = t->times[i];
	t->winner = play(t, 1);
	OTFP_ASSERT(t->winner == UINT64_MAX || t->winner >> t->bits == 0);
}

void otfp_timetree_end(struct otfp_timetree *t)
{
	unsigned w = otfp_timetree_winner(t);

	t->has_next[w] = 0;
	otfp_timetree_replay(t, w, UINT64_MAX);
}
