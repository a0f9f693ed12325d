/* count.h - count the records of a trace into a profile. */
#ifndef CMD_STAT_COUNT_H
#define CMD_STAT_COUNT_H
#include "cmd/run/state.h"
#include "cmd/stat/run.h"
#include "profile/fromsummaries.h"
#include "profile/profile.h"

struct derive;

/* Zero-filled; then the caller sets the first members. */
struct stat_count {
	struct stat_options *s;
	struct otfp_profile_options o;                  /* its interval and windows are set at the start of the run */
	struct derive *rules;                           /* learns which functions filter rules may drop; or NULL */
	int (*done)(void *ctx, struct otfp_error *err); /* called when the profile has ended; or NULL */
	void *ctx;

	struct otfp_profile profile; /* the result */
	struct otfp_shares shares;   /* that are counted */

	/* private */
	struct otfp_from_summaries from;
	int selects;      /* some timed records do not count */
	int needs_halves; /* of messages that others have with the processes that count */
	int has_timed;    /* a timed record was read, ... */
	uint64_t start;   /* ... the first at this time */

	struct begin_state state; /* with --state */

	/* With an interval, reading may enter the trace at the last snapshot point before it. */
	int has_point;           /* there is such a point */
	uint64_t point;          /* its time */
	int may_enter;           /* the input can be entered at a point, and read again */
	int entered;             /* reading started at the point */
	int again;               /* a stream has no snapshot there, or is_back matters: read everything once more */
	uint64_t latest;         /* time of the last record */
	int is_back;             /* a record came after one of a later time */
	int in_order;            /* records must not: threads send or receive for their process */
	struct otfp_map snapped; /* streams with a snapshot at the point */
	struct otfp_map checked; /* processes whose stream was looked up in `snapped` */
};

/** Count the sources of a job. @return the exit status; release c in all cases */
int stat_count_run(struct stat_count *c, struct job *job);
/** Free what c owns. */
void stat_count_release(struct stat_count *c);
#endif
