/* others.h - what otf-stat writes besides a report: summary records, and profiles in TAU's form. */
#ifndef CMD_STAT_OTHERS_H
#define CMD_STAT_OTHERS_H
#include "cmd/stat/run.h"

/** Whether the options ask for one of them. */
int stat_is_other(const struct stat_options *s);
/** Write it; see --summaries and --tau in otf-stat(1). @return the exit status */
int stat_other_run(struct job *job, struct stat_options *s);
#endif
