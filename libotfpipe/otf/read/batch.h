/*
 * batch.h - a run of records of one file, decoded together: a thread fills it, the merge consumes it.
 * A batch owns all that its records point to, so its file can be read further meanwhile.
 */
#ifndef OTFP_OTF_READ_BATCH_H
#define OTFP_OTF_READ_BATCH_H
#include "base/arena.h"
#include "otfpipe.h"

/* A report due before the record of index `before`, or after the last record if before == n. e == NULL: that record is
 * a snapshot in an event file, the first of its file. */
struct otfp_trouble {
	struct otfp_trouble *next;
	unsigned before;
	struct otfp_error *e;
};

struct otfp_batch {
	struct otfp_record *recs; /* cap of them, and one more that may be read but has no meaning */
	unsigned n, cap;
	struct otfp_arena arena; /* owns what the records point to, and the troubles */
	struct otfp_trouble *troubles, **last;
	uint64_t uncollected; /* troubles that are counted but not kept */
	int end;              /* what follows the batch: 0 = more records, OTFP_END, or <0 (see otfp_stream_fill) */
};

/** Allocate room for cap >= 1 records. @return 0, or -1 when memory is out */
int otfp_batch_init(struct otfp_batch *b, unsigned cap);
/** Make the batch empty; the records and troubles it had become invalid. */
void otfp_batch_clear(struct otfp_batch *b);
/** b may be all zero. */
void otfp_batch_release(struct otfp_batch *b);
/** Add a trouble after the records so far; *e is copied, e may be NULL. @return 0, or -1 when memory is out */
int otfp_batch_trouble(struct otfp_batch *b, const struct otfp_error *e);
/** Of the records from index `first` on, keep only those with from <= time, and time < to if has_to. The first record
 * at or after `to` ends the batch and its file (b->end = OTFP_END). */
void otfp_batch_trim(struct otfp_batch *b, unsigned first, uint64_t from, uint64_t to, int has_to);
#endif
