/*
 * journal.h - the files of a new trace take the place of those of an old one, all or none.
 *
 * The new files stand in the directory D = NAME.otfpipe-XXXXXX beside. The steps:
 *
 *   1  all new files and D are on disk (fsync)
 *   2  NAME.otfpipe-journal, which lists old and new files, is written in D, synced, and renamed to that name
 *   3  NAME.otf is moved to D/old, then the other old files
 *   4  the new files are moved from D to their names, NAME.otf last
 *   5  D/old, what else is to go, D, and at last the journal are removed
 *
 * and the directory is synced behind 2, behind the first move of 3, before the first of 4, before and behind
 * the last of 4, before and behind the last of 5. Why that is safe, wherever it is killed or the power fails:
 *
 * - Before 2 is done the old trace stands untouched; D is a leftover.
 * - From then on there is a journal, and whoever finds one does the steps that are left. Which those are can be
 *   seen in D: 3 is done if the first new file has left it, 4 if NAME.otf has. Within 3 and 4 each file is
 *   moved once, by a rename that does not replace; one that is no longer where it was is where it shall
 *   be. So a step may be begun again any number of times.
 * - Nothing of either trace is deleted or written over in 2 to 4. 5 begins when the new one is whole.
 * - From the first move of 3 to the last of 4 there is no NAME.otf, so nobody takes a mixture for a trace.
 *
 * A step of 2 to 4 that fails (not: is killed) is undone by the same moves, the first files of the lists last, then
 * the journal removed. If even that fails, or is killed, the journal stays, and what it says holds again. All this is
 * done under the lock (lock.h).
 *
 * For a name that is new there are no old files and nothing is synced: it is safe
 * against a kill, not against a power failure.
 */
#ifndef OTFP_COMMIT_JOURNAL_H
#define OTFP_COMMIT_JOURNAL_H
#include "base/error.h"
#include "commit/journal-text.h"

struct otfp_journal;
typedef void otfp_report_fn(void *ctx, const struct otfp_error *e);

/** @param stub  NAME with its path, without ".otf"
 * @param dir  suffix of D, ".otfpipe-XXXXXX" @return 0 or <0 */
int otfp_journal_new(struct otfp_journal **j, const char *stub, const char *dir, struct otfp_error *err);
/** Add a file to a list. @return 0 or <0 */
int otfp_journal_add(struct otfp_journal *j, enum otfp_journal_list list, const char *name);
/**
 * Steps 2 to 5, and the sync of D. What is in D but in no list must be gone by then.
 * @param sync  0 = force nothing to the disk
 * @return 0; <0 and all is as it was, unless otfp_journal_pending
 */
int otfp_journal_commit(struct otfp_journal *j, int sync);
/** After a failed commit: the journal stays, D and what is in it must, too. */
int otfp_journal_pending(const struct otfp_journal *j);
/** j may be NULL. */
void otfp_journal_free(struct otfp_journal *j);

/** Whether there is a journal for that name. */
int otfp_journal_exists(const char *stub);
/** Do the steps that are left, under the lock, and say so through report (may be NULL). Only for a journal of the
 * same user: it moves files. @return 1 done, 0 there is no journal, <0 */
int otfp_journal_recover(const char *stub, otfp_report_fn *report, void *ctx, struct otfp_error *err);
#endif
