/*
 * timetree.h - which of k sources has the earliest record; of equal times the first source's.
 *
 * A loser tree whose keys are one word each: the time since a base, and the source below it. So a
 * match is a minimum and a maximum, without a branch that nobody could foretell. Times too far from
 * the base for that count as equally far; when they win, the base moves on to them.
 */
#ifndef OTFP_MERGE_TIMETREE_H
#define OTFP_MERGE_TIMETREE_H
#include <stdint.h>

struct otfp_timetree {
	unsigned k;
	unsigned bits;     /* of a key, for the source */
	uint64_t base;     /* time */
	uint64_t far;      /* since the base: this, and all beyond */
	uint64_t winner;   /* its key; UINT64_MAX = all sources have ended */
	uint64_t *tree;    /* tree[1..k-1]: the key that lost the match at that node */
	uint64_t *times;   /* of the next record of each source */
	uint8_t *has_next; /* whether it has one */
};

/** Room for k >= 1 sources, all ended. @return 0, or -1 when memory is out */
int otfp_timetree_init(struct otfp_timetree *t, unsigned k);
void otfp_timetree_release(struct otfp_timetree *t);
/** The time of the next record of source i; before the build. */
void otfp_timetree_set(struct otfp_timetree *t, unsigned i, uint64_t time);
/** Play all matches, from the earliest time as base. */
void otfp_timetree_build(struct otfp_timetree *t);
/** The winner has ended. */
void otfp_timetree_end(struct otfp_timetree *t);

static inline int otfp_timetree_is_over(const struct otfp_timetree *t)
{
	return t->winner == UINT64_MAX;
}

/** The source to take a record of; only while the tree is not over. */
static inline unsigned otfp_timetree_winner(const struct otfp_timetree *t)
{
	return (unsigned)(t->winner & ((UINT64_C(1) << t->bits) - 1));
}

/* Replay the path of a source with its new key. */
static inline void otfp_timetree_replay(struct otfp_timetree *t, unsigned source, uint64_t key)
{
	for (unsigned n = (source + t->k) / 2; n >= 1; n /= 2) {
		uint64_t other = t->tree[n], least = other < key ? other : key;
		t->tree[n] = other < key ? key : other;
		key = least;
	}
	t->winner = key;
	if (__builtin_expect(key >> t->bits >= t->far, 0) && key != UINT64_MAX)
		otfp_timetree_build(t);
}

/** The time of the winner's next record. */
static inline void otfp_timetree_advance(struct otfp_timetree *t, uint64_t time)
{
	unsigned w = otfp_timetree_winner(t);
	uint64_t since = time > t->base ? time - t->base : 0;

	t->times[w] = time;
	otfp_timetree_replay(t, w, (since < t->far ? since : t->far) << t->bits | w);
}
#endif
