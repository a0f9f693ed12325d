/* means.c - the exclusive time of a function on all processes; functions of equal names are one. */
#include "wait/engine.h"
#include <stdlib.h>
#include <string.h>

int otfp_wait_is_same(const struct otfp_wait_engine *w, otfp_ref a, otfp_ref b)
{
	const struct otfp_definition *x, *y;

	if (a == b || a == OTFP_NO_REF || b == OTFP_NO_REF)
		return a == b;
	x = otfp_names_find(&w->names, OTFP_NAMED_FUNCTION, a);
	y = otfp_names_find(&w->names, OTFP_NAMED_FUNCTION, b);
	return x && y && x->name.p && y->name.p && x->name.n == y->name.n &&
	       memcmp(x->name.p, y->name.p, x->name.n) == 0;
}

int otfp_wait_means_end(struct otfp_wait_engine *w)
{
	w->sums = calloc(2 * w->nfunctions + 2, sizeof *w->sums);
	if (!w->sums)
		return -1;
	for (size_t i = 0; i < w->nprocesses; i++) {
		const struct wait_process *p = &w->processes[i];
		w->ncounted[p->is_thread] += p->is_counted;
		w->sums[p->is_thread] += p->idle_total;
		for (const struct wait_cell *cell = p->cells; cell; cell = cell->next)
			w->sums[2 * (cell->function->number + (size_t)1) + p->is_thread] += cell->total;
	}
	return 0;
}

/* Of a process. */
static uint64_t own_time(const struct otfp_wait_engine *w, const struct wait_process *p, otfp_ref function)
{
	uint64_t ticks = 0;

	if (function == OTFP_NO_REF)
		return p->idle_total;
	for (const struct wait_cell *cell = p->cells; cell; cell = cell->next)
		if (otfp_wait_is_same(w, cell->function->ref, function))
			ticks += cell->total;
	return ticks;
}

struct otfp_wait_time otfp_wait_time_of(const struct otfp_wait_engine *w, uint32_t process, otfp_ref function)
{
	const struct otfp_process *state = otfp_state_find(&w->state, process);
	const struct wait_process *p = state && state->index < w->nprocesses ? &w->processes[state->index] : NULL;
	const unsigned kind = p ? p->is_thread : 0;
	struct otfp_wait_time t = {.own = p ? own_time(w, p, function) : 0,
	                           .processes = w->ncounted[kind],
	                           .others = w->ncounted[kind] - (p ? p->is_counted : 0)};

	if (function == OTFP_NO_REF)
		t.all = w->sums[kind];
	for (size_t i = 0; i < w->nfunctions; i++)
		if (otfp_wait_is_same(w, w->by_number[i]->ref, function))
			t.all += w->sums[2 * (i + 1) + kind];
	return t;
}

size_t otfp_wait_longest(const struct otfp_wait_engine *w, otfp_ref *list, size_t n)
{
	otfp_wide *sums = calloc(n + 1, sizeof *sums);
	size_t found = 0;

	for (size_t i = 0; i < w->nfunctions && sums; i++) {
		const otfp_wide sum = w->by_number[i]->is_comm ? 0 : w->sums[2 * (i + 1)];
		size_t at = found;
		if (!sum)
			continue;
		for (; at && sums[at - 1] < sum; at--) {
			if (at < n) {
				sums[at] = sums[at - 1];
				list[at] = list[at - 1];
			}
		}
		if (at < n) {
			sums[at] = sum;
			list[at] = w->by_number[i]->ref;
			found += found < n;
		}
	}
	free(sums);
	return found;
}
