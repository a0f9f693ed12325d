#include "base/index.h"
#include "base/assert.h"
#include "base/large.h"
#include <stdlib.h>
#include <string.h>

enum { LEAST = 64 };

void otfp_index_release(struct otfp_index *ix)
{
	free(ix->slots);
	memset(ix, 0, sizeof *ix);
}

void otfp_index_clear(struct otfp_index *ix)
{
	if (ix->cap)
		memset(ix->slots, 0, ix->cap * sizeof *ix->slots);
	ix->n = 0;
}

/* The table has a free slot. */
static void place(struct otfp_index *ix, struct otfp_index_slot slot)
{
	size_t i = otfp_index_home(ix, slot.hash);

	while (ix->slots[i & (ix->cap - 1)].at)
		i++;
	ix->slots[i & (ix->cap - 1)] = slot;
}

/* Double the table. The array of the caller is not read for it: it may be far larger. */
static int grow(struct otfp_index *ix)
{
	const struct otfp_index old = *ix;
	const size_t cap = old.cap ? 2 * old.cap : LEAST;
	struct otfp_index_slot *slots = cap > old.cap ? calloc(cap, sizeof *slots) : NULL;

	if (!slots)
		return -1;
	ix->slots = otfp_large(slots, cap * sizeof *slots);
	ix->cap = cap;
	for (size_t i = 0; i < old.cap; i++)
		if (old.slots[i].at)
			place(ix, old.slots[i]);
	free(old.slots);
	return 0;
}

int otfp_index_add(struct otfp_index *ix, uint32_t hash, size_t at)
{
	OTFP_ASSERT_HOT(at);
	if (at > UINT32_MAX || (ix->n >= ix->cap / 4 * 3 && grow(ix) < 0))
		return -1;
	place(ix, (struct otfp_index_slot){hash, (uint32_t)at});
	ix->n++;
	return 0;
}
