/* means.c - the exclusive time of a function on all processes; functions of equal names are one. */
#include "wait/engine.h"
#include <stdlib.h>
#include <string.h>

static struct otfp_str name_of(const struct otfp_wait_engine *w, otfp_ref function)
{
	const struct otfp_definition *d =
		function == OTFP_NO_REF ? NULL : otfp_names_find(&w->names, OTFP_NAMED_FUNCTION, function);

	return d ? d->name : (struct otfp_str){NULL, 0};
}

int otfp_wait_is_same(const struct otfp_wait_engine *w, otfp_ref a, otfp_ref b)
{
	struct otfp_str x, y;

	if (a == b)
		return 1;
	x = name_of(w, a);
	y = name_of(w, b);
	return x.p && y.p && x.n == y.n && memcmp(x.p, y.p, x.n) == 0;
}

/* Add up the functions of a name. @return 0, or -1 when memory is out */
static int sum_names(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->nfunctions; i++) {
		const struct otfp_str name = name_of(w, w->by_number[i]->ref);
		const uint32_t number = name.p ? otfp_intern(&w->called, name.p, name.n) : 0;
		struct wait_called *sum = number ? &w->called_sums[number - 1] : NULL;
		if (!name.p)
			continue;
		if (!sum)
			return -1;
		if (!sum->is_set)
			*sum = (struct wait_called){.is_set = 1, .first = w->by_number[i]->ref};
		for (unsigned kind = 0; kind < 2; kind++)
			sum->ticks[kind] += w->sums[2 * (i + 1) + kind];
	}
	return 0;
}

int otfp_wait_means_end(struct otfp_wait_engine *w)
{
	w->sums = calloc(2 * w->nfunctions + 2, sizeof *w->sums);
	w->called_sums = calloc(w->nfunctions + 1, sizeof *w->called_sums);
	if (!w->sums || !w->called_sums)
		return -1;
	for (size_t i = 0; i < w->nprocesses; i++) {
		const struct wait_process *p = &w->processes[i];
		w->ncounted[p->is_thread] += p->is_counted;
		w->sums[p->is_thread] += p->idle_total;
		for (const struct wait_cell *cell = p->cells; cell; cell = cell->next)
			w->sums[2 * (cell->function->number + (size_t)1) + p->is_thread] += cell->total;
	}
	return sum_names(w);
}

/* @return the sum of the functions of a name; NULL: it has no name, or none of them was called */
static const struct wait_called *called(const struct otfp_wait_engine *w, otfp_ref function)
{
	const struct otfp_str name = name_of(w, function);
	const uint32_t number = name.p ? otfp_intern_find(&w->called, name.p, name.n) : 0;

	return number ? &w->called_sums[number - 1] : NULL;
}

otfp_ref otfp_wait_first_of(const struct otfp_wait_engine *w, otfp_ref function)
{
	const struct wait_called *sum = called(w, function);

	return sum ? sum->first : function;
}

static otfp_wide all_time(const struct otfp_wait_engine *w, otfp_ref function, unsigned kind)
{
	const struct wait_called *sum = called(w, function);
	const uint64_t *number = otfp_map_get(&w->functions, function);

	if (function == OTFP_NO_REF)
		return w->sums[kind];
	if (sum)
		return sum->ticks[kind];
	return number ? w->sums[2 * (*number + 1) + kind] : 0;
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
	                           .all = all_time(w, function, kind),
	                           .processes = w->ncounted[kind],
	                           .others = w->ncounted[kind] - (p ? p->is_counted : 0)};

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
