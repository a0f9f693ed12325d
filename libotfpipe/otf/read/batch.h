/*
 * batch.h - a run of records of one file, decoded at once: what a thread makes and the
 * merge uses up. It depends on nothing but itself, so its file may be read on meanwhile.
 */
#ifndef OTFP_OTF_READ_BATCH_H
#define OTFP_OTF_READ_BATCH_H
#include "base/arena.h"
#include "otfpipe.h"

/* What is told before the record of index `before`, or behind the last. Without an error: that
 * record is a snapshot in an event file, the first of its file. */
struct otfp_trouble {
	struct otfp_trouble *next;
	unsigned before;
	struct otfp_error *e;
};

struct otfp_batch {
	struct otfp_record *recs;
	unsigned n, cap;
	struct otfp_arena arena; /* what the records point to, and the troubles */
	struct otfp_trouble *troubles, **last;
	uint64_t untold; /* troubles that are only counted */
	int end;         /* what comes behind: 0 = more, OTFP_END, or <0 as otfp_stream_fill says */
};

/** Room for cap >= 1 records. @return 0, or -1 when memory is out */
int otfp_batch_init(struct otfp_batch *b, unsigned cap);
void otfp_batch_clear(struct otfp_batch *b);
/** b may be all zero. */
void otfp_batch_release(struct otfp_batch *b);
/** A trouble behind the records that are there so far; e may be NULL. @return 0, or -1 when memory is out */
int otfp_batch_trouble(struct otfp_batch *b, const struct otfp_error *e);
/** Keep only the records with from <= time, and time < to if has_to, of those from index `first` on.
 * With one at or behind `to` the batch, and its file, ends. */
void otfp_batch_trim(struct otfp_batch *b, unsigned first, uint64_t from, uint64_t to, int has_to);
#endif
