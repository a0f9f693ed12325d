/* index.c - what the first pass makes, as one value: levels, states, and what they depend on. */
#include "cmd/view/cache.h"
#include "record/table.h"
#include "state/words.h"
#include "timeline/stored.h"
#include <stdlib.h>

/* ---- states ---- */

/* What is read of a point must be a state. */
static void take_packed(struct otfp_coder *c, struct view_point *p, struct otfp_str packed)
{
	uint64_t *words;

	p->packed = c->code ? NULL : view_states_copy(packed.p, packed.n);
	p->npacked = packed.n;
	if (!p->packed) {
		otfp_code_memory(c);
		return;
	}
	words = p->n < packed.n ? view_states_words(p) : NULL; /* a word has a byte at least */
	if (!words)
		otfp_code_bad(c);
	free(words);
}

/* A point that is not packed is a snapshot of the trace. */
static void code_point(struct otfp_coder *c, struct view_point *p, uint64_t before)
{
	struct otfp_str packed = {p->packed, p->npacked};
	int is_packed = p->packed != NULL;
	uint64_t n = p->n;

	otfp_code_near(c, &p->time, before);
	otfp_code_flag(c, &is_packed);
	if (!is_packed)
		return;
	otfp_code_flag(c, &p->has_lives);
	otfp_code_number(c, &n);
	otfp_code_text(c, &packed);
	if (c->writes)
		return;
	p->n = (size_t)n;
	take_packed(c, p, packed);
	if (p->time < before)
		otfp_code_bad(c);
}

static void code_points(struct otfp_coder *c, struct view *v)
{
	uint64_t before = 0, nsnapshots = v->nsnapshots;

	otfp_code_array(c, &v->points, &v->npoints, sizeof *v->points);
	for (size_t i = 0; i < v->npoints; i++) {
		code_point(c, &v->points[i], before);
		before = v->points[i].time;
	}
	otfp_code_number(c, &nsnapshots);
	if (nsnapshots > v->npoints)
		otfp_code_bad(c);
	if (!c->writes)
		v->nsnapshots = (size_t)nsnapshots;
}

static void code_entries(struct otfp_coder *c, struct view_entries *e)
{
	uint64_t before = 0;

	otfp_code_array(c, &e->p, &e->n, sizeof *e->p);
	for (size_t i = 0; i < e->n && !c->code; i++) {
		otfp_code_near(c, &e->p[i].until, before);
		for (unsigned k = 0; k < ENTERED_WORDS; k++)
			otfp_code_number(c, &e->p[i].bits[k]);
		if (e->p[i].until < before)
			otfp_code_bad(c);
		before = e->p[i].until;
	}
}

/* ---- what is selected: it may come from a file that has changed ---- */

/* A number that must be that of now. */
static void code_same(struct otfp_coder *c, uint64_t now)
{
	uint64_t number = now;

	otfp_code_number(c, &number);
	if (number != now)
		otfp_code_bad(c);
}

void index_code_selected(struct otfp_coder *c, const struct view *v)
{
	code_same(c, v->all.from);
	code_same(c, v->all.to);
	code_same(c, v->is_part != 0);
	code_same(c, v->nprocesses);
	for (size_t i = 0; i < v->nprocesses && !c->code; i++)
		code_same(c, v->processes[i]);
	for (unsigned type = 0; type < OTFP_NTYPES && !c->code; type++)
		code_same(c, v->is_dropped[type]);
}

/* ---- all ---- */

/* The levels, and the timeline with a row for each process, are a chain. */
static void code_detail(struct otfp_coder *c, struct detail *d)
{
	struct otfp_timeline *all[DETAIL_LEVELS + 1] = {NULL};
	size_t n = 0, levels;
	int has_each = d->each != NULL;

	for (; c->writes && n < DETAIL_LEVELS && d->levels[n]; n++)
		all[n] = d->levels[n];
	all[n] = d->each;
	otfp_code_number(c, &d->records);
	otfp_code_flag(c, &has_each);
	otfp_timelines_code(c, all, DETAIL_LEVELS + (has_each != 0));
	if (c->writes)
		return;
	while (n < DETAIL_LEVELS + 1 && all[n])
		n++;
	levels = n - (has_each && n > 1);
	for (size_t i = 0; i < levels && i < DETAIL_LEVELS; i++)
		d->levels[i] = all[i];
	d->each = levels < n ? all[levels] : NULL;
	if (!c->code && (!levels || (has_each && !d->each)))
		otfp_code_bad(c);
}

void index_code(struct otfp_coder *c, struct view *v)
{
	otfp_code_number(c, &v->span.first);
	otfp_code_number(c, &v->span.last);
	code_points(c, v);
	code_entries(c, &v->entries);
	otfp_code_flag(c, &v->has_more);
	code_detail(c, &v->detail);
}

void index_release(struct view *v)
{
	detail_release(&v->detail);
	for (size_t i = 0; i < v->npoints; i++)
		free(v->points[i].packed);
	free(v->points);
	v->points = NULL;
	v->npoints = v->nsnapshots = 0;
	view_entered_release(&v->entries);
}
