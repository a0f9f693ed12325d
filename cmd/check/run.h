/* run.h - otf-check(1): its options and its run. */
#ifndef CMD_CHECK_RUN_H
#define CMD_CHECK_RUN_H
#include "cmd/run/run.h"

/* The options. Zero-filled is valid. */
struct check_options {
	const char *rules; /* rule to explain, "" = all; NULL = check traces */
	const char **rule; /* NAME=off|warn|error */
	int json, markers, strict;
	const char *junit;                    /* file for the results, or NULL */
	int force;                            /* it may exist */
	int max_findings_given, max_findings; /* 0 = no limit */
	struct part part;
};
extern const struct option_row check_options[];

/** Check each source of job and print the findings on stdout. @return the exit status of otf-check(1) */
int check_run(struct job *job, void *own);
/** Free what the option parser made. */
void check_release(void *own);
#endif
