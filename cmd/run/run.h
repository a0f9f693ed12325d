/* run.h - the run loop: source, stage, sink. */
#ifndef OTFP_CMD_RUN_RUN_H
#define OTFP_CMD_RUN_RUN_H
#include "cmd/run/job.h"
#include "cmd/run/message.h"

/** Run the job: read the sources, put the records through the stage into the sink. Follows commands.md on @PG, @END,
 * @ABORT, signals and the exit status, and prints the error if there is one. @return the exit status */
int otfp_run(struct otfp_job *job);
/** The same for an open p instead of the sources of the job; if p is closed, it opens them. Closes p. */
int otfp_run_pulled(struct otfp_job *job, struct otfp_pull *p);
#endif
