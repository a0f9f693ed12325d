/*
 * hash.h - hashes of numbers and bytes, for tables in memory. Code that identifies things by a 64-bit hash only accepts
 * one collision in 2^64 pairs.
 */
#ifndef OTFP_BASE_HASH_H
#define OTFP_BASE_HASH_H
#include <stddef.h>
#include <stdint.h>

#define OTFP_HASH_INIT 0xcbf29ce484222325u

/** @return a number whose upper bits depend on all bits of the key */
static inline uint64_t otfp_hash_spread(uint64_t key)
{
	return key * 0x9e3779b97f4a7c15u;
}

/** @return the slot of a key in a table of 2^bits slots, bits > 0 */
static inline unsigned otfp_hash_slot(uint64_t key, unsigned bits)
{
	return (unsigned)(otfp_hash_spread(key) >> (64 - bits));
}

/** Add a number to a hash. @return the new hash */
static inline uint64_t otfp_hash_add(uint64_t h, uint64_t v)
{
	h = otfp_hash_spread(h ^ v);
	return h ^ h >> 29;
}

/** Add n bytes to a hash (FNV-1a), which begins as OTFP_HASH_INIT. @return the new hash */
static inline uint64_t otfp_hash_bytes(uint64_t h, const void *p, size_t n)
{
	const uint8_t *b = (const uint8_t *)p;

	for (size_t i = 0; i < n; i++)
		h = (h ^ b[i]) * 0x100000001b3u;
	return h;
}

/** @return the hash of four numbers; all its bits depend on them */
static inline uint64_t otfp_hash_four(const uint32_t key[4])
{
	uint64_t h = otfp_hash_spread((uint64_t)key[0] << 32 | key[1]);

	return (h ^ h >> 29 ^ ((uint64_t)key[2] << 32 | key[3])) * 0xbf58476d1ce4e5b9u;
}
#endif
