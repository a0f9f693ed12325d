/*
 * stage.c - stages: what lies between two operations that let no process without parent go before all are there.
 *
 * Where another process is the slowest in each stage, all of them wait, however equal their sums are: that is moving
 * imbalance. The stage of a process ends where it begins the operation; which stage was how long is known when the last
 * process begins it.
 */
#include "wait/watch.h"

/* Whether all processes that live and have no parent are in a group: those that came since the last time are judged. */
static int is_of_all(struct otfp_wait_engine *w, struct wait_group *g)
{
	if (!g->nknown)
		g->is_of_all = 1;
	for (; g->nknown < w->nprocesses && g->is_of_all; g->nknown++) {
		const struct wait_process *p = &w->processes[g->nknown];
		g->is_of_all = p->is_thread || otfp_wait_member(w, g, p->process);
	}
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
		const uint64_t end = p->stood;
		if (p->window != window || p->is_thread || !p->has_stood)
			continue;
		if (end - p->stage > most && otfp_wait_is_reported(w, p->process))
			most = end - p->stage;
		p->stage = end;
		p->has_stood = 0;
	}
	row->slowest += most;
	return 0;
}

int otfp_wait_stage_stand(struct otfp_wait_engine *w, struct wait_instance *i, struct wait_process *p)
{
	struct wait_group *g = &w->groups[i->communicator];

	if (!w->o.clocks || !i->is_blocking || (i->type != WAIT_BARRIER && i->type != WAIT_ALL) || !is_of_all(w, g))
		return 0;
	i->has_thread |= p->is_thread; /* its process may do anything meanwhile: no stage ends */
	p->stood = p->useful;
	p->has_stood = 1;
	if (i->begun < g->n || i->has_thread || p->window == OTFP_NO_WINDOW)
		return 0;
	return add_slowest(w, p->window);
}
