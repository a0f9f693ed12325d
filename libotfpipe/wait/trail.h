/*
 * trail.h - what waits are blamed on, and the critical path: needs a second pass over the records.
 *
 *     otfp_trail_new -> otfp_trail_put for each wait of the first pass -> otfp_trail_walk -> otfp_trail_record for each
 *     record of the second pass -> otfp_trail_end -> the rows -> otfp_trail_free
 *
 * Blame: while a process waits for another one, the time of what that one does is charged to the function it is in; if
 * several wait for it, once for each of them. So the sum of all rows is that of the waits that have somebody to blame.
 *
 * The critical path goes from the end of the process that ends last backward to the begin of the first: inside a
 * process up to the latest wait, and from there on in the process that ended this wait. Its time is the runtime.
 *
 * Memory: 24 bytes a wait, twice, above `memory` in a file; 100 bytes per process, 96 per row, open calls.
 */
#ifndef OTFP_WAIT_TRAIL_H
#define OTFP_WAIT_TRAIL_H
#include "base/error.h"
#include "base/must.h"
#include "wait/wait.h"

#define OTFP_NOT_STARTED UINT32_MAX /* process of a row: the path is before the begin of any process it can be in */

struct otfp_trail_options {
	int blame, path; /* what to find */
	unsigned by;     /* bits of enum otfp_wait_key that rows are by: process, function, path */
	int has_from, has_to;
	uint64_t from, to;
	/* The first pass, for windows of equal length; NULL: there is one. It must outlive the trail. */
	const struct otfp_wait_engine *windows;
	size_t memory;     /* bytes for waits between the passes */
	const char *dir;   /* for the file; not copied */
	int (*stop)(void); /* as for struct otfp_sort_options */
};

struct otfp_trail_row {
	uint64_t window;
	uint32_t process; /* token */
	uint32_t path;
	otfp_ref function;         /* OTFP_NO_REF: outside of every call */
	int started;               /* 0: before the begin of the process */
	otfp_wide blame;           /* ticks that others waited for it */
	uint64_t path_ticks;       /* ticks on the critical path */
	uint64_t from, to;         /* the longest stretch of it; of equal ones the first */
	uint64_t now_from, now_to; /* the last one */
};

struct otfp_trail;

/* Time that passed on a process in what has this number in the diary. */
struct wait_lapse {
	uint64_t number, ticks;
};

/** @return 0 with *t set, or <0; free with otfp_trail_free */
int otfp_trail_new(struct otfp_trail **t, const struct otfp_trail_options *o, struct otfp_error *err);
void otfp_trail_free(struct otfp_trail *t);
/** Take a wait: see otfp_wait_report. @param ctx  the trail. @return 0, or <0 with the error kept */
int otfp_trail_put(void *ctx, const struct otfp_wait_found *f);
/** After otfp_wait_end: find the critical path. @return 0 or <0 */
int otfp_trail_walk(struct otfp_trail *t, const struct otfp_wait_engine *w);
/** After otfp_trail_walk: @return whether the records of different processes may come in any order */
int otfp_trail_takes_any_order(const struct otfp_trail *t);
/** After otfp_trail_walk: try to find the path without a second pass, if only functions are asked for. @return 1; 0 =
 * that cannot be; -1 when memory is out */
OTFP_MUST_CHECK int otfp_trail_shorten(struct otfp_trail *t, const struct otfp_wait_engine *w);
/** Whether that may need what passes on a process, an index in the engine, from now on. */
int otfp_trail_is_on(const struct otfp_trail *t, uint64_t process);
/** Take it. */
void otfp_trail_pass(struct otfp_trail *t, uint64_t process, const struct wait_lapse *p, size_t n);
/** All has passed. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_trail_arrive(struct otfp_trail *t, const struct otfp_wait_engine *w);
/** @return whether the path was found: the second pass is not needed, and takes no records */
int otfp_trail_is_found(const struct otfp_trail *t);
/** Take a record of the second pass. @return 0 or <0 */
int otfp_trail_record(struct otfp_trail *t, const struct otfp_record *rec);
/** End of the second pass. @return 0 or <0 */
int otfp_trail_end(struct otfp_trail *t);
/** The rows: by window and process, and by function or path within; those of `by` are to be added up by the caller. */
const struct otfp_trail_row *otfp_trail_rows(const struct otfp_trail *t, size_t *n);
const struct otfp_paths *otfp_trail_paths(const struct otfp_trail *t);
/** The ticks of the path; the number of its jumps from process to process. */
uint64_t otfp_trail_runtime(const struct otfp_trail *t, uint64_t *jumps);
/** The error of a call that failed. @return its code, 0 if there was none */
int otfp_trail_error(const struct otfp_trail *t, struct otfp_error *err);
#endif
