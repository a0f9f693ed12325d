/* run.h - otf-filter: a run that obeys the selection. */
#ifndef OTFP_CMD_FILTER_RUN_H
#define OTFP_CMD_FILTER_RUN_H
#include "cmd/run/select/selection.h"

/** otfp_run with the selection as its stage, in two passes if it has to be: then standard input is copied
 * to TMPDIR if it is no file. @return the exit status */
int otfp_filter_run(struct otfp_job *job, struct otfp_selection *sel);
#endif
