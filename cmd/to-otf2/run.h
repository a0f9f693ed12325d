/* run.h - otf-to-otf2(1): its options and its run. */
#ifndef CMD_TO_OTF2_RUN_H
#define CMD_TO_OTF2_RUN_H
#include "cmd/run/run.h"

/* The options. Zero-filled: with carriers. */
struct to_otf2_options {
	const char *output; /* -o */
	const char *report; /* --report; NULL = no file */
	int plain;          /* --no-carriers */
	int force;          /* --force */
	struct part part;   /* --part */
};
extern const struct option_row to_otf2_options[];

/** Write the records of the sources of job as an OTF2 archive; see otf-to-otf2(1). @return the exit status */
int to_otf2_run(struct job *job, void *own);
#endif
