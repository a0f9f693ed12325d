/*
 * partial.h - a profile as text, to be combined with the profiles of the other shares of the trace (otf-stat --partial
 * and --combine).
 *
 * The first line is the magic; the last line contains the number of lines before it. Fields are separated by tabs. All
 * numbers are exact: a real is written as the integer that has its bits.
 *
 *     @OTFSTAT    1
 *     trace       resolution has-span first last
 *     options     by tables has-from from has-to to every base
 *     part        K N ID DIGEST           of @PART; one line for each share that is counted
 *     process     process stream          its timed records were counted; stream - = unknown
 *     define      space stream token detail name
 *     path        parent function         the first is path 1; parent 0 = none
 *     row         table window part,... sum,... n total min max bucket:number,...
 *     counted     n first last min max sum increase time highest weighted weight     more of the previous row
 *     sent        sender receiver communicator tag time:length,...       oldest first
 *     received    the same
 *     load        process is-root life comm       see profile/load.h
 *     events      number
 *     folded      depth of the paths, number of deeper calls; only with paths
 *     odd         number ...
 *     @END        lines
 */
#ifndef OTFP_CMD_STAT_PARTIAL_H
#define OTFP_CMD_STAT_PARTIAL_H
#include "base/error.h"
#include "profile/profile.h"
#include "record/share.h"
#include <stdio.h>

/** Write a profile. @param shares  what it counts. The caller checks `out` for write errors.
 * @return 0, or -1 when memory is out */
int otfp_partial_write(const struct otfp_profile *p, const struct otfp_shares *shares, FILE *out);
/**
 * Add the profile in a file to p, and its shares to *shares, which may keep `name`.
 * @param name  the file, "-" = standard input
 * @param is_first  the file starts p, which must be zero-filled; later files must agree with it
 * @return 0; OTFP_ETRUNC if the file is truncated; OTFP_EFAIL if it is damaged, belongs to another trace, was counted
 * with other options or counts a share or a process that p already counts. err contains "FILE: what" or "FILE:LINE:
 * what"
 */
int otfp_partial_read(struct otfp_profile *p, struct otfp_shares *shares, const char *name, int is_first,
                      struct otfp_error *err);
#endif
