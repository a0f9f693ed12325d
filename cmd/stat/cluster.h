/*
 * cluster.h - clusters of processes that spend their time in the same way; see --cluster in otf-stat(1).
 *
 * In ascending order of numbers, each process joins the first cluster whose first process is similar to it, or starts
 * a new cluster. Two processes are similar if the difference of their exclusive times, summed over all functions, is
 * at most a given share of the larger of their total exclusive times. Functions with the same name are one function.
 * Processes without calls are in no cluster.
 *
 * Memory: 80 bytes for each function of each process, 150 for each process. Time: n * log(n) for n processes, unless
 * most of them are almost similar to most others, in many functions. Then it grows with the square of the clusters; see
 * near.h.
 */
#ifndef CMD_STAT_CLUSTER_H
#define CMD_STAT_CLUSTER_H
#include "profile/profile.h"
#include <stdio.h>

#define WHOLE_SHARE 1000000000000u /* shares are in units of 1e-12 */

/** Whether the profile has the rows that are needed: by process and function, and possibly by more. */
int cluster_can(const struct otfp_profile *p);
/**
 * Write one line for each cluster: the numbers of its processes, separated by blanks; the process that started the
 * cluster is the first. The caller checks `out` for write errors.
 * @param p  cluster_can must be true for it
 * @param share  at most WHOLE_SHARE
 * @return 0, or -1 when memory is out
 */
int cluster_write(const struct otfp_profile *p, uint64_t share, FILE *out);
#endif
