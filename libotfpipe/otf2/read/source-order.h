/*
 * source-order.h - a thread of a pool finds the order of the next frames of the lanes while the caller converts those
 * before: of a frame it passes only the number of its lane, since records would have to move from one processor to
 * another. It reads frames that are decoded; where anything is unusual the order ends, and the caller goes on alone.
 */
#ifndef OTFP_OTF2_READ_SOURCE_ORDER_H
#define OTFP_OTF2_READ_SOURCE_ORDER_H
#include "io/pool.h"
#include "merge/timetree.h"
#include <stddef.h>

/* Frames at a time, at most: to wake a thread for fewer costs more than their order. */
enum { OTFP_OTF2_ORDERED = 16384 };
enum { OTFP_OTF2_NO_LANE = UINT16_MAX };

/* Frames of a lane that have no place in the order yet: [p, end), then [next, next_end). */
struct otfp_otf2_cursor {
	const uint64_t *p, *end, *next, *next_end;
	uint64_t time; /* of the frame at p; 0 = not known yet */
};

/* Zero-filled is not used. It must not move while it is used. */
struct otfp_otf2_order {
	struct otfp_task task;  /* first member, so that a task is its otfp_otf2_order */
	struct otfp_pool *pool; /* NULL = not used */
	int has_to;
	uint64_t to; /* no frame from this time on is wanted */
	/* of the thread while it runs: */
	struct otfp_timetree merge;
	struct otfp_otf2_cursor *cursors; /* by lane */
	uint16_t *making;                 /* lanes, in order */
	size_t made;
	unsigned lacks; /* the last of them, if its frames are used up, or OTFP_OTF2_NO_LANE */
	int is_odd;     /* the order after the last one is left to the caller */
	/* of the caller: */
	uint16_t *given;
	size_t n, at;
	int is_running;
};

/** Begin an order of `lanes` lanes, all without frames. @return 0, or -1 when memory is out */
int otfp_otf2_order_init(struct otfp_otf2_order *o, struct otfp_pool *pool, unsigned lanes);
/** Before the first start: the frames of a lane. */
void otfp_otf2_order_set(struct otfp_otf2_order *o, unsigned lane, const uint64_t *p, const uint64_t *end);
/** Let a thread find the order. Of the lane that lacked frames there are some, or it has ended. */
void otfp_otf2_order_start(struct otfp_otf2_order *o);
/** Wait for the thread, if it runs; then the cursors are the caller's until the next start. */
void otfp_otf2_order_wait(struct otfp_otf2_order *o);
/** Wait, and give what the thread found: o->n lanes. */
void otfp_otf2_order_swap(struct otfp_otf2_order *o);
/** Go to the next frame of the lane that was the last in the order; its cursor has it. */
void otfp_otf2_order_go_on(struct otfp_otf2_order *o, unsigned lane);
/** Wait for the thread and free what o owns; then o is not used. */
void otfp_otf2_order_release(struct otfp_otf2_order *o);
#endif
