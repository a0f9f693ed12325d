/*
 * calls.h - the call stacks of processes.
 *
 * Enter pushes a call; Leave pops the innermost call, whatever function it names. A stream may start in the middle of a
 * run: then the EnterSnapshot records of one instant, outermost call first, give the open calls. They count only if no
 * Enter or Leave of the process was seen before; later snapshots repeat what is known.
 *
 * Memory: 16 to 32 bytes per open call at the peak, for eight calls at least, half more while a stack grows; 64 bytes
 * per process.
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

/* An open call. A stack keeps only the first bytes of it, as many as its user needs: see enum otfp_call_size. */
struct otfp_call {
	uint64_t time; /* of its Enter, in ticks */
	uint32_t function;
	union {
		uint32_t source; /* with OTFP_STATE_SOURCES; else ... */
		uint32_t mark;   /* ... for the caller, 0 at first */
	};
	/* from OTFP_CALL_PLACED on */
	union {
		uint64_t children; /* with OTFP_STATE_CHILDREN: inclusive ticks of its direct calls that have ended;
		                      else ... */
		void *place;       /* ... for the caller, NULL at first, or ... */
		uint64_t note;     /* ... 0 at first */
	};
	/* from OTFP_CALL_FUNCTION on */
	union {
		struct otfp_callee *callee; /* with OTFP_STATE_FUNCTIONS */
		uint64_t below;             /* with OTFP_STATE_BELOW: for the caller, 0 at first */
	};
};

enum otfp_call_size {
	OTFP_CALL_SHORT = offsetof(struct otfp_call, children),
	OTFP_CALL_PLACED = offsetof(struct otfp_call, callee),
	OTFP_CALL_FUNCTION = sizeof(struct otfp_call)
};

/* What few stacks have: the functions that it called (OTFP_CALL_FUNCTION), and kept key-values of open calls. */
struct otfp_stack_more {
	struct otfp_callee *callees;  /* open addressing by function, at most half full */
	size_t ncallees, callees_cap; /* cap is 0 or a power of two, ... */
	unsigned callees_shift;       /* ... equal to 1 << (64 - callees_shift) */
	uint32_t nkept, kept_cap;
	struct otfp_kept_call {
		uint32_t depth; /* index of the call */
		struct otfp_kept *kept;
	} * kept; /* outermost call first */
};

/* The open calls of a process, outermost first. Empty: zero-filled except `size`, which the caller sets. */
struct otfp_call_stack {
	char *calls; /* use otfp_stack_at */
	struct otfp_stack_more *more;
	uint32_t n, cap;
	uint32_t size; /* bytes of an element: enum otfp_call_size */
};

/** Free the stack, its callees and all kept tags; it is empty then. */
void otfp_stack_release(struct otfp_call_stack *s);
/** Make room for one more call. @return 0, or -1 when memory is out */
int otfp_stack_grow(struct otfp_call_stack *s);
/** Add a function that is not in the table; callees of open calls are updated. @return NULL when memory is out */
struct otfp_callee *otfp_stack_add_callee(struct otfp_call_stack *s, uint32_t function);
/** Keep the key-values of a record for the innermost call. @return 0, or -1 when memory is out */
int otfp_stack_keep(struct otfp_call_stack *s, const struct otfp_record *rec);
/** Free the kept key-values of the call at index s->n, which was popped. */
void otfp_stack_forget(struct otfp_call_stack *s);

/** An open call, i < s->n; valid until the next push. */
static inline struct otfp_call *otfp_stack_at(const struct otfp_call_stack *s, size_t i)
{
	return (struct otfp_call *)(void *)(s->calls + i * s->size);
}

/** otfp_stack_push, for a caller that knows s->size. */
static inline struct otfp_call *otfp_stack_push_of(struct otfp_call_stack *s, uint32_t size, uint64_t time,
                                                   uint32_t function, uint32_t source)
{
	struct otfp_call *call;

	if (s->n == s->cap && otfp_stack_grow(s) < 0)
		return NULL;
	call = (struct otfp_call *)(void *)(s->calls + (size_t)s->n++ * size);
	call->time = time;
	call->function = function;
	call->source = source;
	if (size >= OTFP_CALL_PLACED)
		call->children = 0;
	if (size >= OTFP_CALL_FUNCTION)
		call->below = 0;
	return call;
}

/** Push a call. @return it, with time, function and source set and the rest 0; valid until the next push; NULL when
 * memory is out */
static inline struct otfp_call *otfp_stack_push(struct otfp_call_stack *s, uint64_t time, uint32_t function,
                                                uint32_t source)
{
	return otfp_stack_push_of(s, s->size, time, function, source);
}

/** Pop the innermost call. @return it, valid until the next push; NULL if none is open */
static inline struct otfp_call *otfp_stack_pop(struct otfp_call_stack *s)
{
	if (!s->n)
		return NULL;
	s->n--;
	if (s->more && s->more->nkept)
		otfp_stack_forget(s);
	return otfp_stack_at(s, s->n);
}

/* Fibonacci hashing: consecutive tokens rarely collide. */
static inline size_t otfp_callee_hash(const struct otfp_stack_more *m, uint32_t function)
{
	return (size_t)(otfp_hash_spread(function) >> m->callees_shift);
}

/** Find or add the function; valid until another one is added. @return NULL when memory is out */
static inline struct otfp_callee *otfp_stack_callee(struct otfp_call_stack *s, uint32_t function)
{
	const struct otfp_stack_more *m = s->more;
	size_t i = m && m->callees_cap ? otfp_callee_hash(m, function) : 0;

	for (; m && m->callees_cap && m->callees[i].used; i = (i + 1) & (m->callees_cap - 1))
		if (m->callees[i].function == function)
			return &m->callees[i];
	return otfp_stack_add_callee(s, function);
}

/* ---- stacks by process ---- */

/* Empty: zero-filled except `size`, which the caller sets: enum otfp_call_size of the calls. */
struct otfp_calls {
	uint32_t size;
	struct otfp_map index; /* process -> index of its stack */
	struct otfp_process_calls {
		struct otfp_call_stack stack;
		uint64_t time; /* of the snapshot that set the stack */
		uint32_t process;
		uint32_t state; /* private to calls.c */
	} * stacks;
	size_t n, cap;
	size_t last; /* index of the stack used last: successive records are often of one process */
};

/** Free all stacks; no process has a call then. */
void otfp_calls_release(struct otfp_calls *c);
/** Push a call of a process. @return it, as otfp_stack_push */
struct otfp_call *otfp_calls_push(struct otfp_calls *c, uint32_t process, uint64_t time, uint32_t function);
/** Pop the innermost open call. @return 1 with *call set, 0 if none is open, -1 when memory is out */
int otfp_calls_pop(struct otfp_calls *c, uint32_t process, struct otfp_call *call);
/** @return the innermost open call, valid until the next push; NULL if none is open */
struct otfp_call *otfp_calls_top(const struct otfp_calls *c, uint32_t process);
/** Take an EnterSnapshot record at `time` of a call entered at `entered`. @return 1 if it pushed the call, 0 if it
 * repeats what is known, -1 when memory is out */
int otfp_calls_snapshot(struct otfp_calls *c, uint32_t process, uint64_t time, uint64_t entered, uint32_t function);
/** The number of open calls of a process. */
size_t otfp_calls_depth(const struct otfp_calls *c, uint32_t process);
/** The innermost open call of that function entered at that time. @return it, valid until the next push; NULL if there
 * is none */
struct otfp_call *otfp_calls_find(const struct otfp_calls *c, uint32_t process, uint32_t function, uint64_t time);
#endif
