/* run.h - otf-to-tau(1): its options and its run. */
#ifndef CMD_TO_TAU_RUN_H
#define CMD_TO_TAU_RUN_H
#include "cmd/run/run.h"

/* The options; either output or run is given. */
struct to_tau_options {
	const char *output; /* -o */
	const char *run;    /* --run: the directory of a run */
	int force;
};
extern const struct option_row to_tau_options[];

/** Write the records of the sources of job as a TAU trace; see otf-to-tau(1). @return the exit status */
int to_tau_run(struct job *job, void *own);
#endif
