#include "wait/vector.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

enum { FEW = 48 }; /* entries that insertion sorts fastest */

void otfp_wait_vector_release(struct wait_vector *v, size_t *used)
{
	*used -= v->cap * sizeof *v->p;
	free(v->p);
	*v = (struct wait_vector){0};
}

/* Make room for n more entries. */
static int reserve(struct wait_vector *v, uint32_t n, size_t *used)
{
	const uint64_t need = (uint64_t)v->n + n, cap = need + need / 4;
	struct wait_entry *p;

	if (need <= v->cap)
		return 0;
	p = cap < UINT32_MAX ? realloc(v->p, cap * sizeof *p) : NULL;
	if (!p)
		return -1;
	*used += (cap - v->cap) * sizeof *p;
	v->p = p;
	v->cap = (uint32_t)cap;
	return 0;
}

static int by_key(const void *a, const void *b)
{
	return otfp_order(((const struct wait_entry *)a)->key, ((const struct wait_entry *)b)->key);
}

static void insert_all(struct wait_entry *p, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		const struct wait_entry e = p[i];
		uint32_t at = i;
		for (; at && p[at - 1].key > e.key; at--)
			p[at] = p[at - 1];
		p[at] = e;
	}
}

uint32_t otfp_wait_entries_sort(struct wait_entry *p, uint32_t n)
{
	uint32_t last = 0;

	if (n <= FEW)
		insert_all(p, n);
	else
		qsort(p, n, sizeof *p, by_key);
	for (uint32_t i = 1; i < n; i++)
		if (p[i].key == p[last].key)
			p[last].ticks += p[i].ticks;
		else
			p[++last] = p[i];
	return n ? last + 1 : 0;
}

/* Add what has a key here. @return how many have none */
static uint32_t add_known(struct wait_vector *v, const struct wait_entry *from, uint32_t n)
{
	uint32_t at = 0, missing = 0;

	for (uint32_t i = 0; i < n; i++) {
		while (at < v->n && v->p[at].key < from[i].key)
			at++;
		if (at < v->n && v->p[at].key == from[i].key)
			v->p[at].ticks += from[i].ticks;
		else
			missing++;
	}
	return missing;
}

/* Insert those without a key here, from the last one on. */
static void insert_missing(struct wait_vector *v, const struct wait_entry *from, uint32_t n, uint32_t missing)
{
	uint32_t at = v->n, to = v->n + missing;

	v->n = to;
	while (n && to > at) {
		const struct wait_entry *e = &from[n - 1];
		if (at && v->p[at - 1].key > e->key) {
			v->p[--to] = v->p[--at];
			continue;
		}
		if (!at || v->p[at - 1].key < e->key)
			v->p[--to] = *e;
		n--;
	}
}

int otfp_wait_vector_add(struct wait_vector *v, const struct wait_entry *from, uint32_t n, size_t *used)
{
	uint32_t missing;

	if (!v->n)
		return otfp_wait_vector_put(v, from, n, used);
	missing = add_known(v, from, n);
	if (!missing)
		return 0;
	if (reserve(v, missing, used) < 0)
		return -1;
	insert_missing(v, from, n, missing);
	return 0;
}

int otfp_wait_vector_put(struct wait_vector *v, const struct wait_entry *from, uint32_t n, size_t *used)
{
	if (reserve(v, n, used) < 0)
		return -1;
	if (n)
		memcpy(v->p + v->n, from, n * sizeof *from);
	v->n += n;
	return 0;
}

struct wait_entry *otfp_wait_vector_find(const struct wait_vector *v, uint32_t key)
{
	uint32_t low = 0, high = v->n;

	while (low < high) {
		const uint32_t mid = low + (high - low) / 2;
		if (v->p[mid].key < key)
			low = mid + 1;
		else
			high = mid;
	}
	return low < v->n && v->p[low].key == key ? &v->p[low] : NULL;
}
