/*
 * feed.h - the frames of a file of timed records, a batch after the other; with a pool, its threads decode the next
 * batch while the caller uses the last one. An error comes after all frames before it.
 */
#ifndef OTFP_OTF2_READ_FEED_H
#define OTFP_OTF2_READ_FEED_H
#include "io/pool.h"
#include "otf2/read/timed.h"

/* Zero-filled is not open. It must not move while it is open. */
struct otfp_otf2_feed {
	struct otfp_task task; /* decodes the next batch */
	struct otfp_otf2_timed timed;
	struct otfp_pool *pool;
	struct otfp_error *own; /* of the task; without a pool that of the reader */
	uint64_t *given;        /* the batch of the caller, if the pool decodes the next one */
	size_t given_room;
	int code; /* what the last batch ended with */
	int is_ahead, is_over;
};

/** Open the file: see otfp_otf2_timed_open; on failure it is closed again.
 * @param pool  NULL: batches are decoded when they are asked for
 * @param err  gets errors, also later ones */
int otfp_otf2_feed_open(struct otfp_otf2_feed *f, struct otfp_files *files, struct otfp_pool *pool, const char *path,
                        const struct otfp_otf2_shape *shape, unsigned kind, struct otfp_otf2_locals *locals,
                        struct otfp_error *err);
/** The next batch: *p is valid until the next call. @param err  as for otfp_otf2_feed_open
 * @return 0; OTFP_END; OTFP_EDAMAGE, OTFP_EFAIL, then OTFP_END, or what comes f->timed.skipped records later, if f is
 * not over */
int otfp_otf2_feed_next(struct otfp_otf2_feed *f, const uint64_t **p, size_t *words, struct otfp_error *err);
/** Look at the next batch without taking it; it must have a pool. The batch is valid until the call of
 * otfp_otf2_feed_next after the one that returns it. @param wait  0: only if it is decoded @return 0; OTFP_END: there
 * is none; <0: not known */
int otfp_otf2_feed_peek(struct otfp_otf2_feed *f, int wait, const uint64_t **p, size_t *words);
/** Close it; f may be zero-filled. */
void otfp_otf2_feed_close(struct otfp_otf2_feed *f);
#endif
