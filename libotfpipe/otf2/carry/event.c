#include "otf2/carry/event.h"
#include "otf2/carry/original-read.h"
#include "otf2/values.h"
#include <stdlib.h>
#include <string.h>

void otfp_otf2_lane_release(struct otfp_otf2_lane *lane)
{
	otfp_otf2_pending_release(&lane->transfers);
	otfp_otf2_pending_release(&lane->tags);
	otfp_otf2_pending_release(&lane->io);
	for (unsigned i = 0; i < OTFP_OTF2_PASTS; i++)
		otfp_otf2_past_release(&lane->past[i]);
	free(lane->kept);
	free(lane->stack);
}

/* ---- calls ---- */

/* The record of a snapshot begins with the original time, as the snapshot does; callers set all other fields. */
static struct otfp_record *emit_since(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned type)
{
	struct otfp_record *rec;

	if (c->first == SIZE_MAX)
		c->first = c->batch.n;
	rec = otfp_otf2_append(c, type);
	if (rec && otfp_otf2_is_snap(frame))
		rec->f[0].u = frame->f[0];
	return rec;
}

static int call(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned type, uint32_t function,
                uint32_t source)
{
	const unsigned at = otfp_otf2_is_snap(frame);
	struct otfp_record *rec;

	if (otfp_otf2_attributes(c, frame) < 0 || !(rec = emit_since(c, frame, type)))
		return OTFP_EFAIL;
	rec->f[at + OTFP_Enter_function].u = function;
	rec->f[at + OTFP_Enter_source].u = source;
	return 0;
}

static int region_call(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	static const uint8_t types[OTFP_OTF2_NROWS] = {[OTFP_OTF2_Enter] = OTFP_Enter,
	                                               [OTFP_OTF2_Leave] = OTFP_Leave,
	                                               [OTFP_OTF2_SnapEnter] = OTFP_EnterSnapshot};
	const uint64_t region = frame->f[otfp_otf2_is_snap(frame) + OTFP_OTF2_Enter_region];

	return call(c, frame, types[frame->row], otfp_otf2_token(&c->model, OTFP_OTF2_REGIONS, region),
	            otfp_otf2_source(c, frame));
}

/* A call of a calling context has the region and the source location of the context. */
static int context_call(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_frame *context = otfp_otf2_find(&c->model, OTFP_OTF2_CONTEXTS, frame->f[0]);
	unsigned type = frame->row == OTFP_OTF2_CallingContextEnter ? OTFP_Enter : OTFP_Leave;
	uint32_t function = 0, source = 0;

	if (context) {
		uint64_t ref = OTFP_OTF2_F(context, CallingContext, sourceCodeLocation);
		function = otfp_otf2_token(&c->model, OTFP_OTF2_REGIONS, OTFP_OTF2_F(context, CallingContext, region));
		source = otfp_otf2_token(&c->model, OTFP_OTF2_SOURCES, ref);
	} else if (otfp_otf2_undefined(c, frame, OTFP_OTF2_CONTEXTS, frame->f[0]) < 0) {
		return OTFP_EDAMAGE;
	}
	if (otfp_otf2_carry_kind(c, frame) < 0 || otfp_otf2_carry_any(c, frame, 0) < 0 ||
	    otfp_otf2_carry_from(c, frame, 1) < 0)
		return OTFP_EFAIL;
	return call(c, frame, type, function, source);
}

/* ---- messages ---- */

static int carry_request(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	switch (frame->row) {
	case OTFP_OTF2_MpiIsend:
	case OTFP_OTF2_MpiIrecv:
		if (otfp_otf2_carry_kind(c, frame) < 0)
			return OTFP_EFAIL;
		return otfp_otf2_carry(c, frame, OTFP_OTF2_MpiIsend_requestID);
	case OTFP_OTF2_SnapMpiIsend: return otfp_otf2_carry_any(c, frame, OTFP_OTF2_SnapMpiIsend_requestID);
	default: return 0;
	}
}

static int message(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	static const uint8_t types[OTFP_OTF2_NROWS] = {
		[OTFP_OTF2_MpiSend] = OTFP_SendMsg,          [OTFP_OTF2_MpiIsend] = OTFP_SendMsg,
		[OTFP_OTF2_MpiRecv] = OTFP_RecvMsg,          [OTFP_OTF2_MpiIrecv] = OTFP_RecvMsg,
		[OTFP_OTF2_SnapMpiSend] = OTFP_SendSnapshot, [OTFP_OTF2_SnapMpiIsend] = OTFP_SendSnapshot};
	const unsigned at = otfp_otf2_is_snap(frame);
	const struct otfp_otf2_partners *comm = otfp_otf2_comm(c, frame, at + OTFP_OTF2_MpiSend_communicator);
	uint32_t peer = otfp_otf2_peer(c, frame, comm, at + OTFP_OTF2_MpiSend_receiver),
		 length = otfp_otf2_length(c, frame->f[at + OTFP_OTF2_MpiSend_msgLength]);
	struct otfp_record *rec;

	if (carry_request(c, frame) < 0 || otfp_otf2_attributes(c, frame) < 0 ||
	    !(rec = emit_since(c, frame, types[frame->row])))
		return OTFP_EFAIL;
	rec->f[at + OTFP_SendMsg_receiver].u = peer;
	rec->f[at + OTFP_SendMsg_group].u = comm->token;
	rec->f[at + OTFP_SendMsg_tag].u = frame->f[at + OTFP_OTF2_MpiSend_msgTag];
	rec->f[at + OTFP_SendMsg_length].u = length;
	rec->f[at + OTFP_SendMsg_source].u = otfp_otf2_source(c, frame);
	return 0;
}

