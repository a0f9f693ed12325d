/*
 * iteration-loops.c - which function may be the loop of a program: one that at least half of the processes call three
 * times or more, at the lowest depth of the call stack, and there the one whose calls follow one another most evenly.
 */
#include "base/grow.h"
#include "base/order.h"
#include "cmd/stat/iteration.h"
#include "record/communication.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void loops_release(struct loops *l)
{
	for (size_t i = 0; i < l->nprocesses; i++) {
		otfp_map_release(&l->processes[i].index);
		free(l->processes[i].loops);
	}
	free(l->processes);
	free(l->all);
	otfp_interns_release(&l->names);
	memset(l, 0, sizeof *l);
}

/* ---- calls ---- */

static int name_loop(struct loops *l, const struct otfp_names *names, uint32_t process, uint32_t function,
                     struct loop *to)
{
	const struct otfp_definition *d =
		otfp_names_find(names, OTFP_NAMED_FUNCTION,
	                        otfp_names_ref(names, OTFP_NAMED_FUNCTION, process, function));
	const struct otfp_definition *group =
		d ? otfp_names_find(names, OTFP_NAMED_GROUP,
	                            otfp_names_local(names, OTFP_NAMED_GROUP, d->stream, d->detail)) :
		    NULL;
	const struct otfp_str none = {NULL, 0};
	char token[16];

	if (d && d->name.p) {
		to->is_comm = otfp_is_communication(d->name, group ? group->name : none);
		to->name = otfp_intern(&l->names, d->name.p, d->name.n);
	} else {
		to->name = otfp_intern(&l->names, token, (size_t)snprintf(token, sizeof token, "%" PRIu32, function));
	}
	return to->name ? 0 : -1;
}

static struct loop_process *process_of(struct loops *l, uint32_t index)
{
	while (l->nprocesses <= index) {
		if (otfp_grow(&l->processes, l->nprocesses, &l->processes_cap, sizeof *l->processes) < 0)
			return NULL;
		l->processes[l->nprocesses++] = (struct loop_process){.n = 0};
	}
	return &l->processes[index];
}

/* Take one more distance into the running mean and sum of squares (Welford). */
static void add_distance(struct loop *to, double ticks)
{
	const double off = ticks - to->mean;

	to->n++;
	to->mean += off / to->n;
	to->square += off * (ticks - to->mean);
}

uint32_t loops_enter(struct loops *l, const struct otfp_names *names, uint32_t index, uint32_t process,
                     uint32_t function, size_t depth, uint64_t time)
{
	struct loop_process *p;
	struct loop *loop;

	if (depth >= LOOP_DEPTH)
		return 0;
	p = process_of(l, index);
	loop = p ? otfp_map_row(&p->index, (uint64_t)function << 8 | depth, &p->loops, &p->n, &p->cap, sizeof *loop) :
	           NULL;
	if (!loop)
		return UINT32_MAX;
	if (!loop->calls) {
		loop->depth = (uint32_t)depth;
		if (name_loop(l, names, process, function, loop) < 0)
			return UINT32_MAX;
	} else {
		add_distance(loop, time > loop->last ? (double)(time - loop->last) : 0);
	}
	loop->calls++;
	loop->last = time;
	return (uint32_t)(loop - p->loops) + 1;
}

void loops_leave(struct loops *l, uint32_t index, uint32_t place, uint64_t ticks)
{
	if (place)
		l->processes[index].loops[place - 1].time += ticks;
}

/* ---- all processes ---- */

static void join(struct loop *to, const struct loop *more)
{
	const double n = to->n + more->n, off = more->mean - to->mean;

	if (n > 0) {
		to->square += more->square + off * off * to->n * more->n / n;
		to->mean += off * more->n / n;
	}
	to->n = n;
	to->calls += more->calls;
	to->time += more->time;
	to->least = to->processes && to->least < more->calls ? to->least : more->calls;
	to->most = to->most > more->calls ? to->most : more->calls;
	to->processes++;
}

/* Join those of a process that repeat. */
static int join_process(struct loops *l, struct otfp_map *index, const struct loop_process *p)
{
	for (size_t i = 0; i < p->n; i++) {
		const struct loop *more = &p->loops[i];
		struct loop *to;
		if (more->calls < LOOP_CALLS)
			continue;
		to = otfp_map_row(index, (uint64_t)more->name << 8 | more->depth, &l->all, &l->n, &l->cap, sizeof *to);
		if (!to)
			return -1;
		to->name = more->name;
		to->depth = more->depth;
		to->is_comm = more->is_comm;
		join(to, more);
	}
	return 0;
}

double loop_spread(const struct loop *loop)
{
	return loop->mean > 0 ? sqrt(loop->square / loop->n) / loop->mean * 100 : 0;
}

/* Functions that communicate come last: they are called in loops, and do not call them. */
static int compare(const void *a, const void *b, void *ctx)
{
	const struct loop *x = a, *y = b;
	const struct loops *l = ctx;
	const double p = loop_spread(x), q = loop_spread(y);
	const struct otfp_str s = l->names.strings[x->name - 1].text, t = l->names.strings[y->name - 1].text;
	int order = x->is_comm - y->is_comm;

	if (!order)
		order = otfp_order(x->depth, y->depth);
	if (!order)
		order = (p > q) - (p < q);
	if (!order)
		order = (x->time < y->time) - (x->time > y->time);
	if (!order)
		order = memcmp(s.p, t.p, s.n < t.n ? s.n : t.n);
	return order ? order : otfp_order(s.n, t.n);
}

int loops_end(struct loops *l)
{
	struct otfp_map index = {0};
	size_t processes = 0, n = 0;
	int rc = 0;

	for (size_t i = 0; i < l->nprocesses && rc == 0; i++) {
		rc = join_process(l, &index, &l->processes[i]);
		processes += l->processes[i].n > 0;
	}
	otfp_map_release(&index);
	if (rc < 0)
		return -1;
	for (size_t i = 0; i < l->n; i++)
		if (2 * l->all[i].processes >= processes)
			l->all[n++] = l->all[i];
	l->n = n;
	if (n)
		qsort_r(l->all, n, sizeof *l->all, compare, l);
	return 0;
}
