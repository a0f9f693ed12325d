/* run.h - otf-diff: its options, and what they do. */
#ifndef OTFP_CMD_DIFF_RUN_H
#define OTFP_CMD_DIFF_RUN_H
#include "cmd/run/run.h"

/* What the options say; free `ignore`. */
struct otfp_differing {
	char *ignore; /* a list of records and fields, or NULL */
	int list, json, by_name, all;
	int most_given, most; /* differences to stop at */
};

/** Compare the two sources of job. @return the exit status: 0 the same, 1 they differ, 2 usage, 4 failed */
int otfp_diff_run(struct otfp_job *job, const struct otfp_differing *o);
#endif
