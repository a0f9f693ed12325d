/*
 * calls.h - the call stacks of processes.
 *
 * Enter pushes a call; Leave pops the innermost call, whatever function it names. A stream may start in the middle of a
 * run: then the EnterSnapshot records of one instant, outermost call first, give the open calls. They count only if no
 * Enter or Leave of the process was seen before; later snapshots repeat what is known.
 *
 * Memory: 56 bytes per open call at the peak, 100 bytes per process.
 */
#ifndef OTFP_STATE_CALLS_H
#define OTFP_STATE_CALLS_H
#include "base/map.h"
#include "state/kept.h"
#include "base/hash.h"

/* A function that a process has called. The entry moves when a function is added. */
struct otfp_callee {
	uint32_t function;
	uint8_t used;
	uint8_t mark; /* for the caller, 0 at first */
	void *user;   /* for the caller, NULL at first */
};

struct otfp_call {
	uint64_t time;              /* of its Enter, in ticks */
	uint64_t children;          /* inclusive ticks of its direct calls that have ended */
	void *place;                /* for the caller */
	struct otfp_callee *callee; /* NULL without OTFP_STATE_FUNCTIONS */
	struct otfp_kept *kept;
	uint32_t function, source;
	uint32_t mark; /* for the caller */
};

/* The open calls of a process, outermost first, and the functions it called. Zero-filled is valid: empty. */
struct otfp_call_stack {
	struct otfp_call *calls;
	size_t n, cap;
	struct otfp_callee *callees;  /* open addressing by function, at most half full */
	size_t ncallees, callees_cap; /* cap is 0 or a power of two, ... */
	unsigned callees_shift;       /* ... equal to 1 << (64 - callees_shift) */
	uint64_t time;                /* of the snapshot that set the stack */
	uint32_t process;
	uint32_t state; /* private to calls.c */
};

/** Free the stack, its callees and all kept tags; it is empty then. */
void otfp_stack_release(struct otfp_call_stack *s);
/** Make room for one more call. @return 0, or -1 when memory is out */
int otfp_stack_grow(struct otfp_call_stack *s);
/** Add a function that is not in the table; callees of open calls are updated. @return NULL when memory is out */
struct otfp_callee *otfp_stack_add_callee(struct otfp_call_stack *s, uint32_t function);

/** Push a call. @return it, for the caller to fill completely; valid until the next push; NULL when memory is out */
static inline struct otfp_call *otfp_stack_push(struct otfp_call_stack *s)
{
	if (s->n == s->cap && otfp_stack_grow(s) < 0)
		return NULL;
	return &s->calls[s->n++];
}

/** Pop the innermost call at `time` and add its inclusive time to `children` of its caller.
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

/* Fibonacci hashing: consecutive tokens rarely collide. */
static inline size_t otfp_callee_hash(const struct otfp_call_stack *s, uint32_t function)
{
	return (size_t)(otfp_hash_spread(function) >> s->callees_shift);
}

/** Find or add the function; valid until another one is added. @return NULL when memory is out */
static inline struct otfp_callee *otfp_stack_callee(struct otfp_call_stack *s, uint32_t function)
{
	size_t i = s->callees_cap ? otfp_callee_hash(s, function) : 0;

	for (; s->callees_cap && s->callees[i].used; i = (i + 1) & (s->callees_cap - 1))
		if (s->callees[i].function == function)
			return &s->callees[i];
	return otfp_stack_add_callee(s, function);
}

/* ---- stacks by process ---- */

/* Zero-filled is valid: no process. */
struct otfp_calls {
	struct otfp_map index; /* process -> index of its stack */
	struct otfp_call_stack *stacks;
	size_t n, cap;
	size_t last; /* index of the stack used last: successive records are often of one process */
};

/** Free all stacks; *c is empty then. */
void otfp_calls_release(struct otfp_calls *c);
/** Push a call of a process. @return 0, or -1 when memory is out */
int otfp_calls_push(struct otfp_calls *c, uint32_t process, struct otfp_call call);
/** Pop the innermost open call. @return 1 with *call set, 0 if none is open, -1 when memory is out */
int otfp_calls_pop(struct otfp_calls *c, uint32_t process, struct otfp_call *call);
/** @return the innermost open call, valid until the next push; NULL if none is open */
struct otfp_call *otfp_calls_top(const struct otfp_calls *c, uint32_t process);
/** Take an EnterSnapshot record at `time`. @return 1 if it pushed the call, 0 if it repeats what is known, -1 when
 * memory is out */
int otfp_calls_snapshot(struct otfp_calls *c, uint32_t process, uint64_t time, struct otfp_call call);
/** The number of open calls of a process. */
size_t otfp_calls_depth(const struct otfp_calls *c, uint32_t process);
/** The innermost open call of that function entered at that time. @return it, valid until the next push; NULL if there
 * is none */
struct otfp_call *otfp_calls_find(const struct otfp_calls *c, uint32_t process, uint32_t function, uint64_t time);
#endif
