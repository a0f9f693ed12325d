/* run.h - vtf3-to-otf(1): its options and its run. */
#ifndef CMD_FROM_VTF3_RUN_H
#define CMD_FROM_VTF3_RUN_H
#include "cmd/run/run.h"

extern const struct option_row from_vtf3_options[]; /* of struct otfp_vtf3_options */

/** Convert the VTF3 files of job. own is a struct otfp_vtf3_options. @return the exit status */
int from_vtf3_run(struct job *job, void *own);
#endif
