/* group.c - the communicators of collective operations. */
#include "base/grow.h"
#include "wait/engine.h"
#include <stdlib.h>
#include <string.h>

/* Make the entries up to that index. @return 0, or -1 when memory is out */
static int make_groups(struct otfp_wait_engine *w, size_t at)
{
	while (w->ngroups <= at) {
		if (otfp_grow(&w->groups, w->ngroups, &w->groups_cap, sizeof *w->groups) < 0)
			return -1;
		w->groups[w->ngroups++] = (struct wait_group){0};
	}
	return 0;
}

static int make_ready(struct wait_group *g, struct otfp_ranked *of)
{
	g->next = calloc(of->n + (size_t)1, sizeof *g->next);
	if (!g->next || otfp_ranked_sort(of) < 0)
		return -1;
	g->ref = of->ref;
	g->members = of->members;
	g->n = of->n;
	return 0;
}

struct wait_group *otfp_wait_group(struct otfp_wait_engine *w, uint32_t loc, uint32_t token)
{
	const size_t at = otfp_ranks_group(&w->state.ranks, loc, token);
	struct wait_group *g;

	if (!at)
		return NULL;
	if (make_groups(w, at - 1) == 0) {
		g = &w->groups[at - 1];
		if (g->members || make_ready(g, &w->state.ranks.groups[at - 1]) == 0)
			return g;
	}
	w->failed = 1;
	return NULL;
}

uint32_t otfp_wait_member(const struct otfp_wait_engine *w, const struct wait_group *g, uint32_t process)
{
	return otfp_ranks_member(&w->state.ranks, &w->state.ranks.groups[g - w->groups], process);
}

/* ---- what was over at a state, see resume.c ---- */

uint32_t otfp_wait_over(const struct wait_group *g, uint64_t index)
{
	uint32_t n = 0;

	if (index >= g->most_over)
		return 0;
	for (uint32_t i = 0; i < g->n; i++)
		n += g->over[i] > index;
	return n;
}

/* After the counts, before what is under way. */
static int keep_over(struct wait_group *g)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		least = g->next[i] < least ? g->next[i] : least;
		most = g->next[i] > most ? g->next[i] : most;
	}
	if (least >= most) /* no operation is over for some of them alone */
		return 0;
	g->over = malloc(g->n * sizeof *g->over);
	if (!g->over)
		return -1;
	memcpy(g->over, g->next, g->n * sizeof *g->over);
	g->most_over = most;
	return 0;
}

int otfp_wait_keep_over(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->ngroups; i++)
		if (w->groups[i].n && keep_over(&w->groups[i]) < 0)
			return -1;
	return 0;
}

void otfp_wait_groups_release(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->ngroups; i++) {
		free(w->groups[i].next);
		free(w->groups[i].over);
		free(w->groups[i].ring);
	}
	free(w->groups);
}
