/* run.h - tau-to-otf(1): its options and its run. */
#ifndef CMD_FROM_TAU_RUN_H
#define CMD_FROM_TAU_RUN_H
#include "cmd/run/run.h"

extern const struct option_row from_tau_options[]; /* of struct otfp_tau_options */

/** Convert the TAU traces of job. own is a struct otfp_tau_options. @return the exit status */
int from_tau_run(struct job *job, void *own);
#endif
