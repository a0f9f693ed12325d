#include "record/stored.h"
#include "timeline/columns.h"
#include "timeline/stored.h"
#include <stdlib.h>

/* ---- bars ---- */

/* What the last bar of the lane said. */
struct before {
	uint64_t end, stop;
};

static void code_bar(struct otfp_coder *c, const struct otfp_timeline *t, struct otfp_bar *to, struct before *last)
{
	struct otfp_bar bar = *to;
	uint64_t column = bar.column, end = bar.end, busy = (uint64_t)bar.busy << 1 | (bar.is_one != 0);

	otfp_code_near(c, &column, last->end);
	otfp_code_near(c, &end, column);
	otfp_code_word(c, &bar.class);
	otfp_code_word(c, &bar.called);
	otfp_code_number(c, &busy);
	otfp_code_near(c, &bar.start, last->stop);
	otfp_code_near(c, &bar.stop, bar.start);
	otfp_code_number(c, &bar.units);
	if (column < last->end || column >= end || end > t->o.columns || busy >> 1 > 8)
		otfp_code_bad(c);
	*last = (struct before){end, bar.stop};
	if (c->writes)
		return;
	bar.column = (uint32_t)column;
	bar.end = (uint32_t)end;
	bar.busy = (uint32_t)(busy >> 1);
	bar.is_one = (int)(busy & 1);
	*to = bar;
}

/* The bars of a lane, of `classes` classes and `functions` definitions. */
static void code_lane(struct otfp_coder *c, const struct otfp_timeline *t, const struct otfp_lane *shown,
                      const struct otfp_classes *classes)
{
	struct otfp_lane *lane = (struct otfp_lane *)(uintptr_t)shown; /* a lane of t, which is not const */
	struct before last = {0, t->o.from};

	otfp_code_array(c, &lane->bars, &lane->n, sizeof *lane->bars);
	if (!c->writes)
		lane->cap = lane->n;
	for (size_t i = 0; i < lane->n && !c->code; i++) {
		code_bar(c, t, &lane->bars[i], &last);
		if (lane->bars[i].class >= classes->n || lane->bars[i].called > t->first_of_all->names.n)
			otfp_code_bad(c);
	}
}

/* ---- rows ---- */

static void code_row(struct otfp_coder *c, struct otfp_timeline *t, struct otfp_timeline_row *row)
{
	const struct otfp_timeline *first = t->first_of_all;

	otfp_code_word(c, &row->first);
	otfp_code_word(c, &row->last);
	otfp_code_word(c, &row->n);
	otfp_code_word(c, &row->is_marked);
	if (!c->writes)
		row->lanes = calloc(t->lanes + 2 + t->bands, sizeof *row->lanes);
	if (!row->lanes) {
		otfp_code_memory(c);
		return;
	}
	for (uint32_t k = 0; k < otfp_timeline_lanes(t); k++)
		code_lane(c, t, otfp_timeline_lane(t, row, k), &first->classes);
	code_lane(c, t, otfp_timeline_operations(t, row), first->operations);
}

/* A row without its lanes must not be released. */
static void code_rows(struct otfp_coder *c, struct otfp_timeline *t)
{
	size_t n = t->nrows;

	otfp_code_array(c, &t->rows, &n, sizeof *t->rows);
	for (size_t i = 0; i < n && !c->code; i++) {
		code_row(c, t, &t->rows[i]);
		if (!c->writes)
			t->nrows += t->rows[i].lanes != NULL;
	}
	otfp_map_code(c, &t->row_of);
	for (struct otfp_map_at at = {0}; otfp_map_next(&t->row_of, &at);)
		if (*at.value >= t->nrows && *at.value != OTFP_NO_ROW)
			otfp_code_bad(c);
}

/* ---- what all timelines of a chain share ---- */

static void code_classes(struct otfp_coder *c, struct otfp_classes *classes)
{
	size_t n = classes->n;

	otfp_code_count(c, &n);
	for (size_t i = 0; i < n && !c->code; i++) {
		struct otfp_class class = {0};
		if (c->writes)
			class = classes->p[i];
		otfp_code_text(c, &class.name);
		otfp_code_number(c, &class.exclusive);
		otfp_code_number(c, &class.calls);
		if (c->writes || c->code || i == 0) /* the first one is no class, and comes with the second */
			continue;
		if (!otfp_class_named(classes, class.name))
			otfp_code_memory(c);
		else if (classes->n != i + 1)
			otfp_code_bad(c);
		else {
			classes->p[i].exclusive = class.exclusive;
			classes->p[i].calls = class.calls;
		}
	}
}

static void code_arrows(struct otfp_coder *c, struct otfp_arrows *arrows)
{
	otfp_code_number(c, &arrows->total);
	otfp_code_array(c, &arrows->p, &arrows->n, sizeof *arrows->p);
	if (!c->writes)
		arrows->cap = arrows->n;
	for (size_t i = 0; i < arrows->n; i++) {
		struct otfp_arrow *a = &arrows->p[i];
		otfp_code_number(c, &a->sent);
		otfp_code_near(c, &a->received, a->sent);
		otfp_code_word(c, &a->sender);
		otfp_code_word(c, &a->receiver);
		otfp_code_word(c, &a->tag);
		otfp_code_word(c, &a->communicator);
		otfp_code_number(c, &a->length);
	}
}

