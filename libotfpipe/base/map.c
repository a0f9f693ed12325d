#include "base/map.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

enum { LEAST = 16, KEY_BITS = 64 };

void otfp_map_release(struct otfp_map *m)
{
	free(m->near);
	free(m->has);
	free(m->far);
	memset(m, 0, sizeof *m);
}

/* ---- the array ---- */

static void put_near(struct otfp_map *m, uint64_t key, uint64_t value)
{
	m->near[key] = value;
	m->has[key / 8] |= (uint8_t)(1u << key % 8);
}

/* Insert into open addressing; there is a free slot, and the key is new. */
static void put_far(struct otfp_map *m, uint64_t key, uint64_t value)
{
	size_t i = otfp_map_hash(key);

	OTFP_ASSERT_HOT(key && m->nfar < m->far_cap && (m->far_cap & (m->far_cap - 1)) == 0);
	while (m->far[i & (m->far_cap - 1)].key)
		i++;
	m->far[i & (m->far_cap - 1)] = (struct otfp_map_entry){key, value};
	m->nfar++;
}

/* Make the array cap keys long; what is new of it is not touched, so it costs no memory yet. */
static int lengthen(struct otfp_map *m, size_t cap)
{
	uint64_t *near = cap <= SIZE_MAX / sizeof *near ? realloc(m->near, cap * sizeof *near) : NULL;
	uint8_t *has;

	if (!near)
		return -1;
	m->near = near;
	has = realloc(m->has, cap / 8);
	if (!has)
		return -1;
	memset(has + m->near_cap / 8, 0, (cap - m->near_cap) / 8);
	m->has = has;
	m->near_cap = cap;
	return 0;
}

/* Put all entries of open addressing into a table of far_cap slots, those that are near now into the array. */
static int rehash(struct otfp_map *m, size_t far_cap)
{
	struct otfp_map old = *m;

	m->far = far_cap <= SIZE_MAX / sizeof *m->far ? calloc(far_cap, sizeof *m->far) : NULL;
	if (!m->far) {
		m->far = old.far;
		return -1;
	}
	m->far_cap = far_cap;
	m->nfar = 0;
	for (size_t i = 0; i < old.far_cap; i++) {
		const struct otfp_map_entry *e = &old.far[i];
		if (e->key)
			(e->key < m->near_cap ? put_near : put_far)(m, e->key, e->value);
	}
	free(old.far);
	return 0;
}

/* A table that has room for n keys and one more. */
static size_t cap_for(size_t n)
{
	size_t cap = LEAST;

	while (cap / 4 * 3 <= n)
		cap *= 2;
	return cap;
}

/* The length that the array should have, given the keys in both parts: the longest that is at least half full. */
static size_t best_length(const struct otfp_map *m)
{
	size_t by_bits[KEY_BITS + 1] = {0}, below = m->n - m->nfar;
	size_t best = m->near_cap;

	for (size_t i = 0; i < m->far_cap; i++)
		if (m->far[i].key)
			by_bits[KEY_BITS - __builtin_clzll(m->far[i].key)]++;
	for (unsigned bits = 1; bits < sizeof(size_t) * 8 - 4; bits++) {
		below += by_bits[bits];
		if ((size_t)1 << bits > best && (size_t)1 << bits >= LEAST && below >= (size_t)1 << (bits - 1))
			best = (size_t)1 << bits;
	}
	return best;
}

/* Lengthen the array, and move there what belongs there. @return 0, or -1 when memory is out */
static int resize(struct otfp_map *m, size_t near_cap, size_t far_cap)
{
	const size_t old = m->near_cap;

	if (lengthen(m, near_cap) < 0)
		return -1;
	if ((!m->nfar && far_cap == m->far_cap) || rehash(m, far_cap) == 0)
		return 0;
	m->near_cap = old;
	return -1;
}

int otfp_map_reserve(struct otfp_map *m, size_t cap)
{
	return cap > m->near_cap ? resize(m, cap, m->far_cap) : 0;
}

/* Lengthen the array for a key, if that is worth it. Keys may be far because the large ones came first: then these move
 * into the array. @return 0, or -1 when memory is out */
static int reach(struct otfp_map *m, uint64_t key)
{
	size_t cap = m->near_cap ? m->near_cap : LEAST;

	if (key >= 2 * (m->n + LEAST / 2))
		return 0;
	while (cap <= key)
		cap *= 2;
	return resize(m, cap, m->far_cap);
}

/* Make room for a key that is not near. @return 0, or -1 when memory is out */
static int make_room(struct otfp_map *m)
{
	size_t best;

	if (m->far_cap && m->nfar < m->far_cap / 4 * 3)
		return 0;
	best = best_length(m);
	if (best > m->near_cap)
		return resize(m, best, cap_for(m->nfar));
	return rehash(m, cap_for(2 * m->nfar));
}

/* ---- both ---- */

static int add(struct otfp_map *m, uint64_t key, uint64_t value)
{
	if (key >= m->near_cap && reach(m, key) < 0)
		return -1;
	if (key >= m->near_cap && make_room(m) < 0)
		return -1;
	(key < m->near_cap ? put_near : put_far)(m, key, value);
	m->n++;
	return 0;
}

int otfp_map_set(struct otfp_map *m, uint64_t key, uint64_t value)
{
	uint64_t *v = otfp_map_get(m, key);

	if (!v)
		return add(m, key, value);
	*v = value;
	return 0;
}

int otfp_map_next(const struct otfp_map *m, struct otfp_map_at *at)
{
	for (; at->next < m->near_cap; at->next++)
		if (m->has[at->next / 8] >> at->next % 8 & 1) {
			at->key = at->next;
			at->value = &m->near[at->next++];
			return 1;
		}
	for (; at->next - m->near_cap < m->far_cap; at->next++) {
		struct otfp_map_entry *e = &m->far[at->next - m->near_cap];
		if (e->key) {
			at->key = e->key;
			at->value = &e->value;
			at->next++;
			return 1;
		}
	}
	return 0;
}

void *otfp_map_row(struct otfp_map *index, uint64_t key, void *rows, size_t *n, size_t *cap, size_t size)
{
	const uint64_t *at = otfp_map_get(index, key);
	char *p;

	if (!at && (otfp_grow(rows, *n, cap, size) < 0 || otfp_map_set(index, key, *n) < 0))
		return NULL;
	memcpy(&p, rows, sizeof p);
	return at ? p + *at * size : memset(p + (*n)++ * size, 0, size);
}
