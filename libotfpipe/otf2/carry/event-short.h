/*
 * event-short.h - the short way of frequent events: calls, messages, metrics of one member and collective operations of
 * MPI, each without attributes and with nothing to carry or to report. What is made of them is what event.c and
 * collect.c make. Their order is unpredictable for a processor, so one branch decides which of them it is.
 */
#ifndef OTFP_OTF2_CARRY_EVENT_SHORT_H
#define OTFP_OTF2_CARRY_EVENT_SHORT_H
#include "otf2/carry/event.h"
#include "otf2/values.h"

/* What the reference to a communicator means, if the last one was the same. */
static inline const struct otfp_otf2_partners *otfp_otf2_short_known_comm(const struct otfp_otf2_carrying *c,
                                                                          uint64_t ref)
{
	return c->last_comm_ref == ref ? c->last_comm : NULL;
}

static inline int otfp_otf2_short_message(const struct otfp_otf2_carrying *c, const struct otfp_otf2_lane *lane,
                                          const struct otfp_otf2_frame *frame, struct otfp_record *rec)
{
	const struct otfp_otf2_partners *comm =
		otfp_otf2_short_known_comm(c, OTFP_OTF2_F(frame, MpiSend, communicator));
	const uint64_t length = OTFP_OTF2_F(frame, MpiSend, msgLength);
	uint32_t peer;

	if (!comm || length > UINT32_MAX)
		return 0;
	peer = otfp_otf2_rank(&c->model, comm, lane->token, lane->process->leader,
	                      OTFP_OTF2_F(frame, MpiSend, receiver));
	rec->type = frame->row == OTFP_OTF2_MpiSend ? OTFP_SendMsg : OTFP_RecvMsg;
	rec->f[OTFP_SendMsg_receiver].u = peer;
	rec->f[OTFP_SendMsg_group].u = comm->token;
	rec->f[OTFP_SendMsg_tag].u = OTFP_OTF2_F(frame, MpiSend, msgTag);
	rec->f[OTFP_SendMsg_length].u = length;
	rec->f[OTFP_SendMsg_source].u = 0;
	return peer != 0;
}

static inline int otfp_otf2_short_metric(const struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                         struct otfp_record *rec)
{
	const struct otfp_otf2_metric *m = c->last_metric;
	const uint64_t *value = frame->f + OTFP_OTF2_Metric_values + 1; /* its type, then itself */

	if (!m || c->last_metric_ref != OTFP_OTF2_F(frame, Metric, metric) || m->n != 1 ||
	    OTFP_OTF2_F(frame, Metric, values) != 1 || (m->types && value[0] != m->types[0]))
		return 0;
	rec->type = OTFP_Counter;
	rec->form = m->forms[0];
	rec->f[OTFP_Counter_counter].u = m->first;
	rec->f[OTFP_Counter_value].u = value[1];
	return 1;
}

/* Of a begin whose end is the next frame, which is there. */
static inline int otfp_otf2_short_collective_begin(const struct otfp_otf2_carrying *c, struct otfp_otf2_lane *lane,
                                                   const struct otfp_otf2_frame *frame, struct otfp_record *rec)
{
	struct otfp_otf2_collectives *k = &lane->collectives[OTFP_OTF2_MPI];
	const uint64_t *next = (const uint64_t *)frame + frame->words;
	const struct otfp_otf2_frame *end = (const struct otfp_otf2_frame *)next;
	const struct otfp_otf2_partners *comm;
	uint64_t root;

	if (end->row != OTFP_OTF2_MpiCollectiveEnd || lane->start + k->sought > next)
		return 0;
	comm = otfp_otf2_short_known_comm(c, OTFP_OTF2_F(end, MpiCollectiveEnd, communicator));
	root = OTFP_OTF2_F(end, MpiCollectiveEnd, root);
	if (!comm || !c->has_operation[(uint8_t)OTFP_OTF2_F(end, MpiCollectiveEnd, collectiveOp)] ||
	    root == OTFP_OTF2_COLLECTIVE_ROOT_SELF || root == OTFP_OTF2_COLLECTIVE_ROOT_THIS_GROUP)
		return 0;
	if (root != OTFP_OTF2_COLLECTIVE_ROOT_NONE) {
		root = otfp_otf2_rank(&c->model, comm, lane->token, lane->process->leader, root);
		if (!root)
			return 0;
	} else {
		root = 0;
	}
	k->sought = (size_t)(next + end->words - lane->start);
	k->number = k->matching = lane->done + 2;
	k->open++;
	rec->type = OTFP_BeginCollectiveOperation;
	rec->f[OTFP_BeginCollectiveOperation_collective].u =
		(uint32_t)OTFP_OTF2_F(end, MpiCollectiveEnd, collectiveOp) + 1;
	rec->f[OTFP_BeginCollectiveOperation_matching].u = k->matching;
	rec->f[OTFP_BeginCollectiveOperation_group].u = comm->token;
	rec->f[OTFP_BeginCollectiveOperation_root].u = root;
	rec->f[OTFP_BeginCollectiveOperation_sent].u = OTFP_OTF2_F(end, MpiCollectiveEnd, sizeSent);
	rec->f[OTFP_BeginCollectiveOperation_received].u = OTFP_OTF2_F(end, MpiCollectiveEnd, sizeReceived);
	rec->f[OTFP_BeginCollectiveOperation_source].u = 0;
	return 1;
}

static inline int otfp_otf2_short_collective_end(struct otfp_otf2_lane *lane, struct otfp_record *rec)
{
	struct otfp_otf2_collectives *k = &lane->collectives[OTFP_OTF2_MPI];

	if (!k->open)
		return 0;
	k->open--;
	rec->type = OTFP_EndCollectiveOperation;
	rec->f[OTFP_EndCollectiveOperation_matching].u = lane->done + 1;
	return 1;
}

/** Make a record, which has its place, of a frame of a lane, if it is a frequent one and nothing is unusual; its other
 * fields are those of an older one. @param frame  the first that is not counted in lane->done; the one after it is
 * there
 * @return 1, or 0: it is left to otfp_otf2_event */
static inline int otfp_otf2_short_event(struct otfp_otf2_carrying *c, struct otfp_otf2_lane *lane,
                                        const struct otfp_otf2_frame *frame, struct otfp_record *rec)
{
	const int is_usual = !c->original;
	int is_done;

	if (OTFP_UNLIKELY(frame->ntags))
		return 0;
	rec->file = OTFP_FILE_EVENT;
	rec->form = OTFP_FORM_RAW;
	rec->ntags = 0;
	is_done = 1;
	switch (frame->row) {
	case OTFP_OTF2_Enter:
	case OTFP_OTF2_Leave: otfp_otf2_put_call(c, frame, rec); break;
	case OTFP_OTF2_MpiSend:
	case OTFP_OTF2_MpiRecv: is_done = is_usual && otfp_otf2_short_message(c, lane, frame, rec); break;
	case OTFP_OTF2_Metric: is_done = is_usual && otfp_otf2_short_metric(c, frame, rec); break;
	case OTFP_OTF2_MpiCollectiveBegin:
		is_done = is_usual && otfp_otf2_short_collective_begin(c, lane, frame, rec);
		break;
	case OTFP_OTF2_MpiCollectiveEnd: is_done = is_usual && otfp_otf2_short_collective_end(lane, rec); break;
	default: return 0;
	}
	c->report.kinds[frame->row].native += (uint64_t)is_done;
	return is_done;
}
#endif
