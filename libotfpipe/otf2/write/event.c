/* event.c - events and snapshots of OTF as frames of OTF2. See records.h. */
#include "otf2/write/records.h"
#include "otf2/carry/metric.h"
#include "otf2/original.h"
#include "base/order.h"
#include "base/real.h"
#include "record/value.h"
#include <stdlib.h>
#include <string.h>

typedef struct otfp_otf2_writing writing;

#define COMMENT "OTF::comment"

static uint32_t ref(writing *w, unsigned what, const struct otfp_record *rec, uint64_t token)
{
	const struct otfp_otf2_token *row = otfp_otf2_write_token(w, what, rec->loc, (uint32_t)token);

	if (!row)
		return otfp_fail_memory(w->err), OTFP_OTF2_NO_REF;
	return row->ref;
}

/* ---- what several kinds have ---- */

/* Complete a snapshot that stands for rec. */
static int put_snap(writing *w, const struct otfp_record *rec, size_t location)
{
	int code = otfp_otf2_write_original(w, rec);

	return code < 0 ? code : otfp_otf2_write_snap(w, location);
}

/* Complete an event or snapshot that says all of rec. Both kinds of snapshots begin with the original time. */
static int put(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_frame *frame = (struct otfp_otf2_frame *)(void *)w->frame.p;

	if (otfp_otf2_rows[frame->row].kind != OTFP_OTF2_SNAP)
		return otfp_otf2_write_put(w, rec, location, 1);
	frame->f[0] = rec->f[0].u;
	return put_snap(w, rec, location);
}

/* ---- calls ---- */

static int call(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_place *p = &w->places[location];
	const int is_enter = rec->type == OTFP_Enter;
	uint64_t function = rec->f[OTFP_Enter_function].u;
	const int is_said = is_enter || function;
	struct otfp_otf2_frame *frame;

	if (!is_said && !p->ncalls)
		return otfp_otf2_write_fallback(w, rec, location);
	if (otfp_otf2_write_follow(w, p, rec) < 0)
		return OTFP_EFAIL;
	if (!is_said)
		function = p->calls[p->ncalls];
	frame = otfp_otf2_write_frame(w, is_enter ? OTFP_OTF2_Enter : OTFP_OTF2_Leave, rec->time);
	OTFP_OTF2_F(frame, Enter, region) = ref(w, OTFP_W_FUNCTION, rec, function);
	return otfp_otf2_write_put(w, rec, location, is_said);
}

/* ---- messages ---- */

/* The communicator and the rank of a peer in it; *is_member 0: it is not in its group, so this is that of all. */
static const struct otfp_otf2_communicator *comm_of(writing *w, const struct otfp_record *rec, uint64_t group,
                                                    uint64_t peer, int64_t *rank, int *is_member)
{
	const struct otfp_otf2_communicator *comm = otfp_otf2_write_comm(w, rec->loc, (uint32_t)group);

	*rank = comm ? otfp_otf2_write_rank(w, comm, (uint32_t)peer) : -1;
	*is_member = *rank >= 0;
	if (comm && *rank < 0) {
		comm = otfp_otf2_write_comm(w, rec->loc, 0);
		*rank = comm ? otfp_otf2_write_rank(w, comm, (uint32_t)peer) : -1;
	}
	return *rank < 0 ? NULL : comm;
}

static int message(writing *w, const struct otfp_record *rec, size_t location)
{
	static const uint8_t rows[OTFP_NTYPES] = {[OTFP_SendMsg] = OTFP_OTF2_MpiSend,
	                                          [OTFP_RecvMsg] = OTFP_OTF2_MpiRecv,
	                                          [OTFP_SendSnapshot] = OTFP_OTF2_SnapMpiSend};
	const unsigned at = rec->type == OTFP_SendSnapshot;
	uint64_t *f = otfp_otf2_write_frame(w, rows[rec->type], rec->time)->f + at;
	const struct otfp_otf2_communicator *comm;
	int64_t rank;
	int is_member;

	comm = comm_of(w, rec, rec->f[at + OTFP_SendMsg_group].u, rec->f[at].u, &rank, &is_member);
	if (!comm)
		return OTFP_EFAIL;
	f[OTFP_OTF2_MpiSend_receiver] = (uint64_t)rank;
	f[OTFP_OTF2_MpiSend_communicator] = comm->ref;
	f[OTFP_OTF2_MpiSend_msgTag] = rec->f[at + OTFP_SendMsg_tag].u;
	f[OTFP_OTF2_MpiSend_msgLength] = rec->f[at + OTFP_SendMsg_length].u;
	w->is_changed |= !is_member;
	return put(w, rec, location);
}

