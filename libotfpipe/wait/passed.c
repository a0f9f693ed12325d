/* passed.c - the time that passed on processes and is not in the diary yet: see diary.h. */
#include "wait/diary.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

struct wait_passed *otfp_wait_passed_new(struct wait_diary *d, uint64_t process)
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

char *otfp_wait_passed_put(char *p, struct wait_passed *s)
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

static uint64_t index_of(const struct wait_diary *d, const struct wait_process *p)
{
	return (uint64_t)(p - d->w->processes);
}

/* Note the time that passed on a process, which has no room for more. */
static int flush(struct wait_diary *d, uint64_t process)
{
	struct wait_passed *s = &d->passed[process];
	const uint64_t v[WAIT_NOTE_NUMBERS] = {process, s->n};
	char *p = wait_note_room(d, s->n);

	if (!p)
		return -1;
	otfp_wait_reel_put(&d->reel, otfp_wait_passed_put(wait_note_put(p, WAIT_NOTE_PASSED, 0, v), s));
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
	struct wait_passed *s = wait_passed_of(d, process);
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

int otfp_wait_diary_elapsed(void *ctx, const struct wait_process *p, const struct otfp_call_stack *calls,
                            uint64_t ticks)
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
	s = wait_passed_of(d, index_of(d, p));
	e = s ? add_elapsed(d, s, index_of(d, p)) : NULL;
	if (!e)
		return -1;
	*e = (struct wait_elapsed){.cell = cell, .number = cell->function->number + 1};
	cell->passed = ticks;
	return 0;
}
