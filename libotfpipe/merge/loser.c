#include "merge/loser.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

int otfp_loser_init(struct otfp_loser *t, unsigned k)
{
	OTFP_ASSERT(k > 0);
	memset(t, 0, sizeof *t);
	t->k = k;
	t->keys = calloc(k, sizeof *t->keys);
	t->tree = calloc(k, sizeof *t->tree);
	if (t->keys && t->tree)
		return 0;
	otfp_loser_release(t);
	return -1;
}

void otfp_loser_release(struct otfp_loser *t)
{
	free(t->keys);
	free(t->tree);
	t->keys = NULL;
	t->tree = NULL;
}

/* The winner below node n; leaves are nodes k..2k-1. Losers stay at their nodes. */
static unsigned play(struct otfp_loser *t, unsigned n)
{
	unsigned a, b;

	if (n >= t->k)
		return n - t->k;
	a = play(t, 2 * n);
	b = play(t, 2 * n + 1);
	if (otfp_key_less(&t->keys[b], &t->keys[a])) {
		t->tree[n] = a;
		return b;
	}
	t->tree[n] = b;
	return a;
}

void otfp_loser_build(struct otfp_loser *t)
{
	t->winner = play(t, 1);
}
