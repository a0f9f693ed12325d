/*
 * cursor.h - the records of one file of a stream set, one run after the other, with
 * what is to be told of them.
 *
 * With a pool, a thread fills the next batch while the last one is used up. What is
 * told, and when, is the same with any number of threads.
 */
#ifndef OTFP_OTF_READ_CURSOR_H
#define OTFP_OTF_READ_CURSOR_H
#include "io/pool.h"
#include "otf/read/fileset.h"
#include "otf/read/stream.h"

struct otfp_cursor {
	struct otfp_task task; /* first: a task is its cursor */
	struct otfp_reading *reading;
	struct otfp_pool *pool; /* NULL = none */
	struct otfp_stream stream;
	struct otfp_batch batches[2];       /* without a pool one is enough */
	struct otfp_batch *front;           /* NULL until the first run */
	struct otfp_trouble *trouble;       /* of the front, the next to be told */
	const struct otfp_record *at, *end; /* the run: the user moves `at` on */
	uint8_t filling;                    /* the other batch */
	uint8_t has_inline;                 /* a snapshot in an event file comes, or came */
};

/** The file of a stream and kind. @param room  records a batch
 * @return 0; 1 if there is no such file; <0. Released by the caller after 0 only */
int otfp_cursor_open(struct otfp_cursor *c, struct otfp_fileset *set, uint32_t stream, unsigned file, unsigned room);
/** Fill batches by threads of the pool from now on, `room` records each. Before the first run. @return 0 or <0 */
int otfp_cursor_use_pool(struct otfp_cursor *c, struct otfp_pool *pool, unsigned room);
/**
 * When the run is used up (at == end): tell what stands there, and make [at, end) the next one.
 * @return 0 with a record at `at`; 1 at the end of the file; <0 with reading->err filled
 */
int otfp_cursor_run(struct otfp_cursor *c);
/** The next record, valid until the next call. @return 0, 1, <0 */
static inline int otfp_cursor_next(struct otfp_cursor *c, const struct otfp_record **rec)
{
	int code = c->at == c->end ? otfp_cursor_run(c) : 0;

	if (code == 0)
		*rec = c->at++;
	return code;
}
void otfp_cursor_release(struct otfp_cursor *c);
#endif
