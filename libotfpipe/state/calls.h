/*
 * calls.h - which calls are open, by process.
 *
 * Enter pushes, Leave pops whatever function it names. A stream may begin in
 * the middle of a run; then the EnterSnapshot records of one instant, outermost
 * call first, say what is open. They count for a process of which no Enter or
 * Leave was seen yet, later ones only repeat what is known.
 * Memory: 24 bytes an open call at its peak, 100 bytes a process.
 */
#ifndef OTFP_CALLS_H
#define OTFP_CALLS_H
#include "base/map.h"

struct otfp_call {
	uint32_t function;
	uint32_t mark; /* the user's */
	uint64_t time; /* of its Enter */
	void *place;   /* the user's */
};

struct otfp_call_stack;

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
