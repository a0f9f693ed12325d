/*
 * thumbnail.h - NAME.thumb: the innermost function of each process at equidistant times, as hex text:
 *
 *     0:<samples>,<processes>
 *     <process>:<function>,<function>,...,
 *
 * sorted by process. The function is that of the innermost open call after the events at first + i * (last - first) /
 * samples, 0 = none. There are at most as many samples as ticks.
 * Memory: 2 to 4 bytes per sample and process.
 */
#ifndef OTFP_SAMPLE_THUMBNAIL_H
#define OTFP_SAMPLE_THUMBNAIL_H
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"
#include "sample/raster.h"
#include "state/state.h"

enum { OTFP_THUMBNAIL_PROCS = 512, OTFP_THUMBNAIL_SAMPLES = 4096 }; /* defaults */

struct otfp_thumbnail_row;

/* Valid at the start: zero-filled, then otfp_thumbnail_parse, then the caller sets `header` and `err`. */
struct otfp_thumbnail {
	uint64_t procs, samples;          /* maximum numbers */
	const struct otfp_header *header; /* complete before the first timed record; owned by the caller */
	struct otfp_error *err;           /* owned by the caller */
	struct otfp_buf defined;          /* uint32_t[]: processes in the order of their definitions */
	struct otfp_map rows_of;          /* process -> index of its row; before the first timed record 0 */
	struct otfp_thumbnail_row *rows;
	size_t n;
	struct otfp_raster raster;
	int begun;
};

/** Parse the value of --thumbnail: "", "PROCS" or "PROCS,SAMPLES". @return 0 or OTFP_EUSAGE */
int otfp_thumbnail_parse(struct otfp_thumbnail *t, const char *text, struct otfp_error *err);
/** Free all; *t is zero-filled then. */
void otfp_thumbnail_release(struct otfp_thumbnail *t);
/** `see` of struct otfp_sample_client; self is the thumbnail. The state must keep calls. */
int otfp_thumbnail_add(void *self, const struct otfp_record *rec, const struct otfp_change *did);
/** `end` of struct otfp_sample_client: put the thumbnail into the sink. @return 0 or <0 */
int otfp_thumbnail_put(void *self, struct otfp_sink *out);
#endif
