#include "wait/tally.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 16 << 10 }; /* bytes of tallies that are allocated together */

static size_t width(const struct wait_tallies *t)
{
	return (size_t)1 << t->bits;
}

int otfp_wait_tallies_init(struct wait_tallies *t, uint64_t nodes, unsigned leaf)
{
	t->bits = WAIT_TALLY_TREE;
	while (nodes > width(t) && t->bits < leaf)
		t->bits++;
	if (nodes > width(t))
		t->bits = WAIT_TALLY_TREE;
	for (t->levels = 0; nodes > width(t); t->levels++)
		nodes = (nodes + width(t) - 1) >> t->bits;
	t->size = sizeof(struct wait_tally) + width(t) * sizeof(union wait_tally_slot);
	t->zeros = calloc(1, t->size);
	return t->zeros ? 0 : -1;
}

void otfp_wait_tallies_release(struct wait_tallies *t)
{
	for (size_t i = 0; i < t->nblocks; i++)
		free(t->blocks[i]);
	free(t->blocks);
	free(t->zeros);
	*t = (struct wait_tallies){0};
}

/* ---- one ---- */

static int add_block(struct wait_tallies *t)
{
	char *block = malloc(BLOCK);

	if (!block || otfp_grow(&t->blocks, t->nblocks, &t->blocks_cap, sizeof *t->blocks) < 0) {
		free(block);
		return -1;
	}
	t->blocks[t->nblocks++] = block;
	for (size_t at = 0; at + t->size <= BLOCK; at += t->size) {
		struct wait_tally *tally = (struct wait_tally *)(void *)(block + at);
		tally->slots[0].kid = t->spare;
		t->spare = tally;
	}
	return 0;
}

static struct wait_tally *new_tally(struct wait_tallies *t)
{
	struct wait_tally *tally;

	if (!t->spare && add_block(t) < 0)
		return NULL;
	tally = t->spare;
	t->spare = tally->slots[0].kid;
	t->used += t->size;
	return tally;
}

static void drop(struct wait_tallies *t, struct wait_tally *tally, unsigned level)
{
	if (!tally || --tally->refs)
		return;
	for (size_t i = 0; level && i < width(t); i++)
		drop(t, tally->slots[i].kid, level - 1);
	tally->slots[0].kid = t->spare;
	t->spare = tally;
	t->used -= t->size;
}

void otfp_wait_tally_drop(struct wait_tallies *t, struct wait_tally *tally)
{
	drop(t, tally, t->levels);
}

/* Let it be one that may change. @return NULL when memory is out */
static struct wait_tally *own(struct wait_tallies *t, struct wait_tally **at, unsigned level)
{
	struct wait_tally *old = *at, *now;

	if (old && old->refs == 1)
		return old;
	now = new_tally(t);
	if (!now)
		return NULL;
	memcpy(now, old ? old : t->zeros, t->size);
	now->refs = 1;
	for (size_t i = 0; old && level && i < width(t); i++)
		otfp_wait_tally_keep(now->slots[i].kid);
	if (old)
		old->refs--;
	return *at = now;
}

static size_t slot_of(const struct wait_tallies *t, uint32_t node, unsigned level)
{
	return node >> (level * t->bits) & (width(t) - 1);
}

uint64_t *otfp_wait_tally_own(struct wait_tallies *t, struct wait_tally **tally, uint32_t node)
{
	for (unsigned level = t->levels;; level--) {
		struct wait_tally *x = own(t, tally, level);
		union wait_tally_slot *slot = x ? &x->slots[slot_of(t, node, level)] : NULL;
		if (!x || !level)
			return x ? &slot->ticks : NULL;
		tally = &slot->kid;
	}
}

uint64_t otfp_wait_tally_get(const struct wait_tallies *t, const struct wait_tally *tally, uint32_t node)
{
	for (unsigned level = t->levels; tally && level; level--)
		tally = tally->slots[slot_of(t, node, level)].kid;
	return tally ? tally->slots[slot_of(t, node, 0)].ticks : 0;
}

/* ---- differences ---- */

/* Where the walk through the four trees is; NULL is `zeros`. */
struct corner {
	const struct wait_tally *to, *from, *other_to, *other_from;
};

static struct corner or_zeros(const struct wait_tallies *t, struct corner c)
{
	return (struct corner){c.to ? c.to : t->zeros, c.from ? c.from : t->zeros, c.other_to ? c.other_to : t->zeros,
	                       c.other_from ? c.other_from : t->zeros};
}

static int excess_leaf(const struct wait_tallies *t, const struct corner *c, uint32_t node, struct wait_list *list,
                       uint64_t *sum)
{
	const size_t n = width(t);

	while (list->n + n > list->cap)
		if (otfp_grow(&list->p, list->cap, &list->cap, sizeof *list->p) < 0)
			return -1;
	for (uint32_t i = 0; i < n; i++) {
		const uint64_t more = c->to->slots[i].ticks - c->from->slots[i].ticks,
			       less = c->other_to->slots[i].ticks - c->other_from->slots[i].ticks;
		if (more > less) {
			list->p[list->n++] = (struct wait_entry){more - less, node + i};
			*sum += more - less;
		}
	}
	return 0;
}

static int excess(const struct wait_tallies *t, const struct corner *c, unsigned level, uint32_t node,
                  struct wait_list *list, uint64_t *sum)
{
	if (!level)
		return excess_leaf(t, c, node, list, sum);
	for (uint32_t i = 0; i < width(t); i++) {
		const struct corner kid =
			or_zeros(t, (struct corner){c->to->slots[i].kid, c->from->slots[i].kid,
		                                    c->other_to->slots[i].kid, c->other_from->slots[i].kid});
		if (kid.to != kid.from && excess(t, &kid, level - 1, node + (i << (level * t->bits)), list, sum) < 0)
			return -1;
	}
	return 0;
}

int otfp_wait_tally_excess(const struct wait_tallies *t, struct wait_change_of more, struct wait_change_of less,
                           struct wait_list *to, uint64_t *sum)
{
	const struct corner c = or_zeros(t, (struct corner){more.to, more.from, less.to, less.from});

	return c.to == c.from ? 0 : excess(t, &c, t->levels, 0, to, sum);
}
