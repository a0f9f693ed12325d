#include "wait/diary.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 5 }; /* of a note */

/* How many numbers follow the kind of a note, the process first. */
static const uint8_t lengths[] = {
	[WAIT_NOTE_TICK] = 1,   [WAIT_NOTE_PASSED] = 2, [WAIT_NOTE_ENTER] = 4, [WAIT_NOTE_LEAVE] = 1,
	[WAIT_NOTE_REF] = 2,    [WAIT_NOTE_UNREF] = 2,  [WAIT_NOTE_SYNC] = 4,  [WAIT_NOTE_ALL] = 5,
	[WAIT_NOTE_PREFIX] = 5, [WAIT_NOTE_OVER] = 2};

/* ---- notes ---- */

static char *put(char *p, unsigned kind, const uint64_t *v)
{
	*p++ = (char)kind;
	for (unsigned i = 0; i < lengths[kind]; i++)
		p = wait_put_number(p, v[i]);
	return p;
}

static int note(struct wait_diary *d, unsigned kind, const uint64_t v[NUMBERS])
{
	char *p = otfp_wait_reel_room(&d->reel, 2 * (1 + (size_t)NUMBERS * WAIT_NUMBER_MAX));

	if (!p)
		return -1;
	if (d->w->tick != d->tick) {
		const uint64_t ticks = d->w->tick - d->tick;
		p = put(p, WAIT_NOTE_TICK, &ticks);
		d->tick = d->w->tick;
	}
	otfp_wait_reel_put(&d->reel, put(p, kind, v));
	return 0;
}

static uint64_t index_of(const struct wait_diary *d, const struct wait_process *p)
{
	return (uint64_t)(p - d->w->processes);
}

/* ---- time ---- */

/* @return NULL when memory is out */
static struct wait_passed *passed_of(struct wait_diary *d, uint64_t process)
{
	while (d->npassed <= process) {
		if (otfp_grow(&d->passed, d->npassed, &d->passed_cap, sizeof *d->passed) < 0)
			return NULL;
		d->passed[d->npassed++] = (struct wait_passed){0};
	}
	return &d->passed[process];
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

/* Note the time that passed on a process. */
static int flush(struct wait_diary *d, uint64_t process)
{
	struct wait_passed *s = passed_of(d, process);
	const uint64_t v[NUMBERS] = {process, s ? s->n : 0};
	char *p;

	if (!s || !s->n)
		return s ? 0 : -1;
	p = otfp_wait_reel_room(&d->reel, 1 + (2 + 2 * (size_t)s->n) * WAIT_NUMBER_MAX);
	if (!p)
		return -1;
	p = put(p, WAIT_NOTE_PASSED, v);
	for (uint32_t i = 0; i < s->n; i++) {
		struct wait_elapsed *e = &s->p[i];
		p = wait_put_number(wait_put_number(p, e->number), e->cell ? e->cell->passed : e->ticks);
		if (e->cell)
			e->cell->passed = 0;
		else
			memset(s->where, 0, sizeof s->where);
	}
	otfp_wait_reel_put(&d->reel, p);
	s->n = 0;
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
	const uint64_t v[NUMBERS] = {c->index, wait_fold_sign(c->number - d->number),
	                             d->by_path ? c->path : c->function->number + (uint64_t)1,
	                             c->function->ends == 1 + WAIT_INIT};

	d->number = c->number;
	return flush(d, c->index) < 0 ? -1 : note(d, WAIT_NOTE_ENTER, v);
}

static int leave(void *ctx, const struct wait_call *c)
{
	const uint64_t v[NUMBERS] = {c->index};

	return flush(ctx, c->index) < 0 ? -1 : note(ctx, WAIT_NOTE_LEAVE, v);
}

/* ---- synchronization ---- */

static int refer(struct wait_diary *d, unsigned kind, const struct wait_call *c)
{
	const uint64_t v[NUMBERS] = {c->index, c->ordinal};

	return note(d, kind, v);
}

static int sync(struct wait_diary *d, const struct wait_call *a, const struct wait_call *b)
{
	const uint64_t v[NUMBERS] = {a->index, a->ordinal, b->index, b->ordinal};

	return a->index == b->index ? 0 : note(d, WAIT_NOTE_SYNC, v);
}

static int half(void *ctx, const struct wait_call *c)
{
	return refer(ctx, WAIT_NOTE_REF, c);
}

static int message(void *ctx, const struct wait_call *sent, const struct wait_call *received, int is_second_sent)
{
	const struct wait_call *first = is_second_sent ? received : sent;

	if (sent && received && sync(ctx, sent, received) < 0)
		return -1;
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
		const struct wait_arrival *a = &i->arrivals[k];
		if (a->call && sync(d, &calls[a->call - 1], &calls[now->call - 1]) < 0)
			return -1;
	}
	return 0;
}

static int member(void *ctx, const struct wait_instance *i)
{
	struct wait_diary *d = ctx;
	const struct wait_arrival *a = &i->arrivals[i->begun - 1];
	const struct wait_call *c = a->call ? &d->w->calls[a->call - 1] : NULL;
	const uint64_t v[NUMBERS] = {c ? c->index : 0, c ? c->ordinal : 0, i->communicator, i->index, a->member};

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
	uint64_t v[NUMBERS] = {0};
	int rc;

	while (r->p == r->end)
		if ((rc = next_block(r)) <= 0)
			return rc;
	n->kind = (uint8_t)*r->p++;
	for (unsigned i = 0; i < lengths[n->kind]; i++)
		r->p = wait_get_number(r->p, &v[i]);
	if (n->kind == WAIT_NOTE_TICK)
		v[1] = r->tick += v[0];
	if (n->kind == WAIT_NOTE_ENTER)
		v[1] = r->number += wait_unfold_sign(v[1]);
	n->process = v[0];
	n->a = v[1];
	n->b = v[2];
	n->c = v[3];
	n->d = v[4];
	return 1;
}
