/*
 * tally.h - private to the files of root causes: ticks by node, a function or call path, of which earlier states stay.
 *
 * A tally is a tree: its leaves have the ticks of eight nodes, the others eight trees; NULL is all zeros. What two
 * states have in common is there once: a state costs what changed after it, and the difference of two takes no look at
 * what is the same in both, however long the time between them was. Of few nodes a tally is one leaf: to copy it is
 * faster than to share its parts.
 *
 * Memory: 72 bytes for eight nodes that changed between two states, and for each level above them; as one leaf 8 bytes
 * a node and state.
 */
#ifndef OTFP_WAIT_TALLY_H
#define OTFP_WAIT_TALLY_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

enum { WAIT_TALLY_TREE = 3, WAIT_TALLY_LEAF = 6 }; /* bits of a number in a tree, and at most in one leaf */

struct wait_tally {
	uint32_t refs; /* states and trees that have it; it changes only if there is one */
	union wait_tally_slot {
		uint64_t ticks;
		struct wait_tally *kid;
	} slots[];
};

/* All tallies; zero-filled, then otfp_wait_tallies_init. */
struct wait_tallies {
	unsigned bits, levels; /* slots of each, as bits; levels of all trees above the leaves */
	size_t size, used;     /* bytes of one, and of what is in use */
	struct wait_tally *zeros, *spare;
	char **blocks;
	size_t nblocks, blocks_cap;
};

struct wait_entry {
	uint64_t ticks;
	uint32_t key;
};

/* Entries by key. */
struct wait_list {
	struct wait_entry *p;
	size_t n, cap;
};

/** @param nodes  all are less @param leaf  they are one leaf if they fit in so many bits: TREE or LEAF
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_tallies_init(struct wait_tallies *t, uint64_t nodes, unsigned leaf);
/** Free all tallies. */
void otfp_wait_tallies_release(struct wait_tallies *t);
/** The ticks of a node, to be changed. @return NULL when memory is out */
OTFP_MUST_CHECK uint64_t *otfp_wait_tally_own(struct wait_tallies *t, struct wait_tally **tally, uint32_t node);
static inline uint64_t *otfp_wait_tally_at(struct wait_tallies *t, struct wait_tally **tally, uint32_t node)
{
	if (!t->levels && *tally && (*tally)->refs == 1) /* a leaf that may change */
		return &(*tally)->slots[node].ticks;
	return otfp_wait_tally_own(t, tally, node);
}
/** The ticks of a node. */
uint64_t otfp_wait_tally_get(const struct wait_tallies *t, const struct wait_tally *tally, uint32_t node);
/** Keep a state: what changes from now on is not seen in it. @return it */
static inline struct wait_tally *otfp_wait_tally_keep(struct wait_tally *tally)
{
	if (tally)
		tally->refs++;
	return tally;
}
/** A state is not needed any more; NULL does nothing. */
void otfp_wait_tally_drop(struct wait_tallies *t, struct wait_tally *tally);

/* Two states of a tally: what changed between them. */
struct wait_change_of {
	const struct wait_tally *from, *to;
};

/** Add to a list what one changed more than another one did, by node. @param sum  added to
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_tally_excess(const struct wait_tallies *t, struct wait_change_of more,
                                           struct wait_change_of less, struct wait_list *to, uint64_t *sum);
#endif
