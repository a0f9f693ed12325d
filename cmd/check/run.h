/* run.h - otf-check(1): its options and its run. */
#ifndef OTFP_CMD_CHECK_RUN_H
#define OTFP_CMD_CHECK_RUN_H
#include "cmd/run/run.h"

/* The options. Zero-filled is valid. */
struct otfp_checking {
	const char *rules; /* rule to explain, "" = all; NULL = check traces */
	const char **rule; /* NAME=off|warn|error */
	int json, markers, strict;
	const char *junit;                    /* file for the results, or NULL */
	int force;                            /* it may exist */
	int max_findings_given, max_findings; /* 0 = no limit */
	struct otfp_part part;
};
extern const struct otfp_option otfp_checking_options[];

/** Check each source of job and print the findings on stdout. @return the exit status of otf-check(1) */
int otfp_checking_run(struct otfp_job *job, const struct otfp_checking *o);
/** Free what the option parser made. */
void otfp_checking_release(struct otfp_checking *o);
#endif
