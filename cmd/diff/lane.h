/* lane.h - what diff.c and untimed.c share. */
#ifndef CMD_DIFF_LANE_H
#define CMD_DIFF_LANE_H
#include "cmd/diff/diff.h"

/* ---- diff.c: lanes ---- */

/** Append q to a side of a lane, which then owns it, even on failure; q NULL fails. @return 0, or -1 when memory is out
 */
int diff_push(struct diff *d, struct diff_side *s, struct otfp_queued *q);
/** Report what differs in a lane, as far as it is certain. @return as diff_add */
int diff_settle(struct diff *d, struct diff_lane *lane);
/** Free what a side owns. */
void diff_release_side(struct diff_side *s);

/* ---- untimed.c: definitions, markers and control lines ---- */

/** Take one of a side. It waits for the end if the other side has no such record at the same place.
 * @return 0, or -1 when memory is out */
int diff_untimed_add(struct diff *d, unsigned side, const struct otfp_record *rec);
/** Compare those that wait, each with that of the same key. @return as diff_add */
int diff_untimed_compare(struct diff *d);
#endif
