/*
 * loser.h - a loser tree: finds the smallest of k keys again and again.
 *
 * Keys are compared by time, then rank. If all ranks differ, the order is total, so a merge is reproducible. A source
 * that has ended has the key OTFP_KEY_END.
 */
#ifndef OTFP_MERGE_LOSER_H
#define OTFP_MERGE_LOSER_H
#include <stdint.h>

struct otfp_key {
	uint64_t time;
	uint64_t rank;
};
#define OTFP_KEY_END ((struct otfp_key){UINT64_MAX, UINT64_MAX})

struct otfp_loser {
	unsigned k;
	unsigned winner;
	struct otfp_key *keys; /* k keys; the user sets them before otfp_loser_build */
	unsigned *tree;        /* tree[1..k-1]: the loser of the match at that node */
};

/** Whether a is less than b. Without branches, since the result is unpredictable. */
static inline int otfp_key_less(const struct otfp_key *a, const struct otfp_key *b)
{
	return (a->time < b->time) | ((a->time == b->time) & (a->rank < b->rank));
}

/** Make room for k >= 1 sources. @return 0, or -1 when memory is out */
int otfp_loser_init(struct otfp_loser *t, unsigned k);
/** Free the arrays. */
void otfp_loser_release(struct otfp_loser *t);
/** Play all matches between keys[]. */
void otfp_loser_build(struct otfp_loser *t);

/** Give the winner its next key and replay its path. */
static inline void otfp_loser_advance(struct otfp_loser *t, struct otfp_key next)
{
	unsigned w = t->winner;

	t->keys[w] = next;
	for (unsigned n = (w + t->k) / 2; n >= 1; n /= 2) {
		unsigned other = t->tree[n];
		const struct otfp_key *k = &t->keys[other];
		if (k->time < next.time || (k->time == next.time && k->rank < next.rank)) {
			t->tree[n] = w;
			w = other;
			next = *k;
		}
	}
	t->winner = w;
}
#endif
