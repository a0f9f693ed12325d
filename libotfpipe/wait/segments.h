/*
 * segments.h - private to the files of root causes: what a process did between the places that others refer to.
 *
 * A place is the enter or the leave of an outermost communication call, which are counted from 1 on; place 0 is the
 * begin of the process. A segment reaches from one place to the next. It has the exclusive time of each node (a
 * function or call path; of communication less its waits), and the waits in it: see carry.h. Where nobody refers to a
 * place any more, its segments become one.
 *
 * Memory: 64 bytes a segment, 20 for each node in it, and for the sums a quarter of this at most.
 */
#ifndef OTFP_WAIT_SEGMENTS_H
#define OTFP_WAIT_SEGMENTS_H
#include "wait/bundles.h"

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
