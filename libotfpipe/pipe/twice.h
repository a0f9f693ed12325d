/*
 * twice.h - a job whose input is read more than once, because what comes last decides what becomes of the
 * first. A trace or stored stream is opened anew; standard input, unless it is a file, is copied to a
 * file without a name in TMPDIR.
 */
#ifndef OTFP_TWICE_H
#define OTFP_TWICE_H
#include "otfpipe-cmd.h"
#include <sys/types.h>

struct otfp_twice {
	int reads_stdin;
	off_t start; /* of standard input, now a file */
};

/** Before the first pass. @return 0 or <0 */
int otfp_twice_begin(struct otfp_twice *t, const struct otfp_job *job, struct otfp_error *err);
/**
 * All records through the stage of the job, or those up to OTFP_LAST; what it puts is counted only. What is
 * amiss is not told: the last pass, which is otfp_run, comes to the same. @return 0 or <0
 */
int otfp_twice_pass(const struct otfp_twice *t, const struct otfp_job *job, struct otfp_error *err);
#endif
