/* summary.h - what a profile says at a glance, for people. */
#ifndef CMD_STAT_SUMMARY_H
#define CMD_STAT_SUMMARY_H
#include "cmd/table/listing.h"
#include <stdio.h>

/** Print a sentence on how much of the time is useful and what the largest loss is, then the time span, processes,
 * records, time in calls, load balance (otf-stat(1)), and the functions with most time. A line whose numbers the
 * profile does not have is omitted. @param width  characters of a line; 0 = no limit
 * @return 0, or -1 when memory is out */
int summary_print(const struct listing *r, size_t width, FILE *out);
/** Append a time as -t takes it: +1.5s from the first event on. @return 0, or -1 when memory is out */
int summary_time(const struct otfp_profile *p, uint64_t ticks, struct otfp_buf *b);
#endif
