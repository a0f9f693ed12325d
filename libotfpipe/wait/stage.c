/*
 * stage.c - stages: what lies between two operations that let no process without parent go before all are there.
 *
 * Where another process is the slowest in each stage, all of them wait, however equal their sums are: that is moving
 * imbalance. In a stage it is known when the last process begins the operation at its end; until then the others stand
 * in theirs.
 */
#include "wait/watch.h"

/* Whether all processes that live and have no parent are in a group. */
static int is_of_all(struct otfp_wait_engine *w, struct wait_group *g)
{
	if (g->nknown == w->nprocesses)
		return g->is_of_all;
	g->is_of_all = 1;
	for (size_t i = 0; i < w->nprocesses && g->is_of_all; i++) {
		const struct wait_process *p = &w->processes[i];
		g->is_of_all = p->is_thread || otfp_wait_member(w, g, p->process);
	}
	g->nknown = w->nprocesses;
	return g->is_of_all;
}

/* Those that left the window, or have not come to it, stood still in it since. */
static int add_slowest(struct otfp_wait_engine *w, uint64_t window)
{
	struct otfp_wait_window *row = otfp_wait_window(w, window);
	uint64_t most = 0;

	if (!row)
		return -1;
	for (size_t i = 0; i < w->nprocesses; i++) {
		struct wait_process *p = &w->processes[i];
		if (p->window != window || p->is_thread)
			continue;
		if (p->useful - p->stage > most && otfp_wait_is_reported(w, p->process))
			most = p->useful - p->stage;
		p->stage = p->useful;
	}
	row->slowest += most;
	return 0;
}

int otfp_wait_stage_end(struct otfp_wait_engine *w, const struct wait_instance *i, uint64_t window)
{
	struct wait_group *g = &w->groups[i->communicator];

	if (!i->is_blocking || (i->type != WAIT_BARRIER && i->type != WAIT_ALL) || i->begun < g->n || !is_of_all(w, g))
		return 0;
	return w->o.clocks && window != OTFP_NO_WINDOW ? add_slowest(w, window) : 0;
}
