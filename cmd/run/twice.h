/*
 * twice.h - a job whose input is read more than once, because what comes last decides what becomes of the
 * first. A trace or stored stream is opened anew; standard input, unless it is a file, is copied to a
 * file without a name in TMPDIR. A pipe that is named is refused where it would have to be opened anew.
 */
#ifndef OTFP_CMD_RUN_TWICE_H
#define OTFP_CMD_RUN_TWICE_H
#include "cmd/run/run.h"
#include <sys/types.h>

struct otfp_twice {
	const struct otfp_job *job;
	int reads_stdin;
	off_t start;  /* of standard input, now a file */
	int passed;   /* how often */
	int reported; /* something that the next pass is to tell */
	struct otfp_recording recording;
};

/** Before the first pass. Ends with otfp_twice_run, or otfp_twice_release. @return 0 or <0 */
int otfp_twice_begin(struct otfp_twice *t, const struct otfp_job *job, struct otfp_error *err);
void otfp_twice_release(struct otfp_twice *t);
/**
 * All records through the stage of the job, or those up to OTFP_LAST; what it puts is counted only. What is
 * amiss is not told: the last pass, which is otfp_run, comes to the same. @return 0 or <0
 */
int otfp_twice_pass(struct otfp_twice *t, struct otfp_error *err);
/** otfp_run, after a pass for the same records: of a short input that was in order they are still there.
 * @return the exit status */
int otfp_twice_run(struct otfp_twice *t, struct otfp_job *job);
#endif
