#include "state/calls.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

enum { FRESH, FROM_SNAPSHOT, RUNNING };

/* ---- one stack ---- */

void otfp_stack_release(struct otfp_call_stack *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->calls[i].kept);
	free(s->calls);
	free(s->callees);
	memset(s, 0, sizeof *s);
}

int otfp_stack_grow(struct otfp_call_stack *s)
{
	return otfp_grow(&s->calls, s->n, &s->cap, sizeof *s->calls);
}

/* ---- callees ---- */

/* Insert a function that is not in the table, which has a free slot. */
static struct otfp_callee *place(struct otfp_call_stack *s, struct otfp_callee callee)
{
	size_t i = otfp_callee_hash(s, callee.function);

	while (s->callees[i].used)
		i = (i + 1) & (s->callees_cap - 1);
	s->callees[i] = callee;
	return &s->callees[i];
}

/* Double the table and update the callees of open calls. The callee of the innermost call may still be NULL: it is
 * being added. */
static int make_room(struct otfp_call_stack *s)
{
	struct otfp_call_stack old = *s;

	s->callees_cap = old.callees_cap ? 2 * old.callees_cap : 16;
	s->callees_shift = old.callees_cap ? old.callees_shift - 1 : 60;
	s->callees = calloc(s->callees_cap, sizeof *s->callees);
	if (!s->callees) {
		*s = old;
		return -1;
	}
	for (size_t i = 0; i < old.callees_cap; i++)
		if (old.callees[i].used)
			place(s, old.callees[i]);
	free(old.callees);
	for (size_t i = 0; i < s->n; i++)
		if (s->calls[i].callee)
			s->calls[i].callee = otfp_stack_callee(s, s->calls[i].function);
	return 0;
}

struct otfp_callee *otfp_stack_add_callee(struct otfp_call_stack *s, uint32_t function)
{
	if (2 * s->ncallees >= s->callees_cap && make_room(s) < 0)
		return NULL;
	s->ncallees++;
	OTFP_ASSERT(2 * s->ncallees <= s->callees_cap && s->callees_cap == (size_t)1 << (64 - s->callees_shift));
	return place(s, (struct otfp_callee){.function = function, .used = 1});
}

/* ---- stacks by process ---- */

void otfp_calls_release(struct otfp_calls *c)
{
	for (size_t i = 0; i < c->n; i++)
		otfp_stack_release(&c->stacks[i]);
	free(c->stacks);
	otfp_map_release(&c->index);
	memset(c, 0, sizeof *c);
}

static struct otfp_call_stack *add_stack(struct otfp_calls *c, uint32_t process)
{
	if (otfp_grow(&c->stacks, c->n, &c->cap, sizeof *c->stacks) < 0 || otfp_map_set(&c->index, process, c->n) < 0)
		return NULL;
	c->stacks[c->n] = (struct otfp_call_stack){.process = process};
	return &c->stacks[c->n++];
}

/* Find or add the stack of a process. @return NULL when memory is out */
static struct otfp_call_stack *stack_of(struct otfp_calls *c, uint32_t process)
{
	struct otfp_call_stack *s;
	uint64_t *i;

	if (c->last < c->n && c->stacks[c->last].process == process)
		return &c->stacks[c->last];
	i = otfp_map_get(&c->index, process);
	s = i ? &c->stacks[*i] : add_stack(c, process);
	if (s)
		c->last = (size_t)(s - c->stacks);
	return s;
}

static int push(struct otfp_call_stack *s, const struct otfp_call *call)
{
	struct otfp_call *to = otfp_stack_push(s);

	if (!to)
		return -1;
	*to = *call;
	return 0;
}

int otfp_calls_push(struct otfp_calls *c, uint32_t process, struct otfp_call call)
{
	struct otfp_call_stack *s = stack_of(c, process);

	if (!s)
		return -1;
	s->state = RUNNING;
	return push(s, &call);
}

int otfp_calls_pop(struct otfp_calls *c, uint32_t process, struct otfp_call *call)
{
	struct otfp_call_stack *s = stack_of(c, process);

	if (!s)
		return -1;
	s->state = RUNNING;
	if (!s->n)
		return 0;
	*call = s->calls[--s->n];
	return 1;
}

static const struct otfp_call_stack *find_stack(const struct otfp_calls *c, uint32_t process)
{
	const uint64_t *i = otfp_map_get(&c->index, process);

	return i ? &c->stacks[*i] : NULL;
}

struct otfp_call *otfp_calls_top(const struct otfp_calls *c, uint32_t process)
{
	const struct otfp_call_stack *s = find_stack(c, process);

	return s && s->n ? &s->calls[s->n - 1] : NULL;
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
		if (s->calls[i].function == function && s->calls[i].time == time)
			return &s->calls[i];
	return NULL;
}

int otfp_calls_snapshot(struct otfp_calls *c, uint32_t process, uint64_t time, struct otfp_call call)
{
	struct otfp_call_stack *s = stack_of(c, process);

	if (!s)
		return -1;
	if (s->state == FRESH) {
		s->state = FROM_SNAPSHOT;
		s->time = time;
	}
	if (s->state == RUNNING || s->time != time)
		return 0;
	return push(s, &call) < 0 ? -1 : 1;
}
