#include "state/calls.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

enum { FRESH, FROM_SNAPSHOT, RUNNING };

/* ---- one stack ---- */

void otfp_stack_release(struct otfp_call_stack *s)
{
	if (s->more) {
		for (uint32_t i = 0; i < s->more->nkept; i++)
			free(s->more->kept[i].kept);
		free(s->more->kept);
		free(s->more->callees);
		free(s->more);
	}
	free(s->calls);
	*s = (struct otfp_call_stack){.size = s->size};
}

/* Calls that a stack has room for at first. Most stacks get that deep: from a room for three calls on, growing the
 * stacks of 100,000 processes took 6% of the time of otf-stat. */
enum { FIRST = 8 };

int otfp_stack_grow(struct otfp_call_stack *s)
{
	OTFP_ASSERT(s->size >= OTFP_CALL_SHORT && s->size <= OTFP_CALL_FUNCTION);
	if (!s->cap) {
		s->calls = malloc((size_t)FIRST * s->size);
		s->cap = s->calls ? FIRST : 0;
		return s->calls ? 0 : -1;
	}
	return otfp_grow_thin(&s->calls, s->n, &s->cap, s->size);
}

static struct otfp_stack_more *more_of(struct otfp_call_stack *s)
{
	if (!s->more)
		s->more = calloc(1, sizeof *s->more);
	return s->more;
}

int otfp_stack_keep(struct otfp_call_stack *s, const struct otfp_record *rec)
{
	struct otfp_stack_more *m = more_of(s);

	if (!m || otfp_grow_thin(&m->kept, m->nkept, &m->kept_cap, sizeof *m->kept) < 0)
		return -1;
	m->kept[m->nkept].depth = s->n - 1;
	return otfp_kept_make(&m->kept[m->nkept].kept, rec) < 0 ? -1 : (m->nkept++, 0);
}

void otfp_stack_forget(struct otfp_call_stack *s)
{
	struct otfp_stack_more *m = s->more;

	if (m->kept[m->nkept - 1].depth >= s->n)
		free(m->kept[--m->nkept].kept);
}

/* ---- callees ---- */

/* Insert a function that is not in the table, which has a free slot. */
static struct otfp_callee *place(struct otfp_stack_more *m, struct otfp_callee callee)
{
	size_t i = otfp_callee_hash(m, callee.function);

	while (m->callees[i].used)
		i = (i + 1) & (m->callees_cap - 1);
	m->callees[i] = callee;
	return &m->callees[i];
}

/* Double the table and update the callees of open calls. The callee of the innermost call may still be NULL: it is
 * being added. */
static int make_room(struct otfp_call_stack *s)
{
	struct otfp_stack_more *m = s->more, old = *m;

	m->callees_cap = old.callees_cap ? 2 * old.callees_cap : 16;
	m->callees_shift = old.callees_cap ? old.callees_shift - 1 : 60;
	m->callees = calloc(m->callees_cap, sizeof *m->callees);
	if (!m->callees) {
		*m = old;
		return -1;
	}
	for (size_t i = 0; i < old.callees_cap; i++)
		if (old.callees[i].used)
			place(m, old.callees[i]);
	free(old.callees);
	for (size_t i = 0; i < s->n && s->size >= OTFP_CALL_FUNCTION; i++)
		if (otfp_stack_at(s, i)->callee)
			otfp_stack_at(s, i)->callee = otfp_stack_callee(s, otfp_stack_at(s, i)->function);
	return 0;
}

struct otfp_callee *otfp_stack_add_callee(struct otfp_call_stack *s, uint32_t function)
{
	struct otfp_stack_more *m = more_of(s);

	if (!m || (2 * m->ncallees >= m->callees_cap && make_room(s) < 0))
		return NULL;
	m->ncallees++;
	OTFP_ASSERT(2 * m->ncallees <= m->callees_cap && m->callees_cap == (size_t)1 << (64 - m->callees_shift));
	return place(m, (struct otfp_callee){.function = function, .used = 1});
}

/* ---- stacks by process ---- */

void otfp_calls_release(struct otfp_calls *c)
{
	for (size_t i = 0; i < c->n; i++)
		otfp_stack_release(&c->stacks[i].stack);
	free(c->stacks);
	otfp_map_release(&c->index);
	*c = (struct otfp_calls){.size = c->size};
}

static struct otfp_process_calls *add_stack(struct otfp_calls *c, uint32_t process)
{
	if (otfp_grow(&c->stacks, c->n, &c->cap, sizeof *c->stacks) < 0 || otfp_map_set(&c->index, process, c->n) < 0)
		return NULL;
	c->stacks[c->n] = (struct otfp_process_calls){.process = process, .stack.size = c->size};
	return &c->stacks[c->n++];
}

/* Find or add the stack of a process. @return NULL when memory is out */
static struct otfp_process_calls *stack_of(struct otfp_calls *c, uint32_t process)
{
	struct otfp_process_calls *s;
	uint64_t *i;

	if (c->last < c->n && c->stacks[c->last].process == process)
		return &c->stacks[c->last];
	i = otfp_map_get(&c->index, process);
	s = i ? &c->stacks[*i] : add_stack(c, process);
	if (s)
		c->last = (size_t)(s - c->stacks);
	return s;
}

struct otfp_call *otfp_calls_push(struct otfp_calls *c, uint32_t process, uint64_t time, uint32_t function)
{
	struct otfp_process_calls *s = stack_of(c, process);

	if (!s)
		return NULL;
	s->state = RUNNING;
	return otfp_stack_push(&s->stack, time, function, 0);
}

int otfp_calls_pop(struct otfp_calls *c, uint32_t process, struct otfp_call *call)
{
	struct otfp_process_calls *s = stack_of(c, process);
	const struct otfp_call *popped;

	if (!s)
		return -1;
	s->state = RUNNING;
	popped = otfp_stack_pop(&s->stack);
	if (!popped)
		return 0;
	memset(call, 0, sizeof *call);
	memcpy(call, popped, s->stack.size);
	return 1;
}

static const struct otfp_call_stack *find_stack(const struct otfp_calls *c, uint32_t process)
{
	const uint64_t *i = otfp_map_get(&c->index, process);

	return i ? &c->stacks[*i].stack : NULL;
}

struct otfp_call *otfp_calls_top(const struct otfp_calls *c, uint32_t process)
{
	const struct otfp_call_stack *s = find_stack(c, process);

	return s && s->n ? otfp_stack_at(s, s->n - 1) : NULL;
}

size_t otfp_calls_depth(const struct otfp_calls *c, uint32_t process)
{
	const struct otfp_call_stack *s = find_stack(c, process);

	return s ? s->n : 0;
}

struct otfp_call *otfp_calls_find(const struct otfp_calls *c, uint32_t process, uint32_t function, uint64_t time)
{
	const struct otfp_call_stack *s = find_stack(c, process);

	for (size_t i = s ? s->n : 0; i-- > 0;)
		if (otfp_stack_at(s, i)->function == function && otfp_stack_at(s, i)->time == time)
			return otfp_stack_at(s, i);
	return NULL;
}

int otfp_calls_snapshot(struct otfp_calls *c, uint32_t process, uint64_t time, uint64_t entered, uint32_t function)
{
	struct otfp_process_calls *s = stack_of(c, process);

	if (!s)
		return -1;
	if (s->state == FRESH) {
		s->state = FROM_SNAPSHOT;
		s->time = time;
	}
	if (s->state == RUNNING || s->time != time)
		return 0;
	return otfp_stack_push(&s->stack, entered, function, 0) ? 1 : -1;
}
