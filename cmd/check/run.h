/* run.h - otf-check: its options, and what they do. */
#ifndef OTFP_CMD_CHECK_RUN_H
#define OTFP_CMD_CHECK_RUN_H
#include "cmd/run/run.h"

/* What the options say; zero-filled is valid. */
struct otfp_checking {
	const char *rules; /* NULL, or list the rules: all of them, or one */
	const char **rule; /* NAME=off|warn|error */
	int json, markers, strict;
	int max_findings_given, max_findings; /* 0 = no limit */
};
extern const struct otfp_option otfp_checking_options[];

/** Check each source of job and print what is found on stdout. @return the exit status of otf-check(1) */
int otfp_checking_run(struct otfp_job *job, const struct otfp_checking *o);
/** Free what the option parser made. */
void otfp_checking_release(struct otfp_checking *o);
#endif