/* ---- counters ---- */

/* Type and value of a counter in OTF2. */
static void value_of(const struct otfp_otf2_token *counter, uint64_t bits, uint64_t words[2])
{
	const uint32_t properties = counter->def ? (uint32_t)counter->def->f[OTFP_DefCounter_properties].u : 0;

	words[0] = otfp_otf2_type_of_counter(properties);
	words[1] = bits;
	if ((properties & OTFP_VARTYPE_MASK) == OTFP_VARTYPE_FLOAT) {
		const double wide = otfp_real_of(bits, 1);
		memcpy(&words[1], &wide, sizeof wide);
	}
}

static int counter(writing *w, const struct otfp_record *rec, size_t location)
{
	const unsigned at = rec->type == OTFP_CounterSnapshot;
	const uint64_t bits = rec->f[at + OTFP_Counter_value].u;
	const struct otfp_otf2_token *counter =
		otfp_otf2_write_token(w, OTFP_W_COUNTER, rec->loc, (uint32_t)rec->f[at + OTFP_Counter_counter].u);
	uint64_t *f = otfp_otf2_write_frame(w, at ? OTFP_OTF2_SnapMetric : OTFP_OTF2_Metric, rec->time)->f + at;
	uint64_t words[2];

	if (!counter)
		return otfp_fail_memory(w->err);
	value_of(counter, bits, words);
	f[OTFP_OTF2_Metric_metric] = counter->ref;
	f[OTFP_OTF2_Metric_values] = 1;
	w->is_changed |= words[1] != bits;
	return otfp_otf2_write_contents(w, words, sizeof words) < 0 ? OTFP_EFAIL : put(w, rec, location);
}

/* ---- remote memory access ---- */

/* The group and tag that say which transfers end together. */
static uint64_t key_of(uint64_t group, uint64_t tag)
{
	return group << 32 | (uint32_t)tag;
}

static int transfer(writing *w, const struct otfp_record *rec, size_t location)
{
	const int is_get = rec->type == OTFP_RMAGet;
	const uint32_t group = (uint32_t)rec->f[OTFP_RMAPut_group].u, tag = (uint32_t)rec->f[OTFP_RMAPut_tag].u;
	struct otfp_otf2_communicator *comm = otfp_otf2_write_comm(w, rec->loc, group);
	int64_t rank = comm ? otfp_otf2_write_rank(w, comm, (uint32_t)rec->f[OTFP_RMAPut_target].u) : -1;
	struct otfp_otf2_frame *frame;
	uint64_t id;

	if (comm && rank < 0)
		return otfp_otf2_write_fallback(w, rec, location);
	id = w->next_id++ << 32 | tag;
	if (otfp_otf2_pending_add(&w->places[location].transfers, key_of(group, tag), id) < 0)
		return otfp_fail_memory(w->err);
	frame = otfp_otf2_write_frame(w, is_get ? OTFP_OTF2_RmaGet : OTFP_OTF2_RmaPut, rec->time);
	if (!comm)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, RmaPut, win) = otfp_otf2_write_window(w, comm);
	OTFP_OTF2_F(frame, RmaPut, remote) = (uint64_t)rank;
	OTFP_OTF2_F(frame, RmaPut, bytes) = rec->f[OTFP_RMAPut_length].u;
	OTFP_OTF2_F(frame, RmaPut, matchingId) = id;
	return otfp_otf2_write_put(w, rec, location, 0);
}

/* End all transfers of a key: w->lines has their ids then, in the order in which they began. */
static int list_transfers(writing *w, size_t location, uint64_t key)
{
	struct otfp_otf2_pending *open = &w->places[location].transfers;
	const uint64_t *id;

	w->lines.n = 0;
	while ((id = otfp_otf2_pending_find(open, key)) != NULL) {
		if (otfp_buf_add(&w->lines, id, sizeof *id) < 0)
			return otfp_fail_memory(w->err);
		otfp_otf2_pending_end(open, key);
	}
	if (w->lines.n)
		qsort(w->lines.p, w->lines.n / sizeof *id, sizeof *id, otfp_by_u64);
	return 0;
}

