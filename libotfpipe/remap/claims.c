/* claims.c - the owners of numbers, over all traces that become one. */
#include "base/assert.h"
#include "base/grow.h"
#include "remap/rename.h"
#include <stdlib.h>
#include <string.h>

void otfp_claims_release(struct otfp_claims *c)
{
	for (unsigned space = 0; space < OTFP_NWHATS; space++)
		otfp_map_release(&c->of[space]);
	otfp_map_release(&c->seen);
	free(c->all);
	memset(c, 0, sizeof *c);
}

struct otfp_claim *otfp_claims_get(const struct otfp_claims *c, unsigned space, uint32_t stream, uint32_t to)
{
	const uint64_t *i = otfp_map_get(&c->of[space], (uint64_t)stream << 32 | to);

	return i ? &c->all[*i] : NULL;
}

struct otfp_claim *otfp_claims_put(struct otfp_claims *all, uint32_t stream, struct otfp_claim c)
{
	OTFP_ASSERT_HOT(!otfp_claims_get(all, c.space, stream, c.to));
	if (otfp_grow(&all->all, all->n, &all->cap, sizeof *all->all) < 0 ||
	    otfp_map_set(&all->of[c.space], (uint64_t)stream << 32 | c.to, all->n) < 0)
		return NULL;
	all->all[all->n] = c;
	return &all->all[all->n++];
}

static unsigned sibling(unsigned space)
{
	switch (space) {
	case OTFP_W_PROCESS: return OTFP_W_PROCESSGROUP;
	case OTFP_W_PROCESSGROUP: return OTFP_W_PROCESS;
	default: return space;
	}
}

void otfp_claims_raise(struct otfp_claims *c, unsigned space, uint32_t token)
{
	if (token == UINT32_MAX || token <= c->last[space])
		return;
	c->last[space] = token;
	otfp_claims_raise(c, sibling(space), token);
}

int otfp_claims_fresh(struct otfp_claims *c, unsigned space, uint32_t *to)
{
	unsigned other = sibling(space);

	for (uint32_t tries = UINT32_MAX; tries; tries--) {
		c->last[space] += c->last[space] == UINT32_MAX ? 2 : 1;
		*to = c->last[space];
		if (otfp_claims_get(c, space, 0, *to) || otfp_claims_get(c, other, 0, *to))
			continue;
		c->last[other] = c->last[other] < *to ? *to : c->last[other];
		return 0;
	}
	return -1;
}
