/*
 * cluster.h - processes that spend their time alike.
 *
 * In ascending number each process joins the first cluster whose first process is like it, else it begins one.
 * Two are alike if the sum over all functions of the difference of exclusive time is at most a share of the total
 * exclusive time of the larger of them. Functions of one name are one function. Processes that called nothing are
 * in no cluster. Memory: 80 bytes for each function of each process.
 */
#ifndef OTFP_CMD_STAT_CLUSTER_H
#define OTFP_CMD_STAT_CLUSTER_H
#include "profile/profile.h"
#include <stdio.h>

#define OTFP_WHOLE_SHARE 1000000000000u /* shares are in units of 1e-12 */

/** Whether the profile tells what is needed: its rows are by process and function, among others maybe. */
int otfp_cluster_can(const struct otfp_profile *p);
/** Write a line a cluster: the numbers of its processes by blanks, first the one that began it. Writing is checked by
 * the caller. @param share  at most OTFP_WHOLE_SHARE @return 0, or -1 when memory is out */
int otfp_cluster_write(const struct otfp_profile *p, uint64_t share, FILE *out);
#endif
