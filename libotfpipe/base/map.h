/*
 * map.h - a map from 64-bit keys to 64-bit values.
 *
 * Zero-filled is a valid empty map. Typical keys: a token, or stream << 32 | token. Entries cannot be removed.
 *
 * Tokens are mostly small and dense, so there are two parts, as in the tables of Lua: an array for the keys from 0 on,
 * at most about four times as long as the map has keys, and open addressing for the others.
 *
 * Memory: 8 to 16 bytes a key in the array, 21 to 43 a key elsewhere; what is unused of the array is not touched.
 */
#ifndef OTFP_BASE_MAP_H
#define OTFP_BASE_MAP_H
#include "base/must.h"
#include "base/hash.h"
#include <stddef.h>
#include <stdint.h>

struct otfp_map {
	uint64_t *near; /* values of the keys below near_cap */
	uint8_t *has;   /* a bit for each of these keys */
	size_t near_cap;
	struct otfp_map_entry {
		uint64_t key, value; /* key 0 = free; key 0 itself is always near */
	} * far;
	size_t nfar, far_cap; /* far_cap is 0 or a power of two; at most 3/4 of the slots are used */
	size_t n;             /* keys in both */
};

/** Free all; the map is empty then. */
void otfp_map_release(struct otfp_map *m);
/** Make the array `cap` keys long, a power of two of at least 8, if it is shorter. @return 0, or -1 when memory is out
 */
OTFP_MUST_CHECK int otfp_map_reserve(struct otfp_map *m, size_t cap);
/** Set the value of a key, new or not. @return 0, or -1 when memory is out and nothing has changed */
OTFP_MUST_CHECK int otfp_map_set(struct otfp_map *m, uint64_t key, uint64_t value);

/* A position in a map; zero-filled is before the first entry. */
struct otfp_map_at {
	uint64_t key;
	uint64_t *value;
	size_t next;
};

/** Move to the next entry, in no particular order, the small keys first. The map must not get new keys meanwhile.
 * @return 0 after the last one */
int otfp_map_next(const struct otfp_map *m, struct otfp_map_at *at);

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
	if (key < m->near_cap)
		return m->has[key / 8] >> key % 8 & 1 ? &m->near[key] : NULL;
	if (m->far_cap)
		for (size_t i = otfp_map_hash(key);; i++) {
			struct otfp_map_entry *e = &m->far[i & (m->far_cap - 1)];
			if (!e->key)
				return NULL;
			if (e->key == key)
				return &e->value;
		}
	return NULL;
}
#endif
