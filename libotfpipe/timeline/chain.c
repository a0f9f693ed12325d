/* chain.c - timelines of one interval, each finer than the one before, that share what the records say. */
#include "timeline/columns.h"
#include <stdlib.h>
#include <string.h>

void otfp_timeline_chain(struct otfp_timeline *t, struct otfp_timeline *coarser)
{
	t->first_of_all = coarser->first_of_all;
	t->coarser = coarser;
	coarser->finer = t;
	if (t->o.rows == coarser->o.rows && t->o.columns % coarser->o.columns == 0)
		coarser->factor = t->o.columns / coarser->o.columns;
}

/* ---- a coarser one is fed ---- */

static struct otfp_lane *innermost(const struct otfp_timeline *t, size_t row)
{
	return &t->rows[row].lanes[t->lanes + 1];
}

/* Whether the calls of the open column of a coarser lane are one call still, with those of a column of a finer one. */
static int is_same_call(const struct otfp_lane *coarser, const struct otfp_lane *finer)
{
	return finer->longest == finer->total &&
	       (!coarser->total || (coarser->longest == coarser->total && coarser->call.start == finer->call.start &&
	                            coarser->call.class == finer->call.class));
}

static int feed_lane(struct otfp_lane *to, uint32_t to_column, const struct otfp_lane *from, uint32_t from_column)
{
	const int is_same = is_same_call(to, from);
	int rc = 0;

	if (is_same || from->longest > to->longest) {
		to->call = from->call;
		to->stop = from->stop;
		to->longest = is_same ? to->total + from->total : from->longest;
	}
	for (size_t i = 0; from->bits && i < (size_t)1 << from->bits && rc == 0; i++)
		if (from->shares[i].column == from_column + 1)
			rc = otfp_piece_add(to, from->shares[i].class, to_column, from->shares[i].units);
	return rc;
}

int otfp_timeline_feed(struct otfp_timeline *t)
{
	struct otfp_timeline *to = t->coarser;
	int rc = 0;

	if (!to || !to->is_fed)
		return 0;
	for (size_t i = 0; i < t->nrows && rc == 0; i++)
		if (innermost(t, i)->total)
			rc = feed_lane(innermost(to, i), to->column, innermost(t, i), t->column);
	return rc;
}

void otfp_timeline_scale(struct otfp_timeline *t)
{
	for (size_t i = 0; i < t->nrows; i++) {
		struct otfp_lane *lane = innermost(t, i);
		for (size_t k = 0; lane->bits && k < (size_t)1 << lane->bits; k++)
			if (lane->shares[k].column == t->column + 1)
				lane->shares[k].units /= t->factor;
		lane->total /= t->factor;
		lane->longest /= t->factor;
	}
}

/* A single call in a row would not be known. */
void otfp_timeline_try_feed(struct otfp_timeline *t)
{
	if (!t->is_fed && t->is_dense && t->factor && (t->bands > 1 || t->per_row > 1) &&
	    t->finer->column == t->column * t->factor)
		t->is_fed = 1;
}

void otfp_timeline_choose_counting(struct otfp_timeline *first)
{
	struct otfp_timeline *only = NULL;
	unsigned n = 0;

	for (struct otfp_timeline *t = first; t; t = t->finer)
		if (!t->is_fed) {
			only = t;
			n++;
		}
	first->counting = n == 1 && only->is_dense && !otfp_has_crowds(only) ? only : NULL;
}

/* ---- a finer one is dropped ---- */

/* What is open at the instant, so that the coarser one counts it by itself. Less than a unit of each call is lost. */
static void take_open(struct otfp_timeline *to, const struct otfp_timeline *from)
{
	for (size_t i = 0; i < to->nprocesses; i++) {
		struct otfp_timeline_process *p = &to->processes[i];
		struct otfp_open *open = p->open ? &p->open[to->lanes + 1] : NULL;
		if (!open)
			continue;
		p->class = from->processes[i].class;
		*open = from->processes[i].open[from->lanes + 1];
		open->since = (open->since + to->factor - 1) / to->factor;
	}
}

void otfp_timeline_unchain(struct otfp_timeline *t)
{
	struct otfp_timeline *to = t->coarser;

	if (!to)
		return;
	if (to->is_fed && t->column < t->o.columns) {
		to->is_out |= otfp_has_crowds(t) && otfp_crowd_leave(t) < 0;
		to->is_out |= otfp_timeline_feed(t) < 0;
		otfp_timeline_scale(to);
		take_open(to, t);
		to->is_out |= otfp_has_crowds(to) && otfp_crowd_enter(to) < 0;
	}
	to->is_fed = 0;
	to->factor = 0;
	to->finer = t->finer;
	if (t->finer)
		t->finer->coarser = to;
	otfp_timeline_choose_counting(t->first_of_all);
	if (t->has_shared_names) {
		memset(&t->names, 0, sizeof t->names);
		memset(&t->classes, 0, sizeof t->classes);
		t->operations = NULL;
	}
}

void otfp_timeline_share_names(struct otfp_timeline *first)
{
	for (struct otfp_timeline *t = first->finer; t; t = t->finer) {
		otfp_names_release(&t->names);
		otfp_classes_release(&t->classes);
		otfp_classes_release(t->operations);
		free(t->operations);
		t->names = first->names;
		t->classes = first->classes;
		t->operations = first->operations;
		t->has_shared_names = 1;
		t->resolution = first->resolution;
		t->calls = first->calls;
		t->events = first->events;
		t->first = first->first;
		t->last = first->last;
		t->deepest = first->deepest;
	}
}
