/*
 * map.h - a hash map from 64-bit keys to 64-bit values, with open addressing.
 *
 * Zero-filled is a valid empty map. Typical keys: a token, or stream << 32 | token. Entries cannot be removed.
 */
#ifndef OTFP_BASE_MAP_H
#define OTFP_BASE_MAP_H
#include "base/must.h"
#include "base/hash.h"
#include <stddef.h>
#include <stdint.h>

struct otfp_map {
	struct otfp_map_entry {
		uint64_t key, value;
		uint8_t used;
	} * slots;
	size_t n, cap; /* cap is 0 or a power of two; at most half of the slots are used */
};

/** Free the slots; the map is empty then. */
void otfp_map_release(struct otfp_map *m);
/** Set the value of a key, new or not. @return 0, or -1 when memory is out and nothing has changed */
OTFP_MUST_CHECK int otfp_map_set(struct otfp_map *m, uint64_t key, uint64_t value);

/**
 * The row of a key in an array that the map is the index of; a new one is zero-filled.
 * @param rows  points to the pointer to the array, as for otfp_grow; the row may move when the next is made
 * @return NULL when memory is out
 */
OTFP_MUST_CHECK void *otfp_map_row(struct otfp_map *index, uint64_t key, void *rows, size_t *n, size_t *cap,
                                   size_t size);

/** Both halves of the key affect the low bits. */
static inline size_t otfp_map_hash(uint64_t key)
{
	uint64_t x = otfp_hash_spread(key);

	return (size_t)(x ^ x >> 32);
}

/** The address of the value of a key, valid until the next set. @return NULL if the key is not in the map */
static inline uint64_t *otfp_map_get(const struct otfp_map *m, uint64_t key)
{
	if (m->cap)
		for (size_t i = otfp_map_hash(key);; i++) {
			struct otfp_map_entry *e = &m->slots[i & (m->cap - 1)];
			if (!e->used)
				return NULL;
			if (e->key == key)
				return &e->value;
		}
	return NULL;
}
#endif
