/*
 * index.h - where things are in an array, by a hash of what identifies them: the one hash table below those that
 * compare more than a 64-bit key. (For such a key there is map.h.)
 *
 * The caller keeps the array and compares its things:
 *
 *	size_t probe = otfp_index_home(&t->index, hash);
 *
 *	while ((at = otfp_index_next(&t->index, hash, &probe)))
 *		if (is_equal(&t->rows[at - 1], key))
 *			return &t->rows[at - 1];
 *
 * Memory: 11 to 21 bytes a thing.
 */
#ifndef OTFP_BASE_INDEX_H
#define OTFP_BASE_INDEX_H
#include "base/fetch.h"
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

/* Zero-filled is empty. Things cannot be removed. */
struct otfp_index {
	struct otfp_index_slot {
		uint32_t hash;
		uint32_t at; /* 1 + place in the array; 0 = free */
	} * slots;           /* open addressing, at most 3/4 full; the upper bits of a hash say where to look first */
	size_t n, cap;       /* things; slots: 0 or a power of two */
};

/** Free all; ix is empty then. */
void otfp_index_release(struct otfp_index *ix);
/** Forget all things, but keep the memory for as many. */
void otfp_index_clear(struct otfp_index *ix);
/** Add a thing that is not there yet. @param at  1 + its place in the array. @return 0, or -1 when memory is out and
 * nothing has changed */
OTFP_MUST_CHECK int otfp_index_add(struct otfp_index *ix, uint32_t hash, size_t at);

/** @return where a search for a hash begins; valid until something is added */
static inline size_t otfp_index_home(const struct otfp_index *ix, uint32_t hash)
{
	return (size_t)((uint64_t)hash * ix->cap >> 32);
}

/** Fetch what a search for a hash reads first. */
OTFP_FETCH void otfp_index_fetch(const struct otfp_index *ix, uint32_t hash)
{
	if (ix->cap)
		__builtin_prefetch(&ix->slots[otfp_index_home(ix, hash)]);
}

/** Find the next thing with this hash. @param probe  from otfp_index_home, moved on. @return 1 + its place; 0 = there
 * is no other */
static inline uint32_t otfp_index_next(const struct otfp_index *ix, uint32_t hash, size_t *probe)
{
	const struct otfp_index_slot *slot;

	if (!ix->cap)
		return 0;
	do
		slot = &ix->slots[(*probe)++ & (ix->cap - 1)];
	while (slot->at && slot->hash != hash);
	return slot->at;
}
#endif
