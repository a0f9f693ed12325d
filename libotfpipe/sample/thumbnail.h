/*
 * thumbnail.h - NAME.thumb: what each process was doing at some times, as text in hex:
 *
 *     0:<samples>,<processes>
 *     <process>:<function>,<function>,...,
 *
 * by ascending process. The function is that of the innermost open call behind the events at first + i * (last -
 * first) / samples, 0 = none. There are no more samples than ticks.
 * Memory: 2 to 4 bytes a sample and process.
 */
#ifndef OTFP_SAMPLE_THUMBNAIL_H
#define OTFP_SAMPLE_THUMBNAIL_H
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"
#include "state/state.h"

enum { OTFP_THUMBNAIL_PROCS = 512, OTFP_THUMBNAIL_SAMPLES = 4096 }; /* unless asked otherwise */

struct otfp_thumbnail_row;

/* Zero-filled, then otfp_thumbnail_parse and `header`. */
struct otfp_thumbnail {
	uint64_t procs, samples;          /* at most */
	const struct otfp_header *header; /* known by the first timed record; the user's */
	struct otfp_error *err;           /* the user's */
	struct otfp_buf defined;          /* uint32_t, in the order of their definitions */
	struct otfp_map rows_of;          /* process to its row; before the first timed record to 0 */
	struct otfp_thumbnail_row *rows;
	size_t n;
	uint64_t first, span;
	int begun;
};

/** What --thumbnail says: "", "PROCS" or "PROCS,SAMPLES". @return 0 or OTFP_EUSAGE */
int otfp_thumbnail_parse(struct otfp_thumbnail *t, const char *text, struct otfp_error *err);
void otfp_thumbnail_release(struct otfp_thumbnail *t);
/** As `see` of struct otfp_sample_client; self is the thumbnail. The state keeps calls. */
int otfp_thumbnail_see(void *self, const struct otfp_record *rec, const struct otfp_change *did);
/** Put it into the sink; as `end` of struct otfp_sample_client. @return 0 or <0 */
int otfp_thumbnail_put(void *self, struct otfp_sink *out);
#endif
