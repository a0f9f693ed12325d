/*
 * loops.c - which function may be the loop of a program: one that at least half of the processes call three
 * times or more, at the lowest depth of the call stack, and there the one whose calls follow one another most evenly.
 */
#include "base/grow.h"
#include "base/order.h"
#include "cmd/stat/iteration/iteration.h"
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

/* The loops of some processes, and where a function at a depth is in them. */
struct joined {
	struct otfp_map index;
	struct loop *loops;
	size_t n, cap;
	size_t processes; /* that call something */
};

static uint64_t key_of(const struct loop *loop)
{
	return (uint64_t)loop->name << 8 | loop->depth;
}

/* Join those of a process that repeat. */
static int join_process(struct joined *to, const struct loop_process *p)
{
	to->processes += p->n > 0;
	for (size_t i = 0; i < p->n; i++) {
		const struct loop *more = &p->loops[i];
		struct loop *loop;
		if (more->calls < LOOP_CALLS)
			continue;
		loop = otfp_map_row(&to->index, key_of(more), &to->loops, &to->n, &to->cap, sizeof *loop);
		if (!loop)
			return -1;
		loop->name = more->name;
		loop->depth = more->depth;
		loop->is_comm = more->is_comm;
		join(loop, more);
	}
	return 0;
}

static int join_processes(const struct loops *l, int reported_only, struct joined *to)
{
	int rc = 0;

	for (size_t i = 0; i < l->nprocesses && rc == 0; i++)
		if (!reported_only || !l->processes[i].is_left_out)
			rc = join_process(to, &l->processes[i]);
	return rc;
}

static void release_joined(struct joined *j)
{
	otfp_map_release(&j->index);
	free(j->loops);
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
	return order ? order : otfp_order_text(s, t);
}

/* Take those of half of the processes, the likeliest first. @return 0, or -1 when memory is out */
static int choose(struct loops *l, struct joined *from)
{
	l->all = calloc(from->n + 1, sizeof *l->all);
	if (!l->all)
		return -1;
	for (size_t i = 0; i < from->n; i++)
		if (2 * from->loops[i].processes >= from->processes)
			l->all[l->n++] = from->loops[i];
	if (l->n)
		qsort_r(l->all, l->n, sizeof *l->all, compare, l);
	return 0;
}

/* Give the chosen loops the numbers of the reported processes; what these do not call goes. */
static void replace(struct loops *l, const struct joined *reported)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		const uint64_t *place = otfp_map_get(&reported->index, key_of(&l->all[i]));
		if (place)
			l->all[n++] = reported->loops[*place];
	}
	l->n = n;
}

int loops_end(struct loops *l)
{
	struct joined whole = {0}, reported = {0};
	int rc = join_processes(l, 0, &whole);

	if (rc == 0)
		rc = join_processes(l, 1, &reported);
	if (rc == 0)
		rc = choose(l, &whole);
	l->found = l->n;
	if (rc == 0)
		replace(l, &reported);
	release_joined(&whole);
	release_joined(&reported);
	return rc;
}

void loops_leave_out(struct loops *l, uint32_t index)
{
	if (index < l->nprocesses)
		l->processes[index].is_left_out = 1;
}
