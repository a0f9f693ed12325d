/* run.h - otf-diff(1): its options and its run. */
#ifndef CMD_DIFF_RUN_H
#define CMD_DIFF_RUN_H
#include "cmd/run/run.h"

/* The options. */
struct diff_options {
	char *ignore; /* a list of records and fields, or NULL */
	int list, json, by_name, all;
	int most_given, most; /* stop at this number of differences */
};

extern const struct option_row diff_options[];

/** Compare the two traces of job and print the differences. @return the exit status: 0 the traces are the same, 1 they
 * differ, 2 usage error, 4 failure */
int diff_run(struct job *job, void *own);
/** Free the option values. */
void diff_release(void *own);
#endif