/* One record completes all transfers of its group and tag; the first event stands for it. */
static int end_transfers(writing *w, const struct otfp_record *rec, size_t location)
{
	const unsigned row =
		rec->f[OTFP_RMAEnd_remote].u ? OTFP_OTF2_RmaOpCompleteRemote : OTFP_OTF2_RmaOpCompleteBlocking;
	struct otfp_otf2_communicator *comm = otfp_otf2_write_comm(w, rec->loc, (uint32_t)rec->f[OTFP_RMAEnd_group].u);
	int code = list_transfers(w, location, key_of(rec->f[OTFP_RMAEnd_group].u, rec->f[OTFP_RMAEnd_tag].u));
	const uint64_t *ids = (const uint64_t *)(const void *)w->lines.p;
	const size_t n = w->lines.n / sizeof *ids;

	if (code < 0 || !comm)
		return OTFP_EFAIL;
	for (size_t i = 0; i < n && code == 0; i++) {
		struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, row, rec->time);

		OTFP_OTF2_F(frame, RmaOpCompleteBlocking, win) = otfp_otf2_write_window(w, comm);
		OTFP_OTF2_F(frame, RmaOpCompleteBlocking, matchingId) = ids[i];
		code = otfp_otf2_write_original(w, i ? NULL : rec);
		if (code == 0)
			code = otfp_otf2_write_event(w, location, NULL);
	}
	return code == 0 && !n ? otfp_otf2_write_fallback(w, rec, location) : code;
}

/* ---- begin and end of processes, comments ---- */

static int is_root(const writing *w, size_t location)
{
	const struct otfp_record *def = w->spaces[OTFP_W_PROCESS].rows[location].def;

	return !def || !def->f[OTFP_DefProcess_parent].u;
}

static int process(writing *w, const struct otfp_record *rec, size_t location)
{
	static const uint8_t rows[2][2] = {{OTFP_OTF2_ThreadEnd, OTFP_OTF2_ThreadBegin},
	                                   {OTFP_OTF2_ProgramEnd, OTFP_OTF2_ProgramBegin}};
	const int is_program = is_root(w, location), is_begin = rec->type == OTFP_BeginProcess;
	const struct otfp_record *def = w->spaces[OTFP_W_PROCESS].rows[location].def;
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, rows[is_program][is_begin], rec->time);

	if (is_program && is_begin) {
		const struct otfp_str *name = def ? &def->f[OTFP_DefProcess_name].s : &(struct otfp_str){"", 0};
		OTFP_OTF2_F(frame, ProgramBegin, programName) = otfp_otf2_write_string(w, name->p, name->n);
	} else if (!is_program) {
		const struct otfp_otf2_communicator *comm = otfp_otf2_write_threads(w);
		if (!comm)
			return OTFP_EFAIL;
		OTFP_OTF2_F(frame, ThreadBegin, threadContingent) = w->is_otf2 ? OTFP_OTF2_NO_REF : comm->ref;
		OTFP_OTF2_F(frame, ThreadBegin, sequenceCount) = location;
	}
	return otfp_otf2_write_put(w, rec, location, 0);
}

static int comment(writing *w, const struct otfp_record *rec, size_t location)
{
	const struct otfp_str *text = &rec->f[OTFP_EventComment_text].s;
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, OTFP_OTF2_ParameterString, rec->time);

	OTFP_OTF2_F(frame, ParameterString, parameter) =
		otfp_otf2_write_parameter(w, COMMENT, OTFP_OTF2_PARAMETER_TYPE_STRING);
	OTFP_OTF2_F(frame, ParameterString, string) = otfp_otf2_write_string(w, text->p, text->n);
	return otfp_otf2_write_put(w, rec, location, 0);
}

/* ---- snapshots ---- */

/* A kind of snapshot that OTF2 does not have. */
static int other_snap(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_frame *frame;

	if (w->is_plain || w->is_otf2)
		return otfp_otf2_write_drop(w);
	frame = otfp_otf2_write_frame(w, OTFP_OTF2_SnapParameterUnsignedInt, rec->time);
	OTFP_OTF2_F(frame, SnapParameterUnsignedInt, origEventTime) = rec->time;
	OTFP_OTF2_F(frame, SnapParameterUnsignedInt, parameter) =
		otfp_otf2_write_parameter(w, OTFP_OTF2_RECORD, OTFP_OTF2_PARAMETER_TYPE_UINT64);
	OTFP_OTF2_F(frame, SnapParameterUnsignedInt, value) = otfp_table[rec->type].number;
	return put_snap(w, rec, location);
}

