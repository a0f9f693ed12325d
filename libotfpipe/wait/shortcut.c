/*
 * shortcut.c - the critical path by function without a second pass, of the time that passed on processes between their
 * communication calls, as the diary has it.
 *
 * The path goes to another process where a communication call begins, or while one lasts. So what passed between two
 * notes of the diary is on it as a whole, or not at all, or it passed in one function. If anything is different, as
 * with a thread whose parent does something else, ticks of the path are missing at the end, and a second pass is
 * needed.
 */
#include "base/order.h"
#include "wait/engine.h"
#include "wait/links.h"
#include <stdlib.h>

/* Where a process is. */
struct wait_stop {
	uint64_t at;          /* what passed before is known */
	size_t way, last_way; /* of its legs of the path */
};

struct wait_shortcut {
	struct wait_stop *stops; /* by index in the engine */
	size_t nstops;
	uint64_t *sums; /* ticks of the path: outside of every call, then by function of the engine, ... */
	size_t nsums;   /* ... and before the begin of any process that it can be in */
};

void otfp_trail_forget_shortcut(struct otfp_trail *t)
{
	if (t->shortcut) {
		free(t->shortcut->stops);
		free(t->shortcut->sums);
	}
	free(t->shortcut);
	t->shortcut = NULL;
}

static void set_stop(const struct otfp_trail *t, struct wait_stop *s, const struct wait_process *p)
{
	s->at = p->first;
	s->way = s->last_way = otfp_first_from(t->ways, t->nways, sizeof *t->ways, p->process);
	while (s->last_way < t->nways && t->ways[s->last_way].process == p->process)
		s->last_way++;
}

/* Whether rows are of the whole run, by function at most, and their legs are known. */
static int may_shorten(const struct otfp_trail *t, const struct otfp_wait_engine *w)
{
	const unsigned others = ~(1u << OTFP_WAIT_FUNCTION);

	return t->is_apart && !t->o.blame && !t->o.windows && !t->o.has_from && !t->o.has_to && !(t->o.by & others) &&
	       !w->is_renamed;
}

int otfp_trail_shorten(struct otfp_trail *t, const struct otfp_wait_engine *w)
{
	struct wait_shortcut *s;

	if (!may_shorten(t, w))
		return 0;
	t->shortcut = s = calloc(1, sizeof *s);
	if (!s)
		return -1;
	s->nstops = w->nprocesses;
	s->nsums = w->nfunctions + 2;
	s->stops = calloc(s->nstops + 1, sizeof *s->stops);
	s->sums = calloc(s->nsums, sizeof *s->sums);
	if (!s->stops || !s->sums)
		return -1;
	for (size_t i = 0; i < s->nstops; i++)
		set_stop(t, &s->stops[i], &w->processes[i]);
	for (size_t i = 0; i < t->nways; i++)
		if (t->ways[i].process == OTFP_NOT_STARTED)
			s->sums[s->nsums - 1] += t->ways[i].to - t->ways[i].from;
	return 1;
}

/* ---- what passes ---- */

static uint64_t sum_of(const struct wait_lapse *p, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += p[i].ticks;
	return sum;
}

/* A leg of the path has a part of what passed. */
static void add(struct wait_shortcut *s, const struct wait_lapse *p, size_t n, uint64_t part, uint64_t whole)
{
	for (size_t i = 0; i < n; i++)
		if (part == whole)
			s->sums[p[i].number] += p[i].ticks;
		else if (n == 1)
			s->sums[p->number] += part;
}

void otfp_trail_pass(struct otfp_trail *t, uint64_t process, const struct wait_lapse *p, size_t n)
{
	struct wait_stop *stop = &t->shortcut->stops[process];
	const uint64_t whole = sum_of(p, n), from = stop->at, to = from + whole;

	stop->at = to;
	while (stop->way < stop->last_way && t->ways[stop->way].from < to) {
		const struct wait_leg *leg = &t->ways[stop->way];
		const uint64_t begin = leg->from > from ? leg->from : from, end = leg->to < to ? leg->to : to;
		if (begin < end)
			add(t->shortcut, p, n, end - begin, whole);
		if (leg->to > to)
			break;
		stop->way++;
	}
}

int otfp_trail_is_on(const struct otfp_trail *t, uint64_t process)
{
	const struct wait_stop *stop = &t->shortcut->stops[process];

	return stop->way < stop->last_way;
}

/* ---- the end ---- */

static int put_rows(struct otfp_trail *t, const struct otfp_wait_engine *w)
{
	const struct wait_shortcut *s = t->shortcut;

	t->rows = calloc(s->nsums, sizeof *t->rows);
	if (!t->rows)
		return -1;
	for (size_t i = 0; i < s->nsums; i++) {
		const int is_function = i && i <= w->nfunctions;
		if (s->sums[i])
			t->rows[t->nrows++] =
				(struct otfp_trail_row){.function =
			                                        is_function ? w->by_number[i - 1]->ref : OTFP_NO_REF,
			                                .started = i <= w->nfunctions,
			                                .path_ticks = s->sums[i]};
	}
	t->is_found = 1;
	return 0;
}

int otfp_trail_arrive(struct otfp_trail *t, const struct otfp_wait_engine *w)
{
	uint64_t found = 0;
	int rc = 0;

	for (size_t i = 0; i < t->shortcut->nsums; i++)
		found += t->shortcut->sums[i];
	if (found == t->last - t->first)
		rc = put_rows(t, w);
	otfp_trail_forget_shortcut(t);
	return rc;
}

int otfp_trail_is_found(const struct otfp_trail *t)
{
	return t->is_found;
}
