/* excess.h - the excess transfer time of messages, for otf-draw --matrix=excess: as otf-wait --table transfer has it.
 */
#ifndef CMD_DRAW_EXCESS_H
#define CMD_DRAW_EXCESS_H
#include "base/map.h"
#include "wait/transfers.h"

/* Zero-filled, then excess_begin. */
struct excess {
	struct otfp_wait_engine *waits;
	struct otfp_transfers *transfers;
	struct otfp_map processes;     /* that send or receive a reported message */
	otfp_transfer_excess_fn *each; /* of excess_each */
	void *each_ctx;
};

/** Begin. @param o  the interval, and which processes are reported @return 0 or <0 with err filled */
int excess_begin(struct excess *e, const struct otfp_wait_options *o, const struct otfp_header *h,
                 struct otfp_error *err);
/** Take a record, or a control line; those of all processes, at all times. @return 0 or <0 with err filled */
int excess_add(struct excess *e, const struct otfp_record *rec, struct otfp_error *err);
/** After the last record: `processes` are complete. @return 0 or <0 with err filled */
int excess_end(struct excess *e, struct otfp_error *err);
/** Then: give the excess of each message to a function. @return 0 or <0 with err filled */
int excess_each(struct excess *e, otfp_transfer_excess_fn *each, void *ctx, struct otfp_error *err);
/** Free what e owns; it may be zero-filled. */
void excess_release(struct excess *e);
#endif
