/*
 * choose.c - whether a timeline has the colors of groups or of functions: those of functions where one group has more
 * than nine tenths of the time in calls. Both are made side by side until that cannot be so any more.
 */
#include "cmd/draw/draw.h"
#include "cmd/text/safe.h"
#include <stdlib.h>

enum { CHECKED = 1 << 16 }; /* records between two looks at the times */

static void drop(struct draw_source *s)
{
	if (s->functions)
		otfp_timeline_release(s->functions);
	free(s->functions);
	s->functions = NULL;
}

void choose_release(struct draw_source *s)
{
	drop(s);
}

int choose_begin(struct draw_source *s, const struct otfp_timeline_options *o, const struct otfp_header *h)
{
	struct otfp_timeline_options own = *o;

	if (s->d->o->by || o->no_calls)
		return 0;
	own.no_messages = own.no_markers = 1;
	own.has_density = 0;
	s->functions = calloc(1, sizeof *s->functions);
	if (!s->functions)
		return -1;
	s->functions->classes.by_function = 1;
	return otfp_timeline_begin(s->functions, &own, h);
}

/* Time in calls, and that of the largest group. */
struct share {
	double all, largest;
	struct otfp_str name;
};

static void add_up(struct share *to, const struct otfp_timeline *t)
{
	for (size_t i = 1; i < t->classes.n; i++) {
		const double time = (double)t->classes.p[i].exclusive;
		to->all += time;
		if (time <= to->largest)
			continue;
		to->largest = time;
		to->name = t->classes.p[i].name;
	}
}

int choose_add(struct draw_source *s, const struct otfp_record *const *recs, size_t n)
{
	struct share share = {0};

	if (!s->functions)
		return 0;
	if (otfp_timeline_add_all(s->functions, recs, n) < 0)
		return -1;
	s->fed += n;
	if (s->fed < CHECKED || s->d->nsources > 1)
		return 0;
	s->fed = 0;
	add_up(&share, &s->timeline);
	if (share.all - share.largest > 0.1 * otfp_timeline_total(&s->timeline))
		drop(s);
	return 0;
}

/* Draw that of the functions instead, with the messages and markers of the other. */
static void take_functions(struct draw_source *s)
{
	struct otfp_timeline *t = &s->timeline, *f = s->functions;

	f->arrows = t->arrows;
	f->density = t->density;
	f->flags = t->flags;
	f->nflags = t->nflags;
	f->flags_seen = t->flags_seen;
	f->arena = t->arena;
	for (size_t i = 0; i < t->nrows && i < f->nrows; i++)
		f->rows[i].is_marked = t->rows[i].is_marked;
	t->arrows = (struct otfp_arrows){0};
	t->density = (struct otfp_density){0};
	t->flags = NULL;
	t->arena = (struct otfp_arena){0};
	s->shown = f;
}

int choose_end(struct draw *d)
{
	struct share share = {0};
	int has_functions = 1;

	for (unsigned i = 0; i < d->nsources; i++) {
		struct draw_source *s = &d->sources[i];
		if (s->functions && otfp_timeline_end(s->functions) < 0)
			return -1;
		has_functions &= s->functions && s->functions->nrows == s->timeline.nrows &&
		                 s->functions->classes.n > s->timeline.classes.n;
		add_up(&share, &s->timeline);
		s->shown = &s->timeline;
	}
	if (!has_functions || share.largest <= 0.9 * share.all)
		return 0;
	for (unsigned i = 0; i < d->nsources; i++)
		take_functions(&d->sources[i]);
	if (otfp_buf_printf(&d->note, COLOR_REASON, share.largest < share.all, 100 * share.largest / share.all) < 0 ||
	    short_add(&d->note, share.name, NAME_LONG) < 0)
		return -1;
	return otfp_buf_str(&d->note) ? 0 : -1;
}
