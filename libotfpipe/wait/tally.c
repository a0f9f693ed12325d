#include "wait/tally.h"
#include "base/grow.h"
#include <stdlib.h>

enum { BLOCK = 256 }; /* tallies that are allocated together */

void otfp_wait_tallies_init(struct wait_tallies *t, uint64_t nodes)
{
	t->levels = 0;
	while (nodes > WAIT_TALLY_WIDTH) {
		nodes = (nodes + WAIT_TALLY_WIDTH - 1) >> WAIT_TALLY_BITS;
		t->levels++;
	}
}

void otfp_wait_tallies_release(struct wait_tallies *t)
{
	for (size_t i = 0; i < t->nblocks; i++)
		free(t->blocks[i]);
	free(t->blocks);
	*t = (struct wait_tallies){0};
}

/* ---- one ---- */

static int add_block(struct wait_tallies *t)
{
	struct wait_tally *block = malloc(BLOCK * sizeof *block);

	if (!block || otfp_grow(&t->blocks, t->nblocks, &t->blocks_cap, sizeof *t->blocks) < 0) {
		free(block);
		return -1;
	}
	t->blocks[t->nblocks++] = block;
	for (size_t i = 0; i < BLOCK; i++) {
		block[i].u.kids[0] = t->spare;
		t->spare = &block[i];
	}
	return 0;
}

static struct wait_tally *new_tally(struct wait_tallies *t)
{
	struct wait_tally *tally;

	if (!t->spare && add_block(t) < 0)
		return NULL;
	tally = t->spare;
	t->spare = tally->u.kids[0];
	t->used += sizeof *tally;
	return tally;
}

static void drop(struct wait_tallies *t, struct wait_tally *tally, unsigned level)
{
	if (!tally || --tally->refs)
		return;
	for (unsigned i = 0; level && i < WAIT_TALLY_WIDTH; i++)
		drop(t, tally->u.kids[i], level - 1);
	tally->u.kids[0] = t->spare;
	t->spare = tally;
	t->used -= sizeof *tally;
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
	*now = old ? *old : (struct wait_tally){0};
	now->refs = 1;
	for (unsigned i = 0; old && level && i < WAIT_TALLY_WIDTH; i++)
		otfp_wait_tally_keep(now->u.kids[i]);
	if (old)
		old->refs--;
	return *at = now;
}

uint64_t *otfp_wait_tally_at(struct wait_tallies *t, struct wait_tally **tally, uint32_t node)
{
	for (unsigned level = t->levels;; level--) {
		struct wait_tally *x = own(t, tally, level);
		const uint32_t i = node >> (level * WAIT_TALLY_BITS) & (WAIT_TALLY_WIDTH - 1);
		if (!x || !level)
			return x ? &x->u.ticks[i] : NULL;
		tally = &x->u.kids[i];
	}
}

uint64_t otfp_wait_tally_get(const struct wait_tallies *t, const struct wait_tally *tally, uint32_t node)
{
	for (unsigned level = t->levels; tally && level; level--)
		tally = tally->u.kids[node >> (level * WAIT_TALLY_BITS) & (WAIT_TALLY_WIDTH - 1)];
	return tally ? tally->u.ticks[node & (WAIT_TALLY_WIDTH - 1)] : 0;
}

/* ---- differences ---- */

static const struct wait_tally zeros;

/* Where the walk through the four trees is; NULL is `zeros`. */
struct corner {
	const struct wait_tally *to, *from, *other_to, *other_from;
};

static const struct wait_tally *or_zeros(const struct wait_tally *t)
{
	return t ? t : &zeros;
}

static int excess_leaf(const struct corner *c, uint32_t node, struct wait_list *list, uint64_t *sum)
{
	while (list->n + WAIT_TALLY_WIDTH > list->cap)
		if (otfp_grow(&list->p, list->cap, &list->cap, sizeof *list->p) < 0)
			return -1;
	for (uint32_t i = 0; i < WAIT_TALLY_WIDTH; i++) {
		const uint64_t more = c->to->u.ticks[i] - c->from->u.ticks[i],
			       less = c->other_to->u.ticks[i] - c->other_from->u.ticks[i];
		if (more > less) {
			list->p[list->n++] = (struct wait_entry){more - less, node + i};
			*sum += more - less;
		}
	}
	return 0;
}

static int excess(const struct corner *c, unsigned level, uint32_t node, struct wait_list *list, uint64_t *sum)
{
	if (!level)
		return excess_leaf(c, node, list, sum);
	for (uint32_t i = 0; i < WAIT_TALLY_WIDTH; i++) {
		const struct corner kid = {or_zeros(c->to->u.kids[i]), or_zeros(c->from->u.kids[i]),
		                           or_zeros(c->other_to->u.kids[i]), or_zeros(c->other_from->u.kids[i])};
		if (kid.to != kid.from &&
		    excess(&kid, level - 1, node + (i << (level * WAIT_TALLY_BITS)), list, sum) < 0)
			return -1;
	}
	return 0;
}

int otfp_wait_tally_excess(const struct wait_tallies *t, struct wait_change_of more, struct wait_change_of less,
                           struct wait_list *to, uint64_t *sum)
{
	const struct corner c = {or_zeros(more.to), or_zeros(more.from), or_zeros(less.to), or_zeros(less.from)};

	return c.to == c.from ? 0 : excess(&c, t->levels, 0, to, sum);
}
