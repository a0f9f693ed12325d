/* run.h - otf-snap(1): its options and its run. */
#ifndef CMD_SNAP_RUN_H
#define CMD_SNAP_RUN_H
#include "cmd/run/run.h"
#include "sample/points.h"

/* The options; zero-filled = nothing to do. */
struct snap_options {
	struct otfp_points points;
	struct part part;
	struct otfp_set *stream; /* the streams to sample; NULL = all */
	int no_snapshots;        /* make no snapshots, keep the old ones */
	const char
		*summaries; /* kinds as for otfp_totals_parse, "" = the default; NULL = make none, keep the old ones */
	const char *remove; /* only remove old records: NULL = no; "", or a list of snapshots, summaries */
	const char *thumbnail; /* NULL = none; "", or "PROCS,SAMPLES" */
	int in_place;          /* change the named trace */
};
extern const struct option_row snap_options[];
extern const struct option_row points_options[]; /* of struct otfp_points */

/** Add snapshots and summaries at the points to the records of the sources of job, or remove them; see otf-snap(1).
 * @return the exit status */
int snap_run(struct job *job, void *own);
/** Free the option values. */
void snap_release(void *own);
#endif
