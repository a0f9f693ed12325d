/* run.h - the run loop: source, stage, sink. */
#ifndef CMD_RUN_RUN_H
#define CMD_RUN_RUN_H
#include "cmd/run/job.h"
#include "cmd/text/message.h"

/** Run the job: read the sources, put the records through the stage into the sink. @PG, @END, @ABORT, signals and the
 * exit status are as otfpipe(7) says. Prints the error if there is one. @return the exit status */
int run_job(struct job *job);
/** The same for an open p instead of the sources of the job; if p is closed, it opens them. Closes p. */
int run_pulled(struct job *job, struct pull *p);
#endif