/* ---- metrics ---- */

static int metric(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const unsigned at = otfp_otf2_is_snap(frame), type = at ? OTFP_CounterSnapshot : OTFP_Counter;
	const uint64_t *values = otfp_otf2_contents(frame, at + OTFP_OTF2_Metric_values);
	const struct otfp_otf2_metric *m = otfp_otf2_counters(c, frame, at + OTFP_OTF2_Metric_metric, values);
	uint64_t n = frame->f[at + OTFP_OTF2_Metric_values];

	if (!m || n == 0)
		return otfp_otf2_carry_event(c, frame);
	if (m->n > 1 && otfp_otf2_carry_word(c, OTFP_OTF2_WORD_METRIC, frame->f[at + OTFP_OTF2_Metric_metric]) < 0)
		return OTFP_EFAIL;
	if (n != m->n && otfp_otf2_carry_word(c, OTFP_OTF2_WORD_METRIC_N, n) < 0)
		return OTFP_EFAIL;
	if (otfp_otf2_attributes(c, frame) < 0)
		return OTFP_EFAIL;
	for (uint64_t i = 0; i < n; i++) {
		struct otfp_record *rec = emit_since(c, frame, type);
		if (!rec)
			return OTFP_EFAIL;
		rec->f[at + OTFP_Counter_counter].u = m->first + i;
		rec->f[at + OTFP_Counter_value].u = values[2 * i + 1];
		rec->form = m->forms[i];
	}
	return 0;
}

/* ---- begin and end of a process ---- */

