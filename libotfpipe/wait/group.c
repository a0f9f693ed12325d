/* group.c - members of communicators, and which process stands for a thread in them. */
#include "base/grow.h"
#include "base/order.h"
#include "record/packed.h"
#include "wait/engine.h"
#include <stdlib.h>

/* ---- threads ---- */

enum { PARENTS_MAX = 64 }; /* a longer chain of parents is a circle */

uint32_t otfp_wait_root(const struct otfp_wait_engine *w, uint32_t process)
{
	const uint64_t *parent;

	for (int i = 0; i < PARENTS_MAX && (parent = otfp_map_get(&w->parents, process)) && *parent; i++)
		process = (uint32_t)*parent;
	return process;
}

/* ---- groups ---- */

int otfp_wait_learn_group(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	const struct otfp_list l = rec->f[2].l;
	struct wait_group *g;

	if (otfp_grow(&w->groups, w->ngroups, &w->groups_cap, sizeof *g) < 0 ||
	    otfp_tokens_put(&w->group_index, rec->loc, (uint32_t)rec->f[0].u, w->ngroups) < 0)
		return -1;
	g = &w->groups[w->ngroups++];
	*g = (struct wait_group){.ref = (uint64_t)rec->loc << 32 | rec->f[0].u, .n = (uint32_t)l.n};
	g->list = otfp_list_pack(&l);
	return g->list ? 0 : -1;
}

static int list_members(struct wait_group *g)
{
	uint32_t *list = malloc((g->n + (size_t)1) * sizeof *list);

	if (!list)
		return -1;
	otfp_list_unpack(g->list, list, g->n);
	for (uint32_t i = 0; i < g->n; i++)
		g->members[i] = (struct wait_member){list[i], i};
	free(list);
	free(g->list);
	g->list = NULL;
	return 0;
}

static int make_ready(struct wait_group *g)
{
	g->members = malloc((g->n + (size_t)1) * sizeof *g->members);
	g->next = calloc(g->n + (size_t)1, sizeof *g->next);
	if (!g->members || !g->next || list_members(g) < 0)
		return -1;
	qsort(g->members, g->n, sizeof *g->members, otfp_by_u32);
	g->is_ready = 1;
	return 0;
}

static struct wait_group *find(const struct otfp_wait_engine *w, uint32_t loc, uint32_t token)
{
	const uint64_t *stream = w->group_index.local ? otfp_map_get(&w->names.streams, loc) : NULL;
	uint32_t of = stream ? (uint32_t)*stream : 0;
	const uint64_t *at = otfp_tokens_get(&w->group_index, &of, token);

	return at ? &w->groups[*at] : NULL;
}

struct wait_group *otfp_wait_group(struct otfp_wait_engine *w, uint32_t loc, uint32_t token)
{
	struct wait_group *g = find(w, loc, token);

	if (!g || g->is_ready)
		return g;
	if (make_ready(g) == 0)
		return g;
	w->failed = 1;
	return NULL;
}

static uint32_t member(const struct wait_group *g, uint32_t process)
{
	const size_t i = otfp_first_from(g->members, g->n, sizeof *g->members, process);

	return i < g->n && g->members[i].process == process ? (uint32_t)i + 1 : 0;
}

uint32_t otfp_wait_member(const struct otfp_wait_engine *w, const struct wait_group *g, uint32_t process)
{
	const uint32_t at = member(g, process);

	return at || !w->has_threads ? at : member(g, otfp_wait_root(w, process));
}

uint32_t otfp_wait_stands_for(struct otfp_wait_engine *w, uint32_t loc, uint32_t process, uint32_t communicator)
{
	const uint32_t root = w->has_threads ? otfp_wait_root(w, process) : process;
	const struct wait_group *g;

	if (root == process)
		return process;
	g = otfp_wait_group(w, loc, communicator);
	return g && !member(g, process) ? root : process;
}

void otfp_wait_groups_release(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->ngroups; i++) {
		free(w->groups[i].members);
		free(w->groups[i].list);
		free(w->groups[i].next);
		free(w->groups[i].ring);
	}
	free(w->groups);
	otfp_map_release(&w->group_index.map);
}
