/* run.h - otf-to-vtf3(1): its options and its run. */
#ifndef CMD_TO_VTF3_RUN_H
#define CMD_TO_VTF3_RUN_H
#include "cmd/run/run.h"

/* The options. Zero-filled: Standard Binary, profile plain, on standard output. */
struct to_vtf3_options {
	const char *output;  /* -o; NULL = standard output */
	int format, profile; /* enum otfp_vtf3_format and otfp_vtf3_profile, from 1; 0 = not given */
	int modern;          /* --modern */
	int force;           /* --force */
};
extern const struct option_row to_vtf3_options[];

/** Write the records of the sources of job as a VTF3 file; see otf-to-vtf3(1). @return the exit status */
int to_vtf3_run(struct job *job, void *own);
#endif
