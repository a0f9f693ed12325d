/* event.h - makes records of the events and snapshots of an archive. */
#ifndef OTFP_OTF2_CARRY_EVENT_H
#define OTFP_OTF2_CARRY_EVENT_H
#include "otf2/carry/convert.h"

/** Convert an event or snapshot of c->lane, which is at c->time. @return 0 or <0 */
int otfp_otf2_any_event(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
/** Free what the lane owns. */
void otfp_otf2_lane_release(struct otfp_otf2_lane *lane);

/* Calls, Enter and Leave. Their order is unpredictable for a processor, so nothing branches on which of them
 * it is. */
enum { OTFP_OTF2_CALLS = 2 };
_Static_assert(OTFP_OTF2_Leave == OTFP_OTF2_Enter + 1, "calls");

/** Which call without attributes a frame is: most are one. @return OTFP_OTF2_CALLS or more: it is none */
static inline unsigned otfp_otf2_which_call(const struct otfp_otf2_frame *frame)
{
	return OTFP_UNLIKELY(frame->ntags) ? OTFP_OTF2_CALLS : frame->row - (unsigned)OTFP_OTF2_Enter;
}

/** Make a record, which has its place, that of a call without attributes; its other fields are those of an older one.
 */
static inline void otfp_otf2_put_call(const struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                      struct otfp_record *rec)
{
	static const uint16_t types[] = {OTFP_Enter, OTFP_Leave};
	const uint64_t region = OTFP_OTF2_F(frame, Enter, region);

	rec->type = types[otfp_otf2_which_call(frame)];
	rec->file = OTFP_FILE_EVENT;
	rec->form = OTFP_FORM_RAW;
	rec->ntags = 0;
	rec->f[OTFP_Enter_function].u = OTFP_UNLIKELY(c->model.is_original) ?
	                                        otfp_otf2_token(&c->model, OTFP_OTF2_REGIONS, region) :
	                                        (uint32_t)region + 1;
	rec->f[OTFP_Enter_source].u = 0;
}

/** Convert the event or snapshot at c->lane->p, which is at c->time. @return 0 or <0 */
static inline int otfp_otf2_event(struct otfp_otf2_carrying *c)
{
	const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)c->lane->p;
	struct otfp_record *rec;

	if (otfp_otf2_which_call(frame) >= OTFP_OTF2_CALLS)
		return otfp_otf2_any_event(c, frame);
	rec = otfp_otf2_append(c, OTFP_Enter);
	if (!rec)
		return OTFP_EFAIL;
	otfp_otf2_put_call(c, frame, rec);
	c->report.kinds[frame->row].native++;
	return 0;
}

/* ---- between the files of events ---- */

typedef int otfp_otf2_event_fn(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);

/** 1 for a snapshot: its fields, and those of its record, come after the original time; otherwise 0. */
static inline unsigned otfp_otf2_is_snap(const struct otfp_otf2_frame *frame)
{
	return otfp_otf2_rows[frame->row].kind == OTFP_OTF2_SNAP;
}

/* event-field.c */
/** Carry the kind of an event and its attributes. @return 0 or <0 */
int otfp_otf2_carry_as(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
/** The source location among the attributes; 0 = none. */
uint32_t otfp_otf2_source(const struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
/** The process of a rank of a communicator or window. An unknown one is damage, and the field is carried. @param field
 * the rank's. @return its token, 0 = unknown */
uint32_t otfp_otf2_peer(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                        const struct otfp_otf2_partners *comm, unsigned field);
/** A communicator of an event; an undefined one is damage, and means no process. */
const struct otfp_otf2_partners *otfp_otf2_comm(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                                unsigned field);
/** The same for a window. */
const struct otfp_otf2_partners *otfp_otf2_window(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                                  unsigned field);
/** The length of a message in OTF, which has 32 bits; a longer one is carried. */
uint32_t otfp_otf2_length(struct otfp_otf2_carrying *c, uint64_t length);
/** Which counters the values of a metric are. field, values: its reference and its list. An undefined one is damage.
 * @return NULL if it has not that many, or values have other types than their counters */
const struct otfp_otf2_metric *otfp_otf2_counters(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                                  unsigned field, const uint64_t *values);

/* event-rma.c */
otfp_otf2_event_fn otfp_otf2_transfer, otfp_otf2_transfer_end;
/* event-io.c */
otfp_otf2_event_fn otfp_otf2_file_operation, otfp_otf2_io_begin, otfp_otf2_io_end;
/* event-unwind.c: --unwind */
otfp_otf2_event_fn otfp_otf2_unwind;
/* collect.c */
otfp_otf2_event_fn otfp_otf2_collective_begin, otfp_otf2_collective_end, otfp_otf2_nonblocking,
	otfp_otf2_snap_collective_begin, otfp_otf2_snap_collective_end;
#endif
