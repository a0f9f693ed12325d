#include "state/calls.h"
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
	for (size_t i = 0; i < s->callees_cap; i++)
		free(s->callees[i]);
	free(s->callees);
	memset(s, 0, sizeof *s);
}

struct otfp_call *otfp_stack_push(struct otfp_call_stack *s, const struct otfp_call *call)
{
	if (s->n == s->cap && otfp_grow(&s->calls, s->n, &s->cap, sizeof *call) < 0)
		return NULL;
	s->calls[s->n] = *call;
	return &s->calls[s->n++];
}

struct otfp_call *otfp_stack_pop(struct otfp_call_stack *s, uint64_t time)
{
	struct otfp_call *call;

	if (!s->n)
		return NULL;
	call = &s->calls[--s->n];
	if (s->n)
		call[-1].children += time - call->time;
	return call;
}

/* ---- the functions it called ---- */

static struct otfp_callee **place_of(const struct otfp_call_stack *s, uint32_t function)
{
	for (size_t i = otfp_map_hash(function);; i++) {
		struct otfp_callee **at = &s->callees[i & (s->callees_cap - 1)];
		if (!*at || (*at)->function == function)
			return at;
	}
}

static int make_room(struct otfp_call_stack *s)
{
	struct otfp_call_stack old = *s;

	s->callees_cap = old.callees_cap ? 2 * old.callees_cap : 16;
	s->callees = calloc(s->callees_cap, sizeof(struct otfp_callee *));
	if (!s->callees) {
		*s = old;
		return -1;
	}
	for (size_t i = 0; i < old.callees_cap; i++)
		if (old.callees[i])
			*place_of(s, old.callees[i]->function) = old.callees[i];
	free(old.callees);
	return 0;
}

struct otfp_callee *otfp_stack_callee(struct otfp_call_stack *s, uint32_t function)
{
	struct otfp_callee **at;

	if (2 * s->ncallees >= s->callees_cap && make_room(s) < 0)
		return NULL;
	at = place_of(s, function);
	if (!*at && (*at = calloc(1, sizeof **at)) != NULL) {
		(*at)->function = function;
		s->ncallees++;
	}
	return *at;
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

/* The stack of a process, made if there is none. @return NULL when memory is out */
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

int otfp_calls_push(struct otfp_calls *c, uint32_t process, struct otfp_call call)
{
	struct otfp_call_stack *s = stack_of(c, process);

	if (!s)
		return -1;
	s->state = RUNNING;
	return otfp_stack_push(s, &call) ? 0 : -1;
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
	return otfp_stack_push(s, &call) ? 1 : -1;
}
