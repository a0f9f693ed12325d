/*
 * partial.h - the counts of a share of a trace, to be combined with those of the other shares (otf-stat --partial and
 * --combine).
 *
 * Version 2: sorted lines, compressed with zstd where the build has it; plain text is read, too. Since all files are
 * sorted alike, they are merged: memory does not depend on their size or, beyond a group of them, on their number. What
 * is combined is such a file again, the same bytes in whatever groups and order.
 *
 * The first line is the magic; the last line contains the number of lines before it. Fields are separated by tabs. All
 * numbers are exact: a real is written as the integer that has its bits. The lines, in this order:
 *
 *     @OTFSTAT    2
 *     trace       resolution has-span first last    has-span: 0, 1; 2: 0, and something goes on at `last`; 3: it is cut
 *     options     by tables has-from from has-to to every base depth     base - = no record was counted
 *     sums        events folded
 *     odd         number ...
 *     part        K N ID DIGEST            of @PART; one line for each share that is counted
 *     define      space stream token detail name       only those that something below refers to
 *     process     process stream counted [is-root life comm]    stream - = unknown; the last three: see profile/load.h
 *     path        depth function           depth first, children by token, then stream; the first one is path 1
 *     sent        sender receiver communicator tag time:length time:length ...
 *     received    sender receiver communicator tag stream time:length ...
 *     row         table window part,... sum,... [n total min max bucket:number,...]
 *     row         table window part,... n first last min max sum increase time highest weighted weight    counters
 *     @END        lines
 *
 * A half of a message is oldest first: its time since the previous one of the line, which may be negative, and its
 * length, which is left out if it is that of the previous one; then the process of the record, if it is another one
 * than of the previous half, at first than that of the key: a thread of it. A line has at most PARTIAL_HALVES; more
 * lines of the same key continue it. The stream of a received half is that of the definition of its communicator.
 */
#ifndef CMD_STAT_PARTIAL_PARTIAL_H
#define CMD_STAT_PARTIAL_PARTIAL_H
#include "base/error.h"
#include "base/must.h"
#include "profile/profile.h"
#include "record/share.h"

enum { PARTIAL_HALVES = 1024 };

/** Write a profile that has ended to a descriptor. @param shares  what it counts. @return 0 or <0 */
OTFP_MUST_CHECK int partial_write(const struct otfp_profile *p, const struct otfp_shares *shares, int fd,
                                  struct otfp_error *err);
/**
 * Add the counts of files to the profile p, which must be zero-filled, and their shares to *shares, which keeps the
 * names. Memory: that of p, and about 30 MiB.
 * @param names  n >= 1 files, "-" = standard input
 * @param is_short  set to 1 after a message that calls or levels are counted up to the end of a share only, else to 0
 * @return 0; OTFP_ETRUNC if a file is truncated; OTFP_EFAIL if it is damaged, belongs to another trace, was counted
 * with other options or counts a share or a process that another one counts. err contains "FILE: what" or "FILE:LINE:
 * what"
 */
OTFP_MUST_CHECK int partial_load(struct otfp_profile *p, struct otfp_shares *shares, char *const *names, unsigned n,
                                 int *is_short, struct otfp_error *err);
/** Write the counts of files as one file to a descriptor; otherwise as partial_load. */
OTFP_MUST_CHECK int partial_join(struct otfp_shares *shares, char *const *names, unsigned n, int fd, int *is_short,
                                 struct otfp_error *err);
#endif
