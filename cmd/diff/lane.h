/* lane.h - what diff.c and untimed.c share. */
#ifndef OTFP_CMD_DIFF_LANE_H
#define OTFP_CMD_DIFF_LANE_H
#include "cmd/diff/diff.h"

/* ---- diff.c: lanes ---- */

/** Append q to a side of a lane, which then owns it, even on failure; q NULL fails. @return 0, or -1 when memory is out
 */
int otfp_diff_push(struct otfp_diff *d, struct otfp_diff_side *s, struct otfp_queued *q);
/** Report what differs in a lane, as far as it is certain. @return as otfp_diff_take */
int otfp_diff_settle(struct otfp_diff *d, struct otfp_diff_lane *lane);
/** Free what a side owns. */
void otfp_diff_release_side(struct otfp_diff_side *s);

/* ---- untimed.c: definitions, markers and control lines ---- */

/** Take one of a side. It waits for the end if the other side has no such record at the same place.
 * @return 0, or -1 when memory is out */
int otfp_diff_untimed_take(struct otfp_diff *d, unsigned side, const struct otfp_record *rec);
/** Compare those that wait, each with that of the same key. @return as otfp_diff_take */
int otfp_diff_untimed_compare(struct otfp_diff *d);
#endif
