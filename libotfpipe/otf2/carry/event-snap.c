/* event-snap.c - snapshots. See event.h. */
#include "otf2/carry/event.h"
#include "otf2/carry/original-read.h"

/* The records with an original time begin with it. */
static struct otfp_record *emit_since(struct otfp_otf2_carrying *c, unsigned type, uint64_t since)
{
	struct otfp_record *rec = otfp_otf2_emit(c, type);

	if (rec)
		rec->f[0].u = since;
	return rec;
}

static int comment(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	if (!c->options.plain && otfp_otf2_attributes(c, frame) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_carry_comment(c, frame);
}

static int enter(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	struct otfp_record *rec;

	if (otfp_otf2_attributes(c, frame) < 0 || !(rec = emit_since(c, OTFP_EnterSnapshot, frame->f[0])))
		return OTFP_EFAIL;
	rec->f[OTFP_EnterSnapshot_function].u =
		otfp_otf2_token(&c->model, OTFP_OTF2_REGIONS, OTFP_OTF2_F(frame, SnapEnter, region));
	rec->f[OTFP_EnterSnapshot_source].u = otfp_otf2_source(c, frame);
	return 0;
}

static int send(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_partners *comm = otfp_otf2_comm(c, frame, OTFP_OTF2_SnapMpiSend_communicator);
	uint32_t peer = otfp_otf2_peer(c, frame, comm, OTFP_OTF2_SnapMpiSend_receiver),
		 length = otfp_otf2_length(c, OTFP_OTF2_F(frame, SnapMpiSend, msgLength));
	struct otfp_record *rec;

	if ((frame->row == OTFP_OTF2_SnapMpiIsend &&
	     otfp_otf2_carry_any(c, frame, OTFP_OTF2_SnapMpiIsend_requestID) < 0) ||
	    otfp_otf2_attributes(c, frame) < 0 || !(rec = emit_since(c, OTFP_SendSnapshot, frame->f[0])))
		return OTFP_EFAIL;
	rec->f[OTFP_SendSnapshot_receiver].u = peer;
	rec->f[OTFP_SendSnapshot_group].u = comm->token;
	rec->f[OTFP_SendSnapshot_tag].u = OTFP_OTF2_F(frame, SnapMpiSend, msgTag);
	rec->f[OTFP_SendSnapshot_length].u = length;
	rec->f[OTFP_SendSnapshot_source].u = otfp_otf2_source(c, frame);
	return 0;
}

static int metric(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_metric *m = otfp_otf2_counters(c, frame, OTFP_OTF2_SnapMetric_metric);
	const uint64_t *values = otfp_otf2_contents(frame, OTFP_OTF2_SnapMetric_values);
	uint64_t n = OTFP_OTF2_F(frame, SnapMetric, values);

	if (!m || n == 0)
		return comment(c, frame);
	if ((m->n > 1 && otfp_otf2_carry_word(c, OTFP_OTF2_WORD_METRIC, frame->f[1]) < 0) ||
	    (n != m->n && otfp_otf2_carry_word(c, OTFP_OTF2_WORD_METRIC_N, n) < 0) ||
	    otfp_otf2_attributes(c, frame) < 0)
		return OTFP_EFAIL;
	for (uint64_t i = 0; i < n; i++) {
		struct otfp_record *rec = emit_since(c, OTFP_CounterSnapshot, frame->f[0]);
		if (!rec)
			return OTFP_EFAIL;
		rec->f[OTFP_CounterSnapshot_counter].u = m->first + i;
		rec->f[OTFP_CounterSnapshot_value].u = values[2 * i + 1];
		rec->form = m->forms[i];
	}
	return 0;
}

/* ---- an open collective operation: a begin, and right after it an end with what it is ---- */

static int collective_begin(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_frame *next = (const struct otfp_otf2_frame *)(c->lane->p + frame->words);

	if ((const uint64_t *)next >= c->lane->end || next->row != OTFP_OTF2_SnapMpiCollectiveEnd)
		return comment(c, frame);
	c->lane->waits = 1;
	c->lane->waits_since = frame->f[0];
	return otfp_otf2_attributes(c, frame);
}

static int collective_end(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	struct otfp_otf2_collective_data data;
	struct otfp_record *rec;
	uint64_t matching;

	if (!c->lane->waits)
		return comment(c, frame);
	c->lane->waits = 0;
	if (otfp_otf2_open_collective(c, c->lane->events, &matching) < 0 ||
	    otfp_otf2_collective_data(c, frame, OTFP_OTF2_SnapMpiCollectiveEnd_collectiveOp, &data) < 0 ||
	    otfp_otf2_carry(c, frame, OTFP_OTF2_SnapMpiCollectiveEnd_origEventTime) < 0 ||
	    otfp_otf2_attributes(c, frame) < 0 ||
	    !(rec = emit_since(c, OTFP_BeginCollopSnapshot, c->lane->waits_since)))
		return OTFP_EFAIL;
	rec->f[OTFP_BeginCollopSnapshot_collective].u = data.op;
	rec->f[OTFP_BeginCollopSnapshot_matching].u = matching;
	rec->f[OTFP_BeginCollopSnapshot_group].u = data.group;
	rec->f[OTFP_BeginCollopSnapshot_root].u = data.root;
	rec->f[OTFP_BeginCollopSnapshot_sent].u = data.sent;
	rec->f[OTFP_BeginCollopSnapshot_received].u = data.received;
	rec->f[OTFP_BeginCollopSnapshot_source].u = otfp_otf2_source(c, frame);
	return 0;
}

int otfp_otf2_snap(struct otfp_otf2_carrying *c)
{
	/* Others become comments. */
	static otfp_otf2_event_fn *const converters[OTFP_OTF2_NROWS] = {
		[OTFP_OTF2_SnapEnter] = enter,
		[OTFP_OTF2_SnapMpiSend] = send,
		[OTFP_OTF2_SnapMpiIsend] = send,
		[OTFP_OTF2_SnapMpiCollectiveBegin] = collective_begin,
		[OTFP_OTF2_SnapMpiCollectiveEnd] = collective_end,
		[OTFP_OTF2_SnapMetric] = metric,
	};
	const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)c->lane->p;
	const unsigned row = frame->row;
	otfp_otf2_event_fn *convert = converters[row] ? converters[row] : comment;
	int code;

	otfp_otf2_begin(c);
	code = c->original ? otfp_otf2_original_event(c, frame) : OTFP_END;
	if (code == OTFP_END)
		code = convert(c, frame);
	return code < 0 ? code : otfp_otf2_end(c, row);
}
