/* run.h - otf-info: its options, and what they do. */
#ifndef OTFP_CMD_INFO_RUN_H
#define OTFP_CMD_INFO_RUN_H
#include "cmd/run/run.h"

/* What the options say. */
struct otfp_information {
	int full; /* read all, and count */
	int json;
};

/** Tell what each source of job is, on stdout. @return the exit status */
int otfp_information_run(struct otfp_job *job, const struct otfp_information *o);
#endif
