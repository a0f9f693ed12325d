/*
 * partial.h - a profile as text, to be joined with those of other shares of the trace.
 *
 * The first line is the magic, the last says how many lines stand before it; fields are separated by tabs. Every
 * number is exact: reals stand as their bits.
 *
 *     @OTFSTAT    1
 *     trace       resolution has-span first last
 *     options     by tables has-from from has-to to every base
 *     process     process stream          of which timed records were counted; stream - = not known
 *     define      space stream token detail name
 *     path        parent function         the first is path 1; parent 0 = none
 *     row         table window part,... sum,... n total min max bucket:number,...
 *     counted     n first last min max sum increase time highest weighted weight     of the row before
 *     sent        sender receiver communicator tag time:length,...       oldest first
 *     received    the same
 *     odd         number ...
 *     @END        lines
 */
#ifndef OTFP_CMD_STAT_PARTIAL_H
#define OTFP_CMD_STAT_PARTIAL_H
#include "base/error.h"
#include "profile/profile.h"
#include <stdio.h>

/** Write a profile after its end. Writing is checked by the caller. @return 0, or -1 when memory is out */
int otfp_partial_write(const struct otfp_profile *p, FILE *out);
/** Add the profile in the file `name` ("-" = stdin) to p; the first begins it. @return 0; OTFP_ETRUNC if it was cut
 * short; OTFP_EFAIL if it is damaged, or of another trace or other options, or counts a process that p counted */
int otfp_partial_read(struct otfp_profile *p, const char *name, int is_first, struct otfp_error *err);
#endif
