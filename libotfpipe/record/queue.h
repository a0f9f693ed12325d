/*
 * queue.h - a first-in first-out queue of record copies.
 *
 * A record from a reader is valid until the next read. Its copy in the queue, with strings, lists, tags and line, is
 * valid until it is popped. The copies are in blocks that are reused, so nothing is allocated once the queue has
 * reached its maximum length. Memory: about 200 bytes per record and what it points to, at the maximum length.
 */
#ifndef OTFP_RECORD_QUEUE_H
#define OTFP_RECORD_QUEUE_H
#include "base/must.h"
#include "otfpipe.h"

struct otfp_queued {
	struct otfp_record rec;
	size_t size;    /* bytes of the copy; private to the queue */
	uint64_t since; /* this and the members below are for the caller; 0 at first */
	struct otfp_queued *link;
	uint32_t mark;
};

struct otfp_queue_block;

/* Zero-filled is empty. */
struct otfp_queue {
	struct otfp_queue_block *first, *last, *spare;
};

/** Free all; *q is empty then. */
void otfp_queue_release(struct otfp_queue *q);
/** Append a copy of rec. @return the copy, which does not move until it is popped; NULL when memory is out */
OTFP_MUST_CHECK struct otfp_queued *otfp_queue_put(struct otfp_queue *q, const struct otfp_record *rec);
/** The oldest copy. @return NULL if the queue is empty */
struct otfp_queued *otfp_queue_first(const struct otfp_queue *q);
/** Remove the oldest copy; the queue must not be empty. */
void otfp_queue_pop(struct otfp_queue *q);
/** A copy outside any queue, to be freed with free(3). @return NULL when memory is out */
OTFP_MUST_CHECK struct otfp_queued *otfp_queued_copy(const struct otfp_record *rec);
#endif
