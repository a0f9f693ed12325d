/* run.h - otf-to-tau: its options, and what they do. */
#ifndef OTFP_CMD_TO_TAU_RUN_H
#define OTFP_CMD_TO_TAU_RUN_H
#include "cmd/run/run.h"

/* What the options say: either output or run. */
struct otfp_to_tau {
	const char *output; /* -o */
	const char *run;    /* the directory of a run */
	int force;
};
extern const struct otfp_option otfp_to_tau_options[];

/** What the sources of job hold as a TAU trace; see otf-to-tau(1). @return the exit status */
int otfp_to_tau_run(struct otfp_job *job, const struct otfp_to_tau *o);
#endif
