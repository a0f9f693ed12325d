/* run.h - the run loop: source, stage, sink. */
#ifndef OTFP_CMD_RUN_RUN_H
#define OTFP_CMD_RUN_RUN_H
#include "cmd/run/job.h"
#include "cmd/run/message.h"

/** Source to sink with all that the contract says about @PG, @END, @ABORT, signals and exit status.
 * @return the exit status */
int otfp_run(struct otfp_job *job);
/** The same for what was opened, or if p is closed for the sources of the job. It closes p. */
int otfp_run_pulled(struct otfp_job *job, struct otfp_pull *p);
#endif
