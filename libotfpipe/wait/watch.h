/* watch.h - private to this room: who follows the engine, which tells what it does. */
#ifndef OTFP_WAIT_WATCH_H
#define OTFP_WAIT_WATCH_H
#include "wait/engine.h"

/* All of them are set; each returns 0, or -1 when memory is out. `call` is the index of an outermost communication
 * call, valid during the function. */
struct wait_watch {
	void *ctx;
	/** Time passed in what is open on a process. */
	int (*elapsed)(void *ctx, const struct wait_process *p, const struct otfp_call_stack *calls, uint64_t ticks);
	/** An outermost communication call began, or ended. */
	int (*enter)(void *ctx, const struct wait_call *c);
	int (*leave)(void *ctx, const struct wait_call *c);
	/** A half of a message waits for the other one; later it has come. */
	int (*half)(void *ctx, const struct wait_call *c);
	int (*message)(void *ctx, const struct wait_call *sent, const struct wait_call *received, int is_second_sent);
	/** A member of a blocking collective operation began, in a call or outside; it is the last one of i->arrivals.
	 */
	int (*member)(void *ctx, const struct wait_instance *i);
	/** The operation is over, or will never be complete; it may be none that is blocking. */
	int (*over)(void *ctx, const struct wait_instance *i);
};

/* The same, of who follows the second clocks. */
struct wait_clock_watch {
	void *ctx;
	/** The clock of a process starts anew at p->clock; its life in a window is over. */
	int (*start)(void *ctx, const struct wait_process *p);
	int (*stop)(void *ctx, const struct wait_process *p);
	/** Useful time passed. */
	int (*useful)(void *ctx, const struct wait_process *p, const struct otfp_call_stack *calls, uint64_t ticks);
	/** A half that was sent keeps the clock; a receive takes it. half: 1 + index */
	int (*give)(void *ctx, const struct wait_process *p, uint32_t half);
	int (*take)(void *ctx, const struct wait_process *p, uint32_t half);
	/** A member of a collective operation began, the last one of i->arrivals; it ends, and takes what it needs. */
	int (*begin)(void *ctx, const struct wait_process *p, const struct wait_instance *i);
	int (*end)(void *ctx, const struct wait_process *p, const struct wait_instance *i, uint32_t position);
};
#endif
