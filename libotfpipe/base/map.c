#include "base/map.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_map_release(struct otfp_map *m)
{
	free(m->slots);
	memset(m, 0, sizeof *m);
}

static void insert(struct otfp_map *m, uint64_t key, uint64_t value)
{
	size_t i = otfp_map_hash(key);

	OTFP_ASSERT_HOT(m->n < m->cap && (m->cap & (m->cap - 1)) == 0);
	while (m->slots[i & (m->cap - 1)].used)
		i++;
	m->slots[i & (m->cap - 1)] = (struct otfp_map_entry){key, value, 1};
	m->n++;
}

static int grow(struct otfp_map *m)
{
	struct otfp_map old = *m;

	m->cap = old.cap ? 2 * old.cap : 16;
	m->slots = calloc(m->cap, sizeof *m->slots);
	if (!m->slots) {
		*m = old;
		return -1;
	}
	m->n = 0;
	for (size_t i = 0; i < old.cap; i++)
		if (old.slots[i].used)
			insert(m, old.slots[i].key, old.slots[i].value);
	OTFP_ASSERT(m->n == old.n && 2 * m->n <= m->cap);
	free(old.slots);
	return 0;
}

int otfp_map_set(struct otfp_map *m, uint64_t key, uint64_t value)
{
	uint64_t *v = otfp_map_get(m, key);

	if (v) {
		*v = value;
		return 0;
	}
	if (2 * m->n >= m->cap && grow(m) < 0)
		return -1;
	insert(m, key, value);
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
