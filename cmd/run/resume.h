/* resume.h - --resume: a share that was written already, from the same input and with the same options, is done. */
#ifndef CMD_RUN_RESUME_H
#define CMD_RUN_RESUME_H
#include "cmd/run/job.h"

/**
 * Compare the input, which has just been opened, with the trace that the job writes. The trace must be the same share
 * (@PART), or nothing.
 * @return 1 if it is written already: standard input was read to its end, for the stage before; 0 to write it; <0 with
 * p->err filled */
int resume_is_done(const struct job *job, struct pull *p);
#endif