/* The text of a flag is in the arena. */
static void code_flag_text(struct otfp_coder *c, struct otfp_timeline *t, struct otfp_str *s)
{
	otfp_code_text(c, s);
	if (c->writes || !s->p)
		return;
	s->p = otfp_arena_copy(&t->arena, s->p, s->n);
	if (!s->p) {
		s->n = 0;
		otfp_code_memory(c);
	}
}

static void code_flags(struct otfp_coder *c, struct otfp_timeline *t)
{
	otfp_code_number(c, &t->flags_seen);
	otfp_code_array(c, &t->flags, &t->nflags, sizeof *t->flags);
	if (!c->writes)
		t->flags_cap = t->nflags;
	for (size_t i = 0; i < t->nflags; i++) {
		otfp_code_number(c, &t->flags[i].time);
		otfp_code_word(c, &t->flags[i].process);
		code_flag_text(c, t, &t->flags[i].name);
		code_flag_text(c, t, &t->flags[i].text);
	}
}

static void code_shared(struct otfp_coder *c, struct otfp_timeline *t)
{
	otfp_names_code(c, &t->names);
	code_classes(c, &t->classes);
	code_classes(c, t->operations);
	code_arrows(c, &t->arrows);
	code_flags(c, t);
	otfp_code_number(c, &t->calls);
	otfp_code_number(c, &t->events);
	otfp_code_number(c, &t->first);
	otfp_code_number(c, &t->last);
	otfp_code_word(c, &t->deepest);
}

/* ---- timelines ---- */

static void code_options(struct otfp_coder *c, struct otfp_timeline_options *o)
{
	uint64_t arrows = o->arrows, flags = o->flags;

	otfp_code_number(c, &o->from);
	otfp_code_number(c, &o->to);
	otfp_code_flag(c, &o->has_to);
	otfp_code_word(c, &o->columns);
	otfp_code_word(c, &o->rows);
	otfp_code_word(c, &o->lanes);
	otfp_code_word(c, &o->depth);
	otfp_code_number(c, &arrows);
	otfp_code_number(c, &flags);
	otfp_code_flag(c, &o->by_bytes);
	otfp_code_flag(c, &o->no_calls);
	otfp_code_flag(c, &o->no_messages);
	otfp_code_flag(c, &o->no_operations);
	otfp_code_flag(c, &o->no_markers);
	o->arrows = (size_t)arrows;
	o->flags = (size_t)flags;
	if (o->from >= o->to || o->columns < 1 || o->columns > OTFP_TIMELINE_COLUMNS)
		otfp_code_bad(c);
}

static void code_layout(struct otfp_coder *c, struct otfp_timeline *t)
{
	uint64_t nshown = t->nshown, nfolded = t->nfolded;

	otfp_code_word(c, &t->per_row);
	otfp_code_word(c, &t->lanes);
	otfp_code_word(c, &t->bands);
	otfp_code_flag(c, &t->is_dense);
	otfp_code_flag(c, &t->has_operations);
	otfp_code_number(c, &nshown);
	otfp_code_number(c, &nfolded);
	if (c->writes)
		return;
	t->nshown = (size_t)nshown;
	t->nfolded = (size_t)nfolded;
	t->deepest = t->first_of_all->deepest;
	t->has_layout = 1;
	t->column = t->o.columns;
	if (t->lanes <= OTFP_TIMELINE_LANES && t->bands <= OTFP_TIMELINE_BANDS && (t->is_dense || t->lanes))
		return;
	t->lanes = t->bands = 0;
	otfp_code_bad(c);
}

/* To read, begin it. @return whether it goes on */
static int begin(struct otfp_coder *c, struct otfp_timeline *t, struct otfp_timeline *coarser)
{
	struct otfp_timeline_options o = t->o;
	struct otfp_header h = {.resolution = t->resolution};

	code_options(c, &o);
	otfp_code_number(c, &h.resolution);
	if (c->writes || c->code)
		return !c->code;
	if (otfp_timeline_begin(t, &o, &h) < 0)
		otfp_code_memory(c);
	else if (coarser)
		otfp_timeline_chain(t, coarser);
	return !c->code;
}

void otfp_timelines_code(struct otfp_coder *c, struct otfp_timeline **t, size_t most)
{
	size_t n = 0;

	while (c->writes && n < most && t[n])
		n++;
	otfp_code_count(c, &n);
	if (n > most)
		otfp_code_bad(c);
	for (size_t i = 0; i < n && !c->code; i++) {
		if (!c->writes)
			t[i] = calloc(1, sizeof *t[i]);
		if (!t[i])
			otfp_code_memory(c);
		if (!t[i] || !begin(c, t[i], i ? t[i - 1] : NULL))
			return;
		if (i == 0)
			code_shared(c, t[0]);
		code_layout(c, t[i]);
		code_rows(c, t[i]);
	}
	if (n && !c->writes && !c->code)
		otfp_timeline_share_names(t[0]);
}
