/* processes.c - sorts processes by run, node and thread, and finds who sends and receives the messages of a node. */
#include "tau/read/runs.h"
#include "base/error.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>

uint32_t otfp_tau_find_process(struct otfp_tau *t, uint64_t place)
{
	const uint64_t *have = otfp_map_get(&t->by_place, place);
	struct otfp_tau_process *p;

	if (have)
		return (uint32_t)*have;
	if (otfp_grow(&t->processes, t->nprocesses, &t->processes_cap, sizeof *p) < 0 ||
	    otfp_map_set(&t->by_place, place, t->nprocesses) < 0)
		return OTFP_TAU_NOBODY;
	p = &t->processes[t->nprocesses];
	*p = (struct otfp_tau_process){.run = (uint32_t)(place >> 32),
	                               .old = (uint32_t)t->nprocesses,
	                               .node = (uint16_t)(place >> 16),
	                               .thread = (uint16_t)place,
	                               .peer_thread = -1,
	                               .trigger = OTFP_TAU_NOBODY};
	return (uint32_t)t->nprocesses++;
}

int otfp_tau_switch_trigger(struct otfp_tau *t, uint32_t process, uint32_t def)
{
	struct otfp_tau_process *p = &t->processes[process];
	uint64_t key = (uint64_t)process << 32, *have;

	if (p->phase) {
		if (otfp_map_set(&t->suspended, key | p->trigger, p->phase) < 0)
			return -1;
		p->suspended = 1;
	}
	have = p->suspended ? otfp_map_get(&t->suspended, key | def) : NULL;
	p->phase = have ? (uint8_t)*have : 0;
	if (have)
		*have = 0;
	p->trigger = def;
	return 0;
}

static uint64_t place_of(const struct otfp_tau_process *p)
{
	return otfp_tau_place(p->run, p->node, p->thread);
}

static int by_place(const void *a, const void *b)
{
	return otfp_order(place_of(a), place_of(b));
}

/* Add nodes that messages name but that have no records: their traces are elsewhere. */
static int add_absent(struct otfp_tau *t)
{
	struct otfp_map there = {0};
	int code = 0;

	for (size_t i = 0; i < t->nprocesses && code == 0; i++)
		code = otfp_map_set(&there, place_of(&t->processes[i]) >> 16, 1);
	for (size_t run = 0; run < t->nruns && code == 0; run++)
		for (unsigned node = 0; node <= UINT16_MAX && code == 0; node++) {
			uint64_t place = otfp_tau_place((uint32_t)run, node, 0);
			if (!(t->runs[run].peers[node / 8] >> node % 8 & 1) || otfp_map_get(&there, place >> 16))
				continue;
			t->found[OTFP_TAU_ABSENT]++;
			if (otfp_tau_find_process(t, place) == OTFP_TAU_NOBODY)
				code = -1;
		}
	otfp_map_release(&there);
	return code;
}

/* Nodes of a run are numbered after those of the runs before. */
static void number_nodes(struct otfp_tau *t)
{
	uint32_t next = 0;
	size_t i = 0;

	for (size_t r = 0; r < t->nruns; r++) {
		struct otfp_tau_run *run = &t->runs[r];
		run->node = next;
		run->first = (uint32_t)i;
		while (i < t->nprocesses && t->processes[i].run == r)
			i++;
		run->n = (uint32_t)i - run->first;
		next += run->n ? t->processes[i - 1].node + 1u : 0;
	}
}

/* The process for messages of a node: the first that sends (or receives), or else the first. */
static int take_role(struct otfp_map *roles, uint64_t node, uint32_t process, int does)
{
	uint64_t *have = otfp_map_get(roles, node), several = OTFP_TAU_SEVERAL, sure = several << 1;

	if (!have)
		return otfp_map_set(roles, node, process | (does ? sure : 0));
	if (does)
		*have = *have & sure ? *have | several : process | sure;
	return 0;
}

static int find_roles(struct otfp_tau *t)
{
	for (size_t i = 0; i < t->nprocesses; i++) {
		const struct otfp_tau_process *p = &t->processes[i];
		uint64_t node = place_of(p) >> 16;
		if (take_role(&t->senders, node, (uint32_t)i, p->sends) < 0 ||
		    take_role(&t->receivers, node, (uint32_t)i, p->receives) < 0)
			return -1;
	}
	return 0;
}

static void renumber(struct otfp_tau *t, const uint32_t *now)
{
	for (size_t i = 0; i < t->nfiles; i++)
		if (t->files[i].process != OTFP_TAU_NOBODY)
			t->files[i].process = now[t->files[i].process];
	for (size_t i = 0; i < t->dict.n; i++)
		for (size_t k = 0; k < t->dict.defs[i].nowners; k++)
			t->dict.defs[i].owners[k] = now[t->dict.defs[i].owners[k]];
}

static int sort_processes(struct otfp_tau *t)
{
	uint32_t *now = calloc(t->nprocesses + 1, sizeof *now);
	int code = now ? 0 : -1;

	if (code == 0 && t->nprocesses)
		qsort(t->processes, t->nprocesses, sizeof *t->processes, by_place);
	for (size_t i = 0; i < t->nprocesses && code == 0; i++) {
		now[t->processes[i].old] = (uint32_t)i;
		code = otfp_map_set(&t->by_place, place_of(&t->processes[i]), i);
	}
	if (code == 0)
		renumber(t, now);
	free(now);
	return code;
}

/* If files are not in the order of processes, records of one time must be sorted by process. */
static void find_mixed(struct otfp_tau *t)
{
	uint32_t last = 0;

	for (size_t i = 0; i < t->nfiles; i++) {
		const struct otfp_tau_file *f = &t->files[i];
		if (f->process == OTFP_TAU_NOBODY)
			continue;
		t->is_mixed |= f->is_mixed || f->process < last;
		last = f->process;
		t->most_equal += f->most_equal;
	}
}

static void find_span(struct otfp_tau *t)
{
	struct otfp_header *h = &t->header;

	for (size_t i = 0; i < t->nprocesses; i++) {
		struct otfp_tau_process *p = &t->processes[i];
		if (!p->left)
			continue;
		if (!h->has_span || p->first - t->base < h->first)
			h->first = p->first - t->base;
		if (!h->has_span || p->last - t->base > h->last)
			h->last = p->last - t->base;
		h->has_span = 1;
		t->found[OTFP_TAU_NO_INIT] += !p->has_init;
		t->found[OTFP_TAU_NO_CLOSE] += !p->has_close;
	}
	h->has_events = h->has_span;
	h->events_first = h->first;
	h->events_last = h->last;
	h->resolution = OTFP_TAU_RESOLUTION;
}

int otfp_tau_number_processes(struct otfp_tau *t)
{
	if (add_absent(t) < 0 || sort_processes(t) < 0 || find_roles(t) < 0)
		return otfp_fail_memory(t->err);
	find_mixed(t);
	number_nodes(t);
	find_span(t);
	return 0;
}
