/* others.h - what otf-stat writes besides a report: summary records, and profiles in TAU's form. */
#ifndef OTFP_CMD_STAT_OTHERS_H
#define OTFP_CMD_STAT_OTHERS_H
#include "cmd/stat/run.h"

/** Whether the options ask for one of them. */
int otfp_stat_is_other(const struct otfp_statistics *s);
/** Write it; see --summaries and --tau in otf-stat(1). @return the exit status */
int otfp_stat_other_run(struct otfp_job *job, struct otfp_statistics *s);
#endif
