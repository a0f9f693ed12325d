/*
 * queue.h - copies of records, first in first out.
 *
 * A record is a view that lasts until the next read; here it lasts until it is popped, with all that it
 * points to: strings, lists, tags, line. Copies lie in blocks that are used again, so nothing is
 * allocated once the queue has had its length. Memory: some 200 bytes a record and what it points to,
 * at the longest that the queue was.
 */
#ifndef OTFP_RECORD_QUEUE_H
#define OTFP_RECORD_QUEUE_H
#include "otfpipe.h"

struct otfp_queued {
	struct otfp_record rec;
	size_t size;    /* of the copy, the queue's */
	uint64_t since; /* this and the rest are the user's; 0 at first */
	struct otfp_queued *link;
	uint32_t mark;
};

struct otfp_queue_block;

/* Zero-filled is empty. */
struct otfp_queue {
	struct otfp_queue_block *first, *last, *spare;
};

void otfp_queue_release(struct otfp_queue *q);
/** Append a copy of rec. @return its place, which does not move until it is popped; NULL when memory is out */
struct otfp_queued *otfp_queue_put(struct otfp_queue *q, const struct otfp_record *rec);
/** The oldest. @return NULL if there is none */
struct otfp_queued *otfp_queue_first(const struct otfp_queue *q);
/** Forget the oldest; there is one. */
void otfp_queue_pop(struct otfp_queue *q);
/** A copy in no queue, for who needs few of them, in any order. @return NULL when memory is out; free(3) */
struct otfp_queued *otfp_queued_copy(const struct otfp_record *rec);
#endif
