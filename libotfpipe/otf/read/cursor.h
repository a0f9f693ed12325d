/*
 * cursor.h - the records of one file of a stream set, run by run, and the reports due between them.
 *
 * With a pool, a thread fills the next batch while the caller consumes the current one. Reports, and their order,
 * are the same with any number of threads.
 */
#ifndef OTFP_OTF_READ_CURSOR_H
#define OTFP_OTF_READ_CURSOR_H
#include "io/pool.h"
#include "otf/read/fileset.h"
#include "otf/read/stream.h"

struct otfp_cursor {
	struct otfp_task task; /* first member: fill() casts a task to its cursor */
	struct otfp_reading *reading;
	struct otfp_pool *pool; /* NULL = none */
	struct otfp_stream stream;
	struct otfp_batch batches[2];       /* without a pool only the first is used */
	struct otfp_batch *front;           /* the batch being consumed; NULL before the first run */
	struct otfp_trouble *trouble;       /* of the front: the next to report */
	const struct otfp_record *at, *end; /* the run; the caller advances `at` */
	uint8_t filling;                    /* a thread is filling the other batch */
	uint8_t has_inline;                 /* a snapshot in an event file is next, or has passed */
};

/** Open the file of a stream and kind.
 * @param room  records in a batch
 * @return 0; 1 if there is no such file; <0 with reading->err filled. After 0 the caller releases the cursor */
int otfp_cursor_open(struct otfp_cursor *c, struct otfp_fileset *set, uint32_t stream, unsigned file, unsigned room);
/** From now on, threads of the pool fill batches of `room` records. Call before the first run. @return 0 or <0 */
int otfp_cursor_use_pool(struct otfp_cursor *c, struct otfp_pool *pool, unsigned room);
/**
 * Call when the run is consumed (at == end): report what is due here, and make [at, end) the next run.
 * @return 0 with a record at `at`; 1 at the end of the file; <0 with reading->err filled
 */
int otfp_cursor_stretch(struct otfp_cursor *c);
/** The next record, valid until the next call. @return 0; 1 at the end of the file; <0 with reading->err filled */
static inline int otfp_cursor_next(struct otfp_cursor *c, const struct otfp_record **rec)
{
	int code = c->at == c->end ? otfp_cursor_stretch(c) : 0;

	if (code == 0)
		*rec = c->at++;
	return code;
}
/** Wait for the thread that fills a batch, close the file, free the batches. */
void otfp_cursor_release(struct otfp_cursor *c);
#endif
