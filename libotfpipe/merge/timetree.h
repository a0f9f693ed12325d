/*
 * timetree.h - finds the source with the earliest record among k; of equal times, the first source.
 *
 * A loser tree whose keys are one word each: the time since a base in the high bits, the source in the low bits. So a
 * match is a minimum and a maximum, without an unpredictable branch. Times too far after the base count as equally
 * far; when one of them wins, it becomes the new base.
 */
#ifndef OTFP_MERGE_TIMETREE_H
#define OTFP_MERGE_TIMETREE_H
#include <stdint.h>

struct otfp_timetree {
	unsigned k;
	unsigned bits;     /* of a key, for the source */
	uint64_t mask;     /* those bits */
	uint64_t base;     /* time */
	uint64_t far;      /* times this far after the base, or later, count as equal */
	uint64_t winner;   /* its key; UINT64_MAX: all sources have ended */
	uint64_t *tree;    /* tree[1..k-1]: the key that lost the match at that node */
	uint64_t *times;   /* time of the next record, by source */
	uint8_t *has_next; /* whether the source has one */
};

/** Make room for k >= 1 sources, all ended. @return 0, or -1 when memory is out */
int otfp_timetree_init(struct otfp_timetree *t, unsigned k);
/** Free the arrays. */
void otfp_timetree_release(struct otfp_timetree *t);
/** Set the time of the next record of source i, before the build. */
void otfp_timetree_set(struct otfp_timetree *t, unsigned i, uint64_t time);
/** Play all matches, with the earliest time as base. */
void otfp_timetree_build(struct otfp_timetree *t);
/** End the winner. */
void otfp_timetree_end(struct otfp_timetree *t);

/** Whether all sources have ended. */
static inline int otfp_timetree_is_over(const struct otfp_timetree *t)
{
	return t->winner == UINT64_MAX;
}

/** The source of the next record; the tree must not be over. */
static inline unsigned otfp_timetree_winner(const struct otfp_timetree *t)
{
	return (unsigned)(t->winner & t->mask);
}

/** Replay the path of a source with its new key. */
static inline void otfp_timetree_replay(struct otfp_timetree *t, unsigned source, uint64_t key)
{
	for (unsigned n = (source + t->k) / 2; n >= 1; n /= 2) {
		uint64_t other = t->tree[n], least = other < key ? other : key;
		t->tree[n] = other < key ? key : other;
		key = least;
	}
	t->winner = key;
	if (__builtin_expect(key >= t->far << t->bits, 0) && key != UINT64_MAX)
		otfp_timetree_build(t);
}

/** Set the time of the winner's next record. */
static inline void otfp_timetree_advance(struct otfp_timetree *t, uint64_t time)
{
	unsigned w = otfp_timetree_winner(t);
	uint64_t since = time - t->base;

	if (__builtin_expect(since >= t->far || time < t->base, 0)) /* a branch: the next record waits for the key */
		since = time < t->base ? 0 : t->far;
	t->times[w] = time;
	otfp_timetree_replay(t, w, since << t->bits | w);
}
#endif
