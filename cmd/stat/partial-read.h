/* partial-read.h - what partial-head.c and partial-in.c share. */
#ifndef CMD_STAT_PARTIAL_READ_H
#define CMD_STAT_PARTIAL_READ_H
#include "cmd/stat/partial-line.h"

/** Have a complete line at f->p and count it. @return 0; OTFP_ETRUNC if there is none; <0 */
OTFP_MUST_CHECK int partial_line(struct partial_in *f);
/** Fill err for the current line. @return OTFP_EFAIL */
int partial_bad_line(const struct partial_in *f);
/** Fill err for a file without @END. @return OTFP_ETRUNC */
int partial_truncated(const struct partial_in *f);
#endif
