/* run.h - otf-write(1): its options and its run. */
#ifndef CMD_WRITE_RUN_H
#define CMD_WRITE_RUN_H
#include "cmd/run/run.h"

/* The options. Zero-filled: write the line stream on standard input. */
struct write_options {
	int recover, join;
};
extern const struct option_row write_options[];

/** Write the trace that the first operand of job names; see otf-write(1). @return the exit status */
int write_run(struct job *job, void *own);
#endif
