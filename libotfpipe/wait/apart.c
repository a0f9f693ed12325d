/*
 * apart.c - the second pass, process by process: if the waits and the legs of the critical path fit into memory, sorted
 * by process, the records of different processes may come in any order, which is faster.
 */
#include "base/grow.h"
#include "base/order.h"
#include "record/table.h"
#include "wait/links.h"
#include <stdlib.h>

static int by_process(const void *a, const void *b)
{
	const struct wait_change *x = a, *y = b;

	return otfp_order2(x->process, y->process, x->time, y->time);
}

static int by_leg(const void *a, const void *b)
{
	const struct wait_leg *x = a, *y = b;

	return otfp_order2(x->process, y->process, x->from, y->from);
}

/* ---- begin ---- */

static int load_changes(struct otfp_trail *t)
{
	struct wait_blame b;
	size_t cap = 0;
	int code = otfp_sort_end(t->blames);

	while (code == 0 && (code = otfp_trail_next(t->blames, &b, sizeof b)) == 0)
		for (int ends = 0; ends < 2; ends++) {
			if (otfp_grow(&t->changes, t->nchanges, &cap, sizeof *t->changes) < 0)
				return otfp_fail_memory(&t->err);
			t->changes[t->nchanges++] = (struct wait_change){.process = b.peer,
			                                                 .number = ends ? -1 : 1,
			                                                 .time = ends ? b.end : b.start};
		}
	if (code > 0 && t->nchanges)
		qsort(t->changes, t->nchanges, sizeof *t->changes, by_process);
	return code < 0 ? code : 0;
}

static int load_ways(struct otfp_trail *t)
{
	struct wait_leg leg;
	size_t cap = 0;
	int code = otfp_sort_end(t->legs);

	while (code == 0 && (code = otfp_trail_next(t->legs, &leg, sizeof leg)) == 0) {
		if (otfp_grow(&t->ways, t->nways, &cap, sizeof *t->ways) < 0)
			return otfp_fail_memory(&t->err);
		t->ways[t->nways++] = leg;
	}
	if (code > 0 && t->nways)
		qsort(t->ways, t->nways, sizeof *t->ways, by_leg);
	return code < 0 ? code : 0;
}

int otfp_trail_load(struct otfp_trail *t)
{
	int code = t->blames ? load_changes(t) : 0;

	return code == 0 && t->legs ? load_ways(t) : code;
}

static void find(const struct otfp_trail *t, struct wait_actor *a, uint32_t process)
{
	a->is_found = 1;
	a->change = otfp_first_from(t->changes, t->nchanges, sizeof *t->changes, process);
	a->way = otfp_first_from(t->ways, t->nways, sizeof *t->ways, process);
	a->last_change = a->change;
	while (a->last_change < t->nchanges && t->changes[a->last_change].process == process)
		a->last_change++;
	a->last_way = a->way;
	while (a->last_way < t->nways && t->ways[a->last_way].process == process)
		a->last_way++;
}

/* ---- a process up to a time ---- */

static int follow_changes(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t time)
{
	while (a->change < a->last_change && t->changes[a->change].time <= time) {
		const struct wait_change *c = &t->changes[a->change++];
		if (a->open && otfp_trail_ticks(t, a, state, c->time) < 0)
			return -1;
		a->last = c->time;
		a->open += (uint64_t)(int64_t)c->number;
	}
	return a->open ? otfp_trail_ticks(t, a, state, time) : 0;
}

static int follow_ways(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t time)
{
	while (a->way < a->last_way && t->ways[a->way].from < time) {
		struct wait_leg *leg = &t->ways[a->way];
		const uint64_t to = leg->to < time ? leg->to : time;
		if (otfp_trail_on_path(t, a, state, leg->from, to) < 0)
			return -1;
		leg->from = to;
		if (leg->to > to)
			break;
		a->way++;
	}
	return 0;
}

int otfp_trail_alone(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t time)
{
	if (OTFP_UNLIKELY(!a->is_found))
		find(t, a, state->process);
	if (a->change < a->last_change || a->open)
		if (follow_changes(t, a, state, time) < 0)
			return -1;
	return a->way < a->last_way ? follow_ways(t, a, state, time) : 0;
}

/* ---- end ---- */

static int end_of(struct otfp_trail *t, uint32_t process)
{
	struct otfp_process *state;
	struct wait_actor *a = otfp_trail_actor(t, process, &state);

	return a ? otfp_trail_alone(t, a, state, UINT64_MAX) : otfp_fail_memory(&t->err);
}

int otfp_trail_alone_end(struct otfp_trail *t)
{
	for (size_t i = 0; i < t->nchanges; i++)
		if ((i == 0 || t->changes[i].process != t->changes[i - 1].process) &&
		    end_of(t, t->changes[i].process) < 0)
			return -1;
	for (size_t i = 0; i < t->nways; i++)
		if ((i == 0 || t->ways[i].process != t->ways[i - 1].process) && end_of(t, t->ways[i].process) < 0)
			return -1;
	return 0;
}
