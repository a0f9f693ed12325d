/*
 * past.h - what is open in a location where its reading starts. If chunks before a window are left out, an event may
 * end what began in them. Then they are looked into: first the last of them, where it mostly is, then all.
 */
#ifndef OTFP_OTF2_CARRY_PAST_H
#define OTFP_OTF2_CARRY_PAST_H
#include "otf2/frame.h"
#include "otf2/pending.h"

enum otfp_otf2_collective { OTFP_OTF2_MPI, OTFP_OTF2_RMA, OTFP_OTF2_COLLECTIVES };

/* Begins and ends of the process of a location. */
struct otfp_otf2_life {
	unsigned alive; /* begins that are open */
	int was_begun, was_ended;
};

/* Zero-filled has seen nothing. */
struct otfp_otf2_past {
	int is_all;  /* it has all events that were left out, otherwise the last ones */
	int is_read; /* the events were looked into */
	/* By matching id: modes and flags, tags. Of the last events also what ended: OTFP_OTF2_SHUT */
	struct otfp_otf2_pending io, transfers;
	struct otfp_otf2_life life;
	uint64_t open[OTFP_OTF2_COLLECTIVES]; /* collective operations */
	int has[OTFP_OTF2_COLLECTIVES];       /* there are begins or ends of such */
};

enum { OTFP_OTF2_LAST, OTFP_OTF2_ALL, OTFP_OTF2_PASTS };
#define OTFP_OTF2_SHUT UINT64_MAX

/** Which kind of collective operation a begin or end is. @return OTFP_OTF2_COLLECTIVES: it is none */
enum otfp_otf2_collective otfp_otf2_collective_of(unsigned row);
/** Mode and flags of an operation on a file, as one number. */
uint64_t otfp_otf2_operation_begun(const struct otfp_otf2_frame *begin);
/** The matching id of a transfer: RmaPut, RmaGet or RmaAtomic. */
uint64_t otfp_otf2_transfer_id(const struct otfp_otf2_frame *begin);
/** Begin the process, or something in it. @return whether it is the process */
int otfp_otf2_life_begin(struct otfp_otf2_life *life);
/** End what began last. @return whether it is the process */
int otfp_otf2_life_end(struct otfp_otf2_life *life);
/** Take the next event. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_otf2_past_note(struct otfp_otf2_past *p, const struct otfp_otf2_frame *frame);
/** Free everything; p is zero-filled then. */
void otfp_otf2_past_release(struct otfp_otf2_past *p);

/* ---- of a lane whose first events were left out; of others nothing is found ---- */

struct otfp_otf2_lane;
/** Find what is open, and end it. @param is_io  an operation on a file, otherwise a transfer @param value  set
 * @return 1; 0 if it is not open; <0 */
int otfp_otf2_past_end(struct otfp_otf2_lane *lane, int is_io, uint64_t id, uint64_t *value);
/** Add the collective operations that were open to those that are, once. @return 0 or <0 */
int otfp_otf2_past_collectives(struct otfp_otf2_lane *lane, enum otfp_otf2_collective kind);
/** Set the life of the lane, once. @return 0 or <0 */
int otfp_otf2_past_life(struct otfp_otf2_lane *lane);
#endif
