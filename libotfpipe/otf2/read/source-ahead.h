/*
 * source-ahead.h - a thread of a pool makes the next records of the lanes while the caller uses the last ones. Batches,
 * reports and their order are those of one thread.
 */
#ifndef OTFP_OTF2_READ_SOURCE_AHEAD_H
#define OTFP_OTF2_READ_SOURCE_AHEAD_H
#include "io/pool.h"
#include "otf2/read/source-lane.h"

/* Batches at a time: to hand over fewer records is not worth it. */
enum { OTFP_OTF2_SLICES = 64 };

struct otfp_otf2_report_later; /* a report that is due before a batch */

struct otfp_otf2_slices {
	struct otfp_otf2_slice {
		size_t end;        /* of its records, among those of all */
		uint64_t troubles; /* of the conversion after it */
	} s[OTFP_OTF2_SLICES];
	unsigned n;
	int code; /* what the last one ended with */
	struct otfp_otf2_report_later *reports, **last;
};

/* Zero-filled: no thread is used. It must not move once it is used. */
struct otfp_otf2_ahead {
	struct otfp_task task; /* first member, so that a task is its otfp_otf2_ahead */
	struct otfp_pool *pool;
	struct otfp_otf2_lanes *lanes;
	struct otfp_otf2_slices making; /* of the thread while it runs, as are the lanes and their conversion */
	struct otfp_otf2_slices given;  /* of the caller */
	struct otfp_otf2_batch records; /* given */
	unsigned at;                    /* the next slice */
	uint64_t troubles;              /* of what was returned so far */
	int is_running, is_in_task;
};

/** From now on let threads of the pool make the records. */
void otfp_otf2_ahead_start(struct otfp_otf2_ahead *a, struct otfp_pool *pool, struct otfp_otf2_lanes *lanes);
/** The next batch: *recs is valid until the next call. @param report  gets what is due before it; NULL: nobody does
 * @return 0 with *n > 0; OTFP_END; <0, with the error of the conversion */
int otfp_otf2_ahead_next(struct otfp_otf2_ahead *a, const struct otfp_record *const **recs, size_t *n,
                         void (*report)(void *ctx, const struct otfp_error *e), void *ctx);
/** What comes from the conversion is to be reported. @return 1 if it is kept for its batch, 0 if it is due now */
int otfp_otf2_ahead_keep(struct otfp_otf2_ahead *a, const struct otfp_error *e);
/** Wait for the thread and free what a owns. */
void otfp_otf2_ahead_release(struct otfp_otf2_ahead *a);
#endif
