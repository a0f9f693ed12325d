/*
 * journal.h - replaces the files of a trace by those of a new one, all or none.
 *
 * The new files are in the directory D = NAME.otfpipe-XXXXXX beside the trace. The steps:
 *
 *   1  all new files and D are on disk (fsync)
 *   2  NAME.otfpipe-journal, which lists old and new files, is written in D, synced, and renamed to that name
 *   3  NAME.otf is moved to D/old, then the other old files
 *   4  the new files are moved from D to their names, NAME.otf last
 *   5  D/old, other files to drop, D, and at last the journal are removed
 *
 * The directory of the trace is synced after 2, after the first move of 3, before the first move of 4, before and after
 * the last move of 4, and before and after the last removal of 5. This is safe against a kill or a power failure at any
 * time:
 *
 * - Before the end of 2 the old trace is untouched; D is a leftover.
 * - After 2 there is a journal, and the next command that finds it does the remaining steps. D shows which: 3 is done
 *   if the first new file has left D, 4 is done if NAME.otf has. In 3 and 4 each file is moved once, by a rename that
 *   does not replace; a file that is no longer at its old place is already at its new place. So a step may be repeated
 *   any number of times.
 * - Steps 2 to 4 delete and overwrite nothing of either trace. 5 starts when the new trace is complete.
 * - From the first move of 3 to the last move of 4 there is no NAME.otf, so nobody takes a mixture for a trace.
 *
 * If a step of 2 to 4 fails (not: is killed), the same moves in reverse undo it, the first files of the lists last;
 * then the journal is removed. If even that fails or is killed, the journal stays, and the next command completes the
 * new trace. All this is done under the lock (lock.h).
 *
 * A new name has no old files, and nothing is synced: that is safe against a kill, not against a power failure.
 */
#ifndef OTFP_COMMIT_JOURNAL_H
#define OTFP_COMMIT_JOURNAL_H
#include "base/error.h"
#include "commit/journal-text.h"

struct otfp_journal;
typedef void otfp_report_fn(void *ctx, const struct otfp_error *e);

/**
 * Start a journal.
 * @param stub  NAME with its path, without ".otf"; or a directory with a slash at its end
 * @param dir  suffix of D, ".otfpipe-XXXXXX"
 * @return 0 or <0
 */
int otfp_journal_new(struct otfp_journal **j, const char *stub, const char *dir, struct otfp_error *err);
/** Add a file to a list. @return 0 or <0 */
int otfp_journal_add(struct otfp_journal *j, enum otfp_journal_list list, const char *name);
/**
 * Sync D and do steps 2 to 5. Files in D that are in no list must be removed before.
 * @param sync  0: force nothing to the disk
 * @return 0; <0 with everything as before, unless otfp_journal_pending
 */
int otfp_journal_commit(struct otfp_journal *j, int sync);
/** Whether the journal stays after a failed commit; then D and its files must stay, too. */
int otfp_journal_pending(const struct otfp_journal *j);
/** Free it; j may be NULL. */
void otfp_journal_free(struct otfp_journal *j);

/** Whether a journal for that name exists. @return 1, 0 or <0 */
int otfp_journal_exists(const char *stub, struct otfp_error *err);
/**
 * Do the remaining steps of a journal, and report that (report may be NULL). Needs the lock. Only for a journal of the
 * same user, since it moves files. @return 1 done, 0 no journal, <0
 */
int otfp_journal_recover(const char *stub, otfp_report_fn *report, void *ctx, struct otfp_error *err);
#endif
