#include "otf/read/batch.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };
_Static_assert(sizeof(void *) < 8 || sizeof(struct otfp_record) % CACHE_LINE == 0,
               "each record of a batch starts a cache line");

int otfp_batch_init(struct otfp_batch *b, unsigned cap)
{
	const size_t bytes = ((size_t)cap + 1) * sizeof *b->recs;

	memset(b, 0, sizeof *b);
	b->recs = aligned_alloc(CACHE_LINE, bytes);
	if (!b->recs)
		return -1;
	memset(b->recs, 0, bytes);
	b->cap = cap;
	b->last = &b->troubles;
	return 0;
}

void otfp_batch_clear(struct otfp_batch *b)
{
	otfp_arena_clear(&b->arena);
	b->troubles = NULL;
	b->last = &b->troubles;
	b->n = 0;
	b->uncollected = 0;
	b->end = 0;
}

void otfp_batch_release(struct otfp_batch *b)
{
	otfp_arena_release(&b->arena);
	free(b->recs);
	memset(b, 0, sizeof *b);
}

int otfp_batch_trouble(struct otfp_batch *b, const struct otfp_error *e)
{
	struct otfp_trouble *t = otfp_arena_get(&b->arena, sizeof *t);

	if (!t)
		return -1;
	*t = (struct otfp_trouble){NULL, b->n, NULL};
	if (e && !(t->e = otfp_arena_copy(&b->arena, e, sizeof *e)))
		return -1;
	*b->last = t;
	b->last = &t->next;
	return 0;
}

/* Drop the troubles after record `at`. */
static void cut_troubles(struct otfp_batch *b, unsigned at)
{
	b->last = &b->troubles;
	while (*b->last && (*b->last)->before <= at)
		b->last = &(*b->last)->next;
	*b->last = NULL;
}

void otfp_batch_trim(struct otfp_batch *b, unsigned first, uint64_t from, uint64_t to, int has_to)
{
	struct otfp_trouble *t = b->troubles;
	unsigned n = first;

	OTFP_ASSERT(first <= b->n && b->n <= b->cap);
	while (t && t->before < first)
		t = t->next;
	for (unsigned i = first; i < b->n; i++) {
		if (has_to && b->recs[i].time >= to) {
			cut_troubles(b, i);
			b->end = OTFP_END;
			b->n = i;
		}
		for (; t && t->before == i; t = t->next)
			t->before = n;
		if (i < b->n && b->recs[i].time >= from)
			b->recs[n++] = b->recs[i];
	}
	for (; t; t = t->next)
		t->before = n;
	b->n = n;
}
