#include "wait/diary.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 5 }; /* of a note */

/* How many numbers a note has, the process first, then a. */
static const uint8_t lengths[] = {
	[WAIT_NOTE_PASSED] = 2, [WAIT_NOTE_ENTER] = 4,  [WAIT_NOTE_INIT] = 4, [WAIT_NOTE_LEAVE] = 2,
	[WAIT_NOTE_REF] = 2,    [WAIT_NOTE_UNREF] = 2,  [WAIT_NOTE_SYNC] = 4, [WAIT_NOTE_MET] = 4,
	[WAIT_NOTE_ALL] = 5,    [WAIT_NOTE_PREFIX] = 5, [WAIT_NOTE_OVER] = 2};

/* ---- notes ---- */

static char *put_at(char *p, unsigned kind, uint64_t ticks, const uint64_t v[NUMBERS])
{
	const unsigned a = v[1] < WAIT_NOTE_MANY ? (unsigned)v[1] : WAIT_NOTE_MANY;

	*p++ = (char)(kind | a << WAIT_NOTE_A_SHIFT | (ticks ? WAIT_NOTE_LATER : 0));
	if (ticks)
		p = wait_put_number(p, ticks);
	p = wait_put_number(p, v[0]);
	if (a == WAIT_NOTE_MANY)
		p = wait_put_number(p, v[1]);
	for (unsigned i = 2; i < lengths[kind]; i++)
		p = wait_put_number(p, v[i]);
	return p;
}

/* Begin a note, which has the time if that is later. */
static char *put(struct wait_diary *d, char *p, unsigned kind, const uint64_t v[NUMBERS])
{
	const uint64_t ticks = d->w->tick - d->tick;

	d->tick = d->w->tick;
	return put_at(p, kind, ticks, v);
}

/* Room for a note with so many pairs; NULL with the error set. */
static char *room_for(struct wait_diary *d, size_t npairs)
{
	return otfp_wait_reel_room(&d->reel, 1 + (1 + NUMBERS + 2 * npairs) * WAIT_NUMBER_MAX);
}

static int note(struct wait_diary *d, unsigned kind, const uint64_t v[NUMBERS])
{
	char *p = room_for(d, 0);

	if (!p)
		return -1;
	otfp_wait_reel_put(&d->reel, put(d, p, kind, v));
	return 0;
}

static uint64_t index_of(const struct wait_diary *d, const struct wait_process *p)
{
	return (uint64_t)(p - d->w->processes);
}

/* ---- time ---- */

static struct wait_passed *new_passed(struct wait_diary *d, uint64_t process)
{
	while (d->npassed <= process) {
		if (otfp_grow(&d->passed, d->npassed, &d->passed_cap, sizeof *d->passed) < 0)
			return NULL;
		d->passed[d->npassed++] = (struct wait_passed){0};
	}
	return &d->passed[process];
}

/* @return NULL when memory is out */
static inline struct wait_passed *passed_of(struct wait_diary *d, uint64_t process)
{
	return OTFP_LIKELY(process < d->npassed) ? &d->passed[process] : new_passed(d, process);
}

static struct wait_lapse lapse_of(const struct wait_elapsed *e)
{
	return (struct wait_lapse){e->number, e->cell ? e->cell->passed : e->ticks};
}

size_t otfp_wait_diary_rest(const struct wait_diary *d, size_t process, struct wait_lapse *to)
{
	const struct wait_passed *s = &d->passed[process];

	for (size_t i = 0; i < s->n; i++)
		to[i] = lapse_of(&s->p[i]);
	return s->n;
}

/* Write what passed as pairs. */
static char *put_passed(char *p, struct wait_passed *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		struct wait_elapsed *e = &s->p[i];
		const struct wait_lapse lapse = lapse_of(e);
		p = wait_put_number(wait_put_number(p, lapse.number), lapse.ticks);
		if (e->cell)
			e->cell->passed = 0;
		else
			memset(s->where, 0, sizeof s->where);
	}
	s->n = 0;
	return p;
}

/* Note the time that passed on a process, which has no room for more. */
static int flush(struct wait_diary *d, uint64_t process)
{
	struct wait_passed *s = &d->passed[process];
	const uint64_t v[NUMBERS] = {process, s->n};
	char *p = room_for(d, s->n);

	if (!p)
		return -1;
	otfp_wait_reel_put(&d->reel, put_passed(put_at(p, WAIT_NOTE_PASSED, 0, v), s));
	return 0;
}

/* A note of a process with the time that passed; v[1] is set. */
static int note_passed(struct wait_diary *d, unsigned kind, uint64_t v[NUMBERS])
{
	struct wait_passed *s = passed_of(d, v[0]);
	char *p = s ? room_for(d, s->n) : NULL;

	if (!p)
		return -1;
	v[1] = s->n;
	otfp_wait_reel_put(&d->reel, put_passed(put(d, p, kind, v), s));
	return 0;
}

