/* run.h - otf-to-otf2(1): its options and its run. */
#ifndef OTFP_CMD_TO_OTF2_RUN_H
#define OTFP_CMD_TO_OTF2_RUN_H
#include "cmd/run/run.h"

/* The options. Zero-filled: with carriers. */
struct otfp_to_otf2 {
	const char *output; /* -o */
	const char *report; /* --report; NULL = no file */
	int plain;          /* --no-carriers */
	int force;          /* --force */
};
extern const struct otfp_option otfp_to_otf2_options[];

/** Write the records of the sources of job as an OTF2 archive; see otf-to-otf2(1). @return the exit status */
int otfp_to_otf2_run(struct otfp_job *job, const struct otfp_to_otf2 *o);
#endif
