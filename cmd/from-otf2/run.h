/* run.h - otf2-to-otf(1): its options and its run. */
#ifndef OTFP_CMD_FROM_OTF2_RUN_H
#define OTFP_CMD_FROM_OTF2_RUN_H
#include "cmd/run/run.h"

/* The options. Zero-filled: with carriers. */
struct otfp_from_otf2 {
	const char *report; /* --report; NULL = no file */
	int plain;          /* --no-carriers */
	int unwind;         /* --unwind */
};
extern const struct otfp_option otfp_from_otf2_options[];

/** Convert the archive that job reads; see otf2-to-otf(1). @return the exit status */
int otfp_from_otf2_run(struct otfp_job *job, const struct otfp_from_otf2 *o);
#endif
