/* run.h - add snapshots and summaries at given times: otf-snap, otf-stat --summaries. */
#ifndef CMD_SNAP_RUN_H
#define CMD_SNAP_RUN_H
#include "cmd/run/run.h"
#include "state/totals.h" /* names of the kinds of summaries */
#include "sample/points.h"

extern const struct option_row points_options[]; /* of struct otfp_points */

/* What the options say; zero-filled = nothing to do. */
struct snap_options {
	struct otfp_points points;
	struct otfp_set *stream; /* the streams to sample; NULL = all */
	int no_snapshots;        /* make no snapshots, keep the old ones */
	const char
		*summaries; /* kinds as for otfp_totals_parse, "" = the default; NULL = make none, keep the old ones */
	int remove;         /* only remove the old records */
	int inline_snaps;   /* put snapshots into the event files */
	int in_place;       /* change the named trace */
	const char *thumbnail; /* NULL = none; "", or "PROCS,SAMPLES" */
};

extern const struct option_row snap_options[];

/** Run otf-snap(1). @return the exit status */
int snap_run(struct job *job, void *own);
/** run_job with a stage that adds snapshots and summaries at the points; sets the stage of the job. Prints its errors.
 * @return the exit status */
int snap_sample(struct job *job, struct snap_options *s);
/** Free all, the option values too. */
void snap_release(void *own);
#endif
