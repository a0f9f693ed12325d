/* run.h - otf-to-tau(1): its options and its run. */
#ifndef OTFP_CMD_TO_TAU_RUN_H
#define OTFP_CMD_TO_TAU_RUN_H
#include "cmd/run/run.h"

/* The options; either output or run is given. */
struct otfp_to_tau {
	const char *output; /* -o */
	const char *run;    /* --run: the directory of a run */
	int force;
};
extern const struct otfp_option otfp_to_tau_options[];

/** Write the records of the sources of job as a TAU trace; see otf-to-tau(1). @return the exit status */
int otfp_to_tau_run(struct otfp_job *job, const struct otfp_to_tau *o);
#endif
