/*
 * spool.h - frames wait for their location, since an archive is written one location at a time: in blocks of memory,
 * and when those are full in one file without a name in $TMPDIR or /tmp. The blocks of a queue are a chain in the file.
 *
 * Memory: a block for each queue. The more queues, the smaller are new blocks: 10000 queues need about 60 MiB.
 */
#ifndef OTFP_OTF2_WRITE_SPOOL_H
#define OTFP_OTF2_WRITE_SPOOL_H
#include "base/error.h"
#include "merge/spill.h"

struct otfp_otf2_queue {
	uint64_t *block;  /* the last block; its first word is the place of the next one in the file, its second the
	                   * number of its words. NULL: nothing was put */
	size_t used, cap; /* words of the last block */
	uint64_t first;   /* place of the first block in the file */
	uint64_t at;      /* place of the last block */
};

struct otfp_otf2_spool {
	struct otfp_error *err;
	struct otfp_spill file;
	struct otfp_otf2_queue *queues;
	size_t n, cap;
	uint64_t *buf; /* of reading */
	size_t room;   /* words of buf */
};

/** Start an empty spool. @param err  gets messages until release */
void otfp_otf2_spool_init(struct otfp_otf2_spool *s, struct otfp_error *err);
void otfp_otf2_spool_release(struct otfp_otf2_spool *s);
/** Add n words to a queue, which come out together; n > 0. @param place  set to their place, for change; may be NULL.
 * @return 0 or <0 */
int otfp_otf2_spool_put(struct otfp_otf2_spool *s, size_t queue, const void *p, size_t n, uint64_t *place);
/** Change n words, word `from` of what was put at a place and those after it. @return 0 or <0 */
int otfp_otf2_spool_change(struct otfp_otf2_spool *s, size_t queue, uint64_t place, size_t from, const uint64_t *p,
                           size_t n);
/** n words that were put at a place. *p is valid until the next call of this file. @return 0 or <0 */
int otfp_otf2_spool_get(struct otfp_otf2_spool *s, size_t queue, uint64_t place, size_t n, const uint64_t **p);

/** Remove all from a queue; no place of it is valid any more. */
void otfp_otf2_spool_clear(struct otfp_otf2_spool *s, size_t queue);

/* Reads a queue from its start; zero-filled is the start. */
struct otfp_otf2_spool_place {
	uint64_t at;
	int is_on; /* nonzero: the next block is at `at` */
	int is_over;
};

/** The next words of a queue, valid until the next call. Nothing may be put until the end of the queue, or until it is
 * cleared. @return 0; 1 at the end; <0 */
int otfp_otf2_spool_next(struct otfp_otf2_spool *s, size_t queue, struct otfp_otf2_spool_place *place,
                         const uint64_t **p, size_t *n);
#endif