static int grow(struct wait_passed *s)
{
	const uint8_t cap = (uint8_t)(s->cap ? 2 * s->cap : 8);
	struct wait_elapsed *p = realloc(s->p, cap * sizeof *p);

	if (!p)
		return -1;
	s->p = p;
	s->cap = cap;
	return 0;
}

/* @return NULL when memory is out */
static struct wait_elapsed *add_elapsed(struct wait_diary *d, struct wait_passed *s, uint64_t process)
{
	if (s->n == WAIT_PASSED_MOST && flush(d, process) < 0)
		return NULL;
	if (s->n == s->cap && grow(s) < 0)
		return NULL;
	return &s->p[s->n++];
}

/* Where the index of a number is, or will be. */
static uint8_t *slot_of(struct wait_passed *s, uint32_t number)
{
	uint32_t i = number % WAIT_PASSED_SLOTS;

	while (s->where[i] && s->p[s->where[i] - 1].number != number)
		i = (i + 1) % WAIT_PASSED_SLOTS;
	return &s->where[i];
}

/* Time of a call path, or outside of every call. */
static int add_by_number(struct wait_diary *d, uint64_t process, uint32_t number, uint64_t ticks)
{
	struct wait_passed *s = passed_of(d, process);
	const uint8_t *slot = s ? slot_of(s, number) : NULL;
	struct wait_elapsed *e;

	if (!s)
		return -1;
	if (*slot) {
		s->p[*slot - 1].ticks += ticks;
		return 0;
	}
	e = add_elapsed(d, s, process);
	if (!e)
		return -1;
	*e = (struct wait_elapsed){.ticks = ticks, .number = number};
	*slot_of(s, number) = s->n;
	return 0;
}

/* What a process does now: its outermost communication call, else its innermost call. @return 0 when memory is out */
static uint32_t path_now(const struct wait_diary *d, const struct wait_process *p, const struct otfp_call_stack *calls)
{
	return p->call ? d->w->calls[p->call - 1].path : otfp_wait_path_of(d->w, (struct otfp_call_stack *)calls);
}

static int elapsed(void *ctx, const struct wait_process *p, const struct otfp_call_stack *calls, uint64_t ticks)
{
	struct wait_diary *d = ctx;
	struct wait_cell *cell;
	struct wait_elapsed *e;
	struct wait_passed *s;

	if (!p->call && !calls->n)
		return add_by_number(d, index_of(d, p), 0, ticks);
	if (d->by_path) {
		const uint32_t path = path_now(d, p, calls);
		return path ? add_by_number(d, index_of(d, p), path, ticks) : -1;
	}
	cell = wait_cell_of(otfp_stack_at(calls, calls->n - 1));
	if (p->call && cell != p->outer) {
		d->is_nested = 1;
		cell = p->outer;
	}
	if (cell->passed) {
		cell->passed += ticks;
		return 0;
	}
	s = passed_of(d, index_of(d, p));
	e = s ? add_elapsed(d, s, index_of(d, p)) : NULL;
	if (!e)
		return -1;
	*e = (struct wait_elapsed){.cell = cell, .number = cell->function->number + 1};
	cell->passed = ticks;
	return 0;
}

/* ---- calls ---- */

static int enter(void *ctx, const struct wait_call *c)
{
	struct wait_diary *d = ctx;
	uint64_t v[NUMBERS] = {c->index, 0, wait_fold_sign(c->number - d->number),
	                       d->by_path ? c->path : c->function->number + (uint64_t)1};

	d->number = c->number;
	return note_passed(d, c->function->ends == 1 + WAIT_INIT ? WAIT_NOTE_INIT : WAIT_NOTE_ENTER, v);
}

static int leave(void *ctx, const struct wait_call *c)
{
	uint64_t v[NUMBERS] = {c->index};

	return note_passed(ctx, WAIT_NOTE_LEAVE, v);
}

/* ---- synchronization ---- */

/* How many calls ago it began. */
static uint64_t age_of(const struct wait_diary *d, const struct wait_call *c)
{
	return d->w->processes[c->index].ordinal - c->ordinal;
}

static int refer(struct wait_diary *d, unsigned kind, const struct wait_call *c)
{
	const uint64_t v[NUMBERS] = {c->index, age_of(d, c)};

	return note(d, kind, v);
}

static int sync(struct wait_diary *d, unsigned kind, const struct wait_call *a, const struct wait_call *b)
{
	const uint64_t v[NUMBERS] = {a->index, age_of(d, a), b->index, age_of(d, b)};

	return note(d, kind, v);
}

static int half(void *ctx, const struct wait_call *c)
{
	return refer(ctx, WAIT_NOTE_REF, c);
}

static int message(void *ctx, const struct wait_call *sent, const struct wait_call *received, int is_second_sent)
{
	const struct wait_call *first = is_second_sent ? received : sent, *second = is_second_sent ? sent : received;

	if (first && second && first->index != second->index)
		return sync(ctx, WAIT_NOTE_MET, first, second);
	return first ? refer(ctx, WAIT_NOTE_UNREF, first) : 0;
}

