/* run.h - otf-to-tau(1): its options and its run. */
#ifndef CMD_TO_TAU_RUN_H
#define CMD_TO_TAU_RUN_H
#include "cmd/select/selection.h"

/* The options; one of output, run and profile is given. */
struct to_tau_options {
	const char *output;      /* -o: the name of a trace */
	const char *run;         /* --run: the directory of a run */
	const char *profile;     /* --profile: the directory of profiles */
	struct selection select; /* what counts in the profiles */
	int force;
};
extern const struct option_row to_tau_options[];

/** Write the records of the sources of job as a TAU trace, or their profiles; see otf-to-tau(1). @return the exit
 * status */
int to_tau_run(struct job *job, void *own);
/** Write only the profiles. @return the exit status */
int to_tau_profile_run(struct job *job, struct to_tau_options *o);
/** Free the option values. */
void to_tau_release(void *own);
#endif
