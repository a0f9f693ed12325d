/* run.h - otf2-to-otf(1): its options and its run. */
#ifndef CMD_FROM_OTF2_RUN_H
#define CMD_FROM_OTF2_RUN_H
#include "cmd/run/run.h"

/* The options. Zero-filled: with carriers. */
struct from_otf2_options {
	const char *report; /* --report; NULL = no file */
	int plain;          /* --no-carriers */
	int unwind;         /* --unwind */
};
extern const struct option_row from_otf2_options[];

/** Convert the archive that job reads; see otf2-to-otf(1). @return the exit status */
int from_otf2_run(struct job *job, void *own);
#endif