static int enter_snap(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, OTFP_OTF2_SnapEnter, rec->time);

	OTFP_OTF2_F(frame, SnapEnter, region) = ref(w, OTFP_W_FUNCTION, rec, rec->f[OTFP_EnterSnapshot_function].u);
	return put(w, rec, location);
}

static int collective_snap(writing *w, const struct otfp_record *rec, size_t location)
{
	otfp_otf2_write_frame(w, OTFP_OTF2_SnapMpiCollectiveBegin, rec->time);
	return put(w, rec, location);
}

/* ---- all of them ---- */

typedef int convert(writing *w, const struct otfp_record *rec, size_t location);

static convert *const converts[OTFP_NTYPES] = {
	[OTFP_NoOp] = otfp_otf2_write_fallback,
	[OTFP_UnknownRecord] = otfp_otf2_write_fallback,
	[OTFP_Enter] = call,
	[OTFP_Leave] = call,
	[OTFP_SendMsg] = message,
	[OTFP_RecvMsg] = message,
	[OTFP_Counter] = counter,
	[OTFP_CollectiveOperation] = otfp_otf2_write_collective,
	[OTFP_BeginCollectiveOperation] = otfp_otf2_write_collective_begin,
	[OTFP_EndCollectiveOperation] = otfp_otf2_write_collective_end,
	[OTFP_EventComment] = comment,
	[OTFP_BeginProcess] = process,
	[OTFP_EndProcess] = process,
	[OTFP_FileOperation] = otfp_otf2_write_file,
	[OTFP_BeginFileOperation] = otfp_otf2_write_file,
	[OTFP_EndFileOperation] = otfp_otf2_write_file,
	[OTFP_RMAPut] = transfer,
	[OTFP_RMAPutRemoteEnd] = transfer,
	[OTFP_RMAGet] = transfer,
	[OTFP_RMAEnd] = end_transfers,
	[OTFP_SnapshotComment] = other_snap,
	[OTFP_EnterSnapshot] = enter_snap,
	[OTFP_SendSnapshot] = message,
	[OTFP_OpenFileSnapshot] = other_snap,
	[OTFP_BeginCollopSnapshot] = collective_snap,
	[OTFP_BeginFileOpSnapshot] = other_snap,
	[OTFP_CollopCountSnapshot] = other_snap,
	[OTFP_CounterSnapshot] = counter,
};

/* What refers to no definitions but those that a trace from OTF2 has: other records of it are restored or dropped. */
static const uint8_t needs_nothing[OTFP_NTYPES] = {
	[OTFP_EventComment] = 1, [OTFP_BeginProcess] = 1, [OTFP_EndProcess] = 1};

/* Write the snapshots of an earlier time. */
static int flush_snaps(writing *w, const struct otfp_record *rec, size_t location)
{
	const struct otfp_otf2_place *p = &w->places[location];

	return p->nsnaps && !p->is_in_snapshot && p->snap_time != rec->time ? otfp_otf2_write_flush_snaps(w, location) :
	                                                                      0;
}

int otfp_otf2_write_timed(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	size_t location;
	int code = OTFP_END;

	if (!converts[rec->type]) {
		w->fate = OTFP_OTF2_DROPPED; /* OTF2 has no statistics */
		return 0;
	}
	if (OTFP_UNLIKELY(w->is_otf2 && !w->restored.is_resolved) && otfp_otf2_restore_resolve(w) < 0)
		return OTFP_EFAIL;
	location = otfp_otf2_write_process(w, rec->loc);
	if (location == SIZE_MAX)
		return OTFP_EFAIL;
	if (rec->type == OTFP_Enter || rec->type == OTFP_Leave)
		code = otfp_otf2_write_call(w, rec, location);
	if (OTFP_LIKELY(code != OTFP_END))
		return code;
	if (flush_snaps(w, rec, location) < 0)
		return OTFP_EFAIL;
	if (w->is_otf2)
		code = otfp_otf2_restore_event(w, rec, location);
	if (code == OTFP_END && w->is_otf2 && !needs_nothing[rec->type])
		return otfp_otf2_write_drop(w);
	if (code != OTFP_END)
		return code;
	w->is_changed = 0;
	code = otfp_otf2_write_tags(w, rec);
	return code < 0 ? code : converts[rec->type](w, rec, location);
}
