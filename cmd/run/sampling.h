/* sampling.h - snapshots and summaries at points: otf-snap, otf-stat --summaries. */
#ifndef OTFP_CMD_RUN_SAMPLING_H
#define OTFP_CMD_RUN_SAMPLING_H
#include "cmd/run/run.h"
#include "state/totals.h" /* the names of kinds of summaries */
#include "sample/points.h"

extern const struct otfp_option otfp_points_options[]; /* of struct otfp_points */

/* What the options say; zero-filled is nothing. */
struct otfp_sampling {
	struct otfp_points points;
	struct otfp_set *stream; /* those that are sampled; NULL = all */
	int no_snapshots;        /* make none, leave old ones */
	const char *summaries;   /* NULL = make none, leave old ones; kinds as for otfp_totals_parse, "" = the usual */
	int remove;              /* drop old records, make none */
	int inline_snaps;        /* snapshots go into the event files */
	const char *thumbnail;   /* NULL = none; "", or "PROCS,SAMPLES" */
};

/** otfp_run with snapshots and summaries at the points as its stage; job->write.in_place and -o as given.
 * @return the exit status */
int otfp_sampling_run(struct otfp_job *job, struct otfp_sampling *s);
/** Free all, the option values too. */
void otfp_sampling_release(struct otfp_sampling *s);
#endif
