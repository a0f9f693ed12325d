/*
 * calls.h - which calls are open, by process.
 *
 * Enter pushes, Leave pops whatever function it names. A stream may begin in
 * the middle of a run; then the EnterSnapshot records of one instant, outermost
 * call first, say what is open. They count for a process of which no Enter or
 * Leave was seen yet, later ones only repeat what is known.
 * Memory: 56 bytes an open call at its peak, 100 bytes a process.
 */
#ifndef OTFP_STATE_CALLS_H
#define OTFP_STATE_CALLS_H
#include "base/map.h"
#include "state/kept.h"
#include "base/hash.h"

/* A function as called by one process. It moves when a function is added. */
struct otfp_callee {
	uint32_t function;
	uint32_t used;
	void *user; /* the user's, NULL at first */
};

struct otfp_call {
	uint64_t time;              /* of its Enter */
	uint64_t children;          /* ticks spent in the calls made by it, as far as they have ended */
	void *place;                /* the user's */
	struct otfp_callee *callee; /* NULL unless asked for */
	struct otfp_kept *kept;
	uint32_t function, source;
	uint32_t mark; /* the user's */
};

/* The open calls of a process, outermost first, and the functions it called. Zero-filled is valid. */
struct otfp_call_stack {
	struct otfp_call *calls;
	size_t n, cap;
	struct otfp_callee *callees;  /* open addressing by function, at most half full */
	size_t ncallees, callees_cap; /* a power of two, ... */
	unsigned callees_shift;       /* ... 1 << (64 - callees_shift) */
	uint64_t time;                /* of the snapshot taken over */
	uint32_t process;
	uint32_t state;
};

void otfp_stack_release(struct otfp_call_stack *s);
/** Room for one more. @return 0, or -1 when memory is out */
int otfp_stack_grow(struct otfp_call_stack *s);
/** A function that this process did not call before. @return NULL when memory is out */
struct otfp_callee *otfp_stack_add_callee(struct otfp_call_stack *s, uint32_t function);

/** @return a call, open now, for the caller to fill as a whole; NULL when memory is out */
static inline struct otfp_call *otfp_stack_push(struct otfp_call_stack *s)
{
	if (s->n == s->cap && otfp_stack_grow(s) < 0)
		return NULL;
	return &s->calls[s->n++];
}

/** The innermost call is closed, its time added to the `children` of the call around it.
 * @return it, valid until the next push; NULL if none is open */
static inline struct otfp_call *otfp_stack_pop(struct otfp_call_stack *s, uint64_t time)
{
	struct otfp_call *call;

	if (!s->n)
		return NULL;
	call = &s->calls[--s->n];
	if (s->n)
		call[-1].children += time - call->time;
	return call;
}

/* The upper bits of the product: tokens that follow one another hardly ever meet. */
static inline size_t otfp_callee_hash(const struct otfp_call_stack *s, uint32_t function)
{
	return (size_t)(otfp_hash_spread(function) >> s->callees_shift);
}

/** The function as called by this process, made if it is new; valid until another is.
 * @return NULL when memory is out */
static inline struct otfp_callee *otfp_stack_callee(struct otfp_call_stack *s, uint32_t function)
{
	size_t i = s->callees_cap ? otfp_callee_hash(s, function) : 0;

	for (; s->callees_cap && s->callees[i].used; i = (i + 1) & (s->callees_cap - 1))
		if (s->callees[i].function == function)
			return &s->callees[i];
	return otfp_stack_add_callee(s, function);
}

/* ---- stacks by process ---- */

/* Zero-filled is valid: no open calls. */
struct otfp_calls {
	struct otfp_map index; /* process to its stack */
	struct otfp_call_stack *stacks;
	size_t n, cap;
	size_t last; /* the stack that was used last; neighbours in a stream are often of one process */
};

void otfp_calls_release(struct otfp_calls *c);
/** @return 0, or -1 when memory is out */
int otfp_calls_push(struct otfp_calls *c, uint32_t process, struct otfp_call call);
/** The innermost open call is closed. @return 1 with *call set, 0 if none is open, -1 when memory is out */
int otfp_calls_pop(struct otfp_calls *c, uint32_t process, struct otfp_call *call);
/** @return the innermost open call, valid until the next push; NULL if none is open */
struct otfp_call *otfp_calls_top(const struct otfp_calls *c, uint32_t process);
/** An EnterSnapshot at `time`. @return 1 if the call was not known, 0 if the snapshot repeats what is
 * known, -1 when memory is out */
int otfp_calls_snapshot(struct otfp_calls *c, uint32_t process, uint64_t time, struct otfp_call call);
/** How many calls are open. */
size_t otfp_calls_depth(const struct otfp_calls *c, uint32_t process);
/** The innermost open call of that function, entered at that time. @return as otfp_calls_top */
struct otfp_call *otfp_calls_find(const struct otfp_calls *c, uint32_t process, uint32_t function, uint64_t time);
#endif
