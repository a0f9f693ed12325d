/* ranks.c - parents of processes, members of groups. See ranks.h. */
#include "state/ranks.h"
#include "base/grow.h"
#include "base/order.h"
#include "record/control.h"
#include "record/packed.h"
#include <stdlib.h>
#include <string.h>

enum { PARENTS_MAX = 64 }; /* a longer chain of parents is a circle */

void otfp_ranks_forget_members(struct otfp_ranks *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->groups[i].list);
		free(r->groups[i].members);
		r->groups[i].list = NULL;
		r->groups[i].members = NULL;
		r->groups[i].n = 0;
	}
}

void otfp_ranks_release(struct otfp_ranks *r)
{
	otfp_ranks_forget_members(r);
	free(r->groups);
	otfp_map_release(&r->parents);
	otfp_map_release(&r->streams);
	otfp_map_release(&r->index.map);
	memset(r, 0, sizeof *r);
}

/* ---- definitions ---- */

static int learn_process(struct otfp_ranks *r, const struct otfp_record *rec)
{
	const uint64_t parent = rec->f[OTFP_DefProcess_parent].u;
	uint64_t *known = otfp_map_get(&r->parents, rec->f[0].u);

	if (known) /* defined again */
		*known = parent;
	return known || !parent ? 0 : otfp_map_set(&r->parents, rec->f[0].u, parent);
}

static int learn_group(struct otfp_ranks *r, const struct otfp_record *rec)
{
	const struct otfp_list l = rec->f[OTFP_DefProcessGroup_members].l;
	struct otfp_ranked *g;

	if (otfp_grow(&r->groups, r->n, &r->cap, sizeof *g) < 0 ||
	    otfp_tokens_put(&r->index, rec->loc, (uint32_t)rec->f[0].u, r->n) < 0)
		return -1;
	g = &r->groups[r->n++];
	*g = (struct otfp_ranked){.ref = (uint64_t)rec->loc << 32 | rec->f[0].u, .n = (uint32_t)l.n};
	if (!r->all && !r->parents.n)
		return 0;
	g->list = otfp_list_pack(&l);
	return g->list ? 0 : -1;
}

int otfp_ranks_add(struct otfp_ranks *r, const struct otfp_record *rec)
{
	if (rec->type == OTFP_DefProcess)
		return learn_process(r, rec);
	if (rec->type == OTFP_DefProcessGroup)
		return learn_group(r, rec);
	return otfp_control_kind(rec) == OTFP_C_SM ? otfp_sm_map(&r->streams, &rec->line) : 0;
}

/* ---- groups ---- */

size_t otfp_ranks_group(const struct otfp_ranks *r, uint32_t loc, uint32_t token)
{
	const uint64_t *stream = r->index.local ? otfp_map_get(&r->streams, loc) : NULL, *at;
	uint32_t of = stream ? (uint32_t)*stream : 0;

	at = otfp_tokens_get(&r->index, &of, token);
	return at ? *at + 1 : 0;
}

int otfp_ranked_sort(struct otfp_ranked *g)
{
	uint32_t *list;

	if (g->members)
		return 0;
	list = malloc((g->n + (size_t)1) * sizeof *list);
	g->members = list ? malloc((g->n + (size_t)1) * sizeof *g->members) : NULL;
	if (g->members) {
		otfp_list_unpack(g->list, list, g->n);
		for (uint32_t i = 0; i < g->n; i++)
			g->members[i] = (struct otfp_member){list[i], i};
		qsort(g->members, g->n, sizeof *g->members, otfp_by_u32);
		free(g->list);
		g->list = NULL;
	}
	free(list);
	return g->members ? 0 : -1;
}

static uint32_t member(const struct otfp_ranked *g, uint32_t process)
{
	const size_t i = otfp_first_from(g->members, g->n, sizeof *g->members, process);

	return i < g->n && g->members[i].process == process ? (uint32_t)i + 1 : 0;
}

/* ---- who stands for whom ---- */

/* The process without a parent that a process belongs to; of a circle of parents one in it. */
static uint32_t root_of(const struct otfp_ranks *r, uint32_t process)
{
	const uint64_t *parent;

	for (int i = 0; i < PARENTS_MAX && (parent = otfp_map_get(&r->parents, process)) && *parent; i++)
		process = (uint32_t)*parent;
	return process;
}

uint32_t otfp_ranks_member(const struct otfp_ranks *r, const struct otfp_ranked *g, uint32_t process)
{
	const uint32_t at = member(g, process);

	return at || !r->parents.n ? at : member(g, root_of(r, process));
}

int otfp_ranks_key_far(struct otfp_ranks *r, uint32_t loc, uint32_t key[4])
{
	const uint32_t roots[] = {root_of(r, key[0]), root_of(r, key[1])};
	struct otfp_ranked *g;
	size_t at;

	if (roots[0] == key[0] && roots[1] == key[1])
		return 0;
	at = otfp_ranks_group(r, loc, key[2]);
	if (!at)
		return 0;
	g = &r->groups[at - 1];
	if (g->list && otfp_ranked_sort(g) < 0)
		return -1;
	for (unsigned i = 0; i < 2; i++)
		if (!g->members || !member(g, key[i]))
			key[i] = roots[i];
	return 0;
}
