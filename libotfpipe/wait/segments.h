/*
 * segments.h - private to the files of root causes: what a process did between the places that others refer to.
 *
 * A place is the enter or the leave of an outermost communication call, which are counted from 1 on; place 0 is the
 * begin of the process. A segment reaches from one place to the next. It has the exclusive time of each node (a
 * function or call path; of communication less its waits), and the waits in it: see carry.h. Where nobody refers to a
 * place any more, its segments become one.
 *
 * Memory: 60 bytes a segment, and 20 for each node in it.
 */
#ifndef OTFP_WAIT_SEGMENTS_H
#define OTFP_WAIT_SEGMENTS_H
#include "wait/vector.h"

struct wait_segment {
	uint64_t start;            /* its place */
	uint32_t refs;             /* to that place */
	struct wait_vector time;   /* by node, sorted */
	struct wait_vector losses; /* by slot of carry.h */
};

/* Zero-filled is empty. */
struct wait_segments {
	struct wait_segment *room; /* of `cap` segments */
	struct wait_segment *p;    /* in it: by place; the last one goes on */
	uint32_t n, cap;
	uint32_t calls;   /* number of the last outermost communication call */
	uint8_t is_open;  /* it was not left */
	uint32_t pending; /* references to its leave */
	uint32_t losses;  /* 1 + index of the first of the waits that are not shared out, or not left */
	uint32_t node;    /* of the last call */
	uint64_t number;  /* of its record */
	uint64_t floor;   /* places before it are forgotten */
};

static inline uint64_t wait_enter_place(uint32_t call)
{
	return 2 * (uint64_t)call;
}

static inline uint64_t wait_leave_place(uint32_t call)
{
	return 2 * (uint64_t)call + 1;
}

/* `used`: bytes of all segments and their vectors, updated. */

/** Free all. */
void otfp_wait_segments_release(struct wait_segments *s, size_t *used);
/** The segment that goes on. @return NULL when memory is out */
struct wait_segment *otfp_wait_segment_now(struct wait_segments *s, size_t *used);
/** The segment that has a place in it. */
struct wait_segment *otfp_wait_segment_at(struct wait_segments *s, uint64_t place);
/** A communication call begins: refer to its enter `refs` times. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_segments_enter(struct wait_segments *s, uint32_t refs, size_t *used);
/** It ends. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_segments_leave(struct wait_segments *s, size_t *used);
/** Refer once more to the leave of a call, which is open, or to whose leave somebody refers. */
void otfp_wait_place_ref(struct wait_segments *s, uint64_t place);
/** Refer to a place once less. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_place_unref(struct wait_segments *s, uint64_t place, size_t *used);
/** Let the older half of the segments be one, whoever refers to their places. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_segments_merge(struct wait_segments *s, size_t *used);
#endif