/* One pair is the begin and end of the process in OTF, the outermost. */
static int process(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const int is_begin = frame->row == OTFP_OTF2_ThreadBegin || frame->row == OTFP_OTF2_ProgramBegin;

	if (otfp_otf2_past_life(c->lane) < 0)
		return OTFP_EFAIL;
	if (!(is_begin ? otfp_otf2_life_begin : otfp_otf2_life_end)(&c->lane->life))
		return otfp_otf2_carry_event(c, frame);
	if (otfp_otf2_carry_as(c, frame) < 0 || otfp_otf2_carry_from(c, frame, 0) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_emit(c, is_begin ? OTFP_BeginProcess : OTFP_EndProcess) ? 0 : OTFP_EFAIL;
}

/* ---- parameters ---- */

/* A key-value says that the parameter is undefined. */
static int undefined_parameter(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	if (otfp_otf2_undefined(c, frame, OTFP_OTF2_PARAMETERS, frame->f[0]) < 0)
		return OTFP_EDAMAGE;
	if (frame->f[0] == UINT32_MAX && otfp_otf2_carry_any(c, frame, 0) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_carry_event(c, frame);
}

/* A parameter is a key-value of its own, beside those of the event. */
static int parameter(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	uint32_t key = otfp_otf2_token(&c->model, OTFP_OTF2_PARAMETERS, frame->f[0]);
	struct otfp_tag *tag;

	if (!otfp_otf2_carries(c))
		return 0;
	if (!key)
		return undefined_parameter(c, frame);
	if (otfp_otf2_carry_kind(c, frame) < 0 || !(tag = otfp_otf2_tag(c, key)))
		return OTFP_EFAIL;
	tag->type = frame->row == OTFP_OTF2_ParameterString ? OTFP_TAG_BYTES :
	            frame->row == OTFP_OTF2_ParameterInt    ? OTFP_TAG_INT64 :
	                                                      OTFP_TAG_UINT64;
	if (tag->type == OTFP_TAG_BYTES &&
	    otfp_otf2_check_reference(c, frame, c->keys[frame->row][OTFP_OTF2_ParameterString_string].type,
	                              OTFP_OTF2_F(frame, ParameterString, string)) < 0)
		return OTFP_EDAMAGE;
	if (tag->type != OTFP_TAG_BYTES)
		tag->bits = OTFP_OTF2_F(frame, ParameterInt, value);
	else
		tag->bytes = otfp_otf2_stored(otfp_otf2_string(&c->model, OTFP_OTF2_F(frame, ParameterString, string)));
	if (tag->type == OTFP_TAG_BYTES && OTFP_OTF2_F(frame, ParameterString, string) == UINT32_MAX &&
	    otfp_otf2_carry_undefined(c, OTFP_OTF2_ParameterString_string) < 0)
		return OTFP_EFAIL;
	if (otfp_otf2_attributes(c, frame) < 0 || !otfp_otf2_emit(c, OTFP_NoOp))
		return OTFP_EFAIL;
	return 0;
}

/* A record of a newer OTF2: only its attributes are known. */
static int unknown(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	c->is_lost = 1;
	c->report.kinds[frame->row].why = "unknown to this version of otfpipe";
	if (!frame->ntags)
		return 0;
	if (otfp_otf2_attributes(c, frame) < 0 || !otfp_otf2_emit(c, OTFP_NoOp))
		return OTFP_EFAIL;
	return 0;
}

/* ---- all ---- */

/* Events and snapshots without a row here are carried. */
static otfp_otf2_event_fn *const converters[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_Unknown] = unknown,
	[OTFP_OTF2_Enter] = region_call,
	[OTFP_OTF2_Leave] = region_call,
	[OTFP_OTF2_MpiSend] = message,
	[OTFP_OTF2_MpiIsend] = message,
	[OTFP_OTF2_MpiRecv] = message,
	[OTFP_OTF2_MpiIrecv] = message,
	[OTFP_OTF2_MpiCollectiveBegin] = otfp_otf2_collective_begin,
	[OTFP_OTF2_MpiCollectiveEnd] = otfp_otf2_collective_end,
	[OTFP_OTF2_RmaCollectiveBegin] = otfp_otf2_collective_begin,
	[OTFP_OTF2_RmaCollectiveEnd] = otfp_otf2_collective_end,
	[OTFP_OTF2_NonBlockingCollectiveComplete] = otfp_otf2_nonblocking,
	[OTFP_OTF2_Metric] = metric,
	[OTFP_OTF2_ParameterString] = parameter,
	[OTFP_OTF2_ParameterInt] = parameter,
	[OTFP_OTF2_ParameterUnsignedInt] = parameter,
	[OTFP_OTF2_RmaPut] = otfp_otf2_transfer,
	[OTFP_OTF2_RmaGet] = otfp_otf2_transfer,
	[OTFP_OTF2_RmaAtomic] = otfp_otf2_transfer,
	[OTFP_OTF2_RmaOpCompleteBlocking] = otfp_otf2_transfer_end,
	[OTFP_OTF2_RmaOpCompleteRemote] = otfp_otf2_transfer_end,
	[OTFP_OTF2_ThreadBegin] = process,
	[OTFP_OTF2_ThreadEnd] = process,
	[OTFP_OTF2_ProgramBegin] = process,
	[OTFP_OTF2_ProgramEnd] = process,
	[OTFP_OTF2_CallingContextEnter] = context_call,
	[OTFP_OTF2_CallingContextLeave] = context_call,
	[OTFP_OTF2_IoCreateHandle] = otfp_otf2_file_operation,
	[OTFP_OTF2_IoDestroyHandle] = otfp_otf2_file_operation,
	[OTFP_OTF2_IoDuplicateHandle] = otfp_otf2_file_operation,
	[OTFP_OTF2_IoSeek] = otfp_otf2_file_operation,
	[OTFP_OTF2_IoDeleteFile] = otfp_otf2_file_operation,
	[OTFP_OTF2_IoAcquireLock] = otfp_otf2_file_operation,
	[OTFP_OTF2_IoReleaseLock] = otfp_otf2_file_operation,
	[OTFP_OTF2_IoTryLock] = otfp_otf2_file_operation,
	[OTFP_OTF2_IoOperationBegin] = otfp_otf2_io_begin,
	[OTFP_OTF2_IoOperationComplete] = otfp_otf2_io_end,
	[OTFP_OTF2_IoOperationCancelled] = otfp_otf2_io_end,
	[OTFP_OTF2_SnapEnter] = region_call,
	[OTFP_OTF2_SnapMpiSend] = message,
	[OTFP_OTF2_SnapMpiIsend] = message,
	[OTFP_OTF2_SnapMpiCollectiveBegin] = otfp_otf2_snap_collective_begin,
	[OTFP_OTF2_SnapMpiCollectiveEnd] = otfp_otf2_snap_collective_end,
	[OTFP_OTF2_SnapMetric] = metric,
};

static int is_unwound(const struct otfp_otf2_carrying *c, unsigned row)
{
	return c->options.unwind && (row == OTFP_OTF2_CallingContextEnter || row == OTFP_OTF2_CallingContextLeave ||
	                             row == OTFP_OTF2_CallingContextSample);
}

int otfp_otf2_any_event(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const unsigned row = frame->row;
	otfp_otf2_event_fn *convert = converters[row] ? converters[row] : otfp_otf2_carry_event;
	int code;

	otfp_otf2_begin(c);
	if (OTFP_UNLIKELY(is_unwound(c, row)))
		convert = otfp_otf2_unwind;
	code = c->original ? otfp_otf2_original_event(c, frame) : OTFP_END;
	if (code == OTFP_END)
		code = convert(c, frame);
	return code < 0 ? code : otfp_otf2_end(c, row);
}