static int is_rooted(const struct wait_instance *i)
{
	return i->type == WAIT_FROM || i->type == WAIT_TO;
}

/* Each member and the root; until the operation is over the root may come. */
static int member_of_rooted(struct wait_diary *d, const struct wait_instance *i)
{
	const struct wait_arrival *now = &i->arrivals[i->begun - 1];
	const struct wait_call *calls = d->w->calls;
	const int is_root = now->position == i->root;
	const uint32_t first = is_root ? 0 : i->root_at, end = is_root ? i->begun - 1 : i->root_at + 1;

	if (half(d, &calls[now->call - 1]) < 0)
		return -1;
	for (uint32_t k = first; k < end && i->has_root; k++) {
		const struct wait_call *c = i->arrivals[k].call ? &calls[i->arrivals[k].call - 1] : NULL;
		if (c && c->index != calls[now->call - 1].index &&
		    sync(d, WAIT_NOTE_SYNC, c, &calls[now->call - 1]) < 0)
			return -1;
	}
	return 0;
}

static int member(void *ctx, const struct wait_instance *i)
{
	struct wait_diary *d = ctx;
	const struct wait_arrival *a = &i->arrivals[i->begun - 1];
	const struct wait_call *c = a->call ? &d->w->calls[a->call - 1] : NULL;
	const uint64_t age = c ? age_of(d, c) : d->w->processes->ordinal;
	const uint64_t v[NUMBERS] = {c ? c->index : 0, age, i->communicator, i->index, a->member};

	if (is_rooted(i))
		return c ? member_of_rooted(d, i) : 0;
	if (i->type == WAIT_UNTYPED)
		return 0;
	return note(d, i->type == WAIT_PREFIX ? WAIT_NOTE_PREFIX : WAIT_NOTE_ALL, v);
}

static int over(void *ctx, const struct wait_instance *i)
{
	struct wait_diary *d = ctx;
	const uint64_t v[NUMBERS] = {i->communicator, i->index};

	if (!is_rooted(i))
		return i->type == WAIT_UNTYPED ? 0 : note(d, WAIT_NOTE_OVER, v);
	for (uint32_t k = 0; k < i->begun; k++)
		if (i->arrivals[k].call && refer(d, WAIT_NOTE_UNREF, &d->w->calls[i->arrivals[k].call - 1]) < 0)
			return -1;
	return 0;
}

/* ---- begin and end ---- */

void otfp_wait_diary_begin(struct wait_diary *d, struct otfp_wait_engine *w, int by_path)
{
	d->w = w;
	d->by_path = by_path;
	d->watch = (struct wait_watch){d, elapsed, enter, leave, half, message, member, over};
	otfp_wait_watch(w, &d->watch);
}

void otfp_wait_diary_release(struct wait_diary *d)
{
	for (size_t i = 0; i < d->npassed; i++)
		free(d->passed[i].p);
	free(d->passed);
	d->passed = NULL;
	d->npassed = 0;
	otfp_wait_reel_release(&d->reel);
}

/* ---- reading ---- */

/* @return 1; 0 at the end; <0 */
static int next_block(struct wait_diary_reader *r)
{
	size_t n;

	if (r->block)
		otfp_wait_reel_drop(&r->d->reel, r->block - 1);
	if (r->block == r->d->reel.n)
		return 0;
	r->p = otfp_wait_reel_block(&r->d->reel, r->block++, &n);
	if (!r->p)
		return -1;
	r->end = r->p + n;
	return 1;
}

int otfp_wait_diary_next(struct wait_diary_reader *r, struct wait_note *n)
{
	uint64_t v[NUMBERS] = {0}, ticks;
	uint8_t first;
	int rc;

	while (r->p == r->end)
		if ((rc = next_block(r)) <= 0)
			return rc;
	first = (uint8_t)*r->p++;
	n->kind = first & WAIT_NOTE_KIND;
	n->is_later = first & WAIT_NOTE_LATER;
	if (n->is_later) {
		r->p = wait_get_number(r->p, &ticks);
		r->tick += ticks;
	}
	n->tick = r->tick;
	r->p = wait_get_number(r->p, &n->process);
	n->a = first >> WAIT_NOTE_A_SHIFT & WAIT_NOTE_MANY;
	if (OTFP_UNLIKELY(n->a == WAIT_NOTE_MANY))
		r->p = wait_get_number(r->p, &n->a);
	for (unsigned i = 2; i < lengths[n->kind]; i++)
		r->p = wait_get_number(r->p, &v[i]);
	if (n->kind == WAIT_NOTE_ENTER || n->kind == WAIT_NOTE_INIT)
		v[2] = r->number += wait_unfold_sign(v[2]);
	n->b = v[2];
	n->c = v[3];
	n->d = v[4];
	return 1;
}
