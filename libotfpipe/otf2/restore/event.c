/* event.c - events that came from OTF2 become the same events again. See write/records.h. */
#include "otf2/restore/event.h"
#include "otf2/original.h"
#include "record/value.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* ---- what is carried as a whole ---- */

/* The key-value of a parameter, with its value. */
static const struct otfp_tag *parameter_of(const writing *w, const struct otfp_record *rec)
{
	for (uint32_t i = 0; i < rec->ntags; i++)
		if (otfp_otf2_restore_key(w, rec->tags[i].key)->kind == OTFP_OTF2_KEY_PARAMETER)
			return &rec->tags[i];
	return NULL;
}

static uint64_t parameter_string(writing *w, const struct otfp_record *rec, const struct otfp_tag *parameter)
{
	if (otfp_otf2_restore_word(w, rec, OTFP_OTF2_WORD_UNDEFINED))
		return OTFP_OTF2_NO_REF;
	return otfp_otf2_write_string(w, parameter->bytes.p, parameter->bytes.n);
}

static int carried(writing *w, const struct otfp_record *rec, size_t location)
{
	const unsigned row = otfp_otf2_restore_event_row(w, rec, OTFP_OTF2_NROWS);
	const struct otfp_tag *parameter = parameter_of(w, rec);
	struct otfp_otf2_frame *frame;

	if (row == OTFP_OTF2_NROWS)
		return OTFP_END;
	frame = otfp_otf2_restore_event_frame(w, rec, row);
	if (parameter && otfp_otf2_rows[row].nfields == 2) {
		frame->f[OTFP_OTF2_ParameterInt_parameter] =
			otfp_otf2_restore_ref_of(w, rec, OTFP_OTF2_PARAMETERS, parameter->key);
		frame->f[OTFP_OTF2_ParameterInt_value] =
			row == OTFP_OTF2_ParameterString ? parameter_string(w, rec, parameter) : parameter->bits;
	}
	return otfp_otf2_restore_event_put(w, rec, location);
}

/* ---- calls, messages ---- */

/* A snapshot begins with the original time, as its record does. */
static struct otfp_otf2_frame *begin_frame(writing *w, const struct otfp_record *rec, unsigned row)
{
	struct otfp_otf2_frame *frame = otfp_otf2_restore_event_frame(w, rec, row);

	if (otfp_otf2_rows[row].kind == OTFP_OTF2_SNAP)
		frame->f[0] = rec->f[0].u;
	return frame;
}

static int call(writing *w, const struct otfp_record *rec, size_t location)
{
	const unsigned at = rec->type == OTFP_EnterSnapshot,
		       usual = rec->type == OTFP_Leave ? OTFP_OTF2_Leave : OTFP_OTF2_Enter,
		       row = at ? OTFP_OTF2_SnapEnter : otfp_otf2_restore_event_row(w, rec, usual);
	struct otfp_otf2_frame *frame = begin_frame(w, rec, row);

	if (at || row == OTFP_OTF2_Enter || row == OTFP_OTF2_Leave)
		frame->f[at + OTFP_OTF2_Enter_region] =
			otfp_otf2_restore_ref_of(w, rec, OTFP_OTF2_REGIONS, rec->f[at + OTFP_Enter_function].u);
	return otfp_otf2_restore_event_put(w, rec, location);
}

static unsigned message_row(writing *w, const struct otfp_record *rec)
{
	if (rec->type != OTFP_SendSnapshot)
		return otfp_otf2_restore_event_row(w, rec,
		                                   rec->type == OTFP_SendMsg ? OTFP_OTF2_MpiSend : OTFP_OTF2_MpiRecv);
	return otfp_otf2_restore_field(w, rec, OTFP_OTF2_SnapMpiIsend, OTFP_OTF2_SnapMpiIsend_requestID) ?
	               OTFP_OTF2_SnapMpiIsend :
	               OTFP_OTF2_SnapMpiSend;
}

static int message(writing *w, const struct otfp_record *rec, size_t location)
{
	const unsigned at = rec->type == OTFP_SendSnapshot;
	uint64_t *f = begin_frame(w, rec, message_row(w, rec))->f + at;
	const struct otfp_tag *length = otfp_otf2_restore_word(w, rec, OTFP_OTF2_WORD_LENGTH);
	const uint64_t short_length = rec->f[at + OTFP_SendMsg_length].u, group = rec->f[at + OTFP_SendMsg_group].u;

	f[OTFP_OTF2_MpiSend_receiver] = otfp_otf2_restore_rank_of(w, rec, group, rec->f[at].u);
	f[OTFP_OTF2_MpiSend_communicator] = otfp_otf2_restore_ref_of(w, rec, OTFP_OTF2_COMMS, group);
	f[OTFP_OTF2_MpiSend_msgTag] = rec->f[at + OTFP_SendMsg_tag].u;
	f[OTFP_OTF2_MpiSend_msgLength] = length && short_length == UINT32_MAX ? length->bits : short_length;
	return otfp_otf2_restore_event_put(w, rec, location);
}

/* ---- metrics: n counters are one event ---- */

static uint32_t members_of(const writing *w, const struct otfp_otf2_token *counter, uint32_t ref)
{
	const struct otfp_otf2_tokens *s = &w->spaces[OTFP_W_COUNTER];
	uint32_t n = 0;

	for (const struct otfp_otf2_token *t = counter; t < s->rows + s->n && t->ref == ref; t++)
		n++;
	return n;
}

int otfp_otf2_restore_flush(struct otfp_otf2_writing *w, size_t location)
{
	struct otfp_otf2_place *p = &w->places[location];
	struct otfp_otf2_frame *frame;
	uint64_t *f;

	if (!p->metric.n)
		return 0;
	frame = otfp_otf2_write_frame(w, p->metric_is_snap ? OTFP_OTF2_SnapMetric : OTFP_OTF2_Metric, p->metric_time);
	f = &frame->f[p->metric_is_snap ? OTFP_OTF2_SnapMetric_metric : OTFP_OTF2_Metric_metric];
	if (p->metric_is_snap)
		OTFP_OTF2_F(frame, SnapMetric, origEventTime) = p->metric_since;
	f[0] = p->metric_ref;
	f[1] = p->metric.n / (2 * sizeof(uint64_t));
	w->tags.n = 0;
	if (otfp_otf2_write_contents(w, p->metric.p, p->metric.n) < 0 ||
	    otfp_buf_add(&w->tags, p->metric_tags.p, p->metric_tags.n) < 0)
		return otfp_fail_memory(w->err);
	p->metric.n = 0;
	return p->metric_is_snap ? otfp_otf2_write_snap(w, location) : otfp_otf2_write_event(w, location, NULL);
}

/* The first counter of a metric: its key-values say which one it is. */
static int begin_metric(writing *w, const struct otfp_record *rec, size_t location,
                        const struct otfp_otf2_token *counter)
{
	const struct otfp_tag *ref = otfp_otf2_restore_word(w, rec, OTFP_OTF2_WORD_METRIC);
	const struct otfp_tag *n = otfp_otf2_restore_word(w, rec, OTFP_OTF2_WORD_METRIC_N);
	struct otfp_otf2_place *p;
	const uint32_t of_counter = counter->ref, wanted = ref ? members_of(w, counter, of_counter) : 1;

	w->tags.n = 0;
	if (otfp_otf2_restore_attributes(w, rec) < 0 || otfp_otf2_write_source(w, rec) < 0)
		return OTFP_EFAIL;
	p = &w->places[location];
	p->metric_tags.n = 0;
	if (otfp_buf_add(&p->metric_tags, w->tags.p, w->tags.n) < 0)
		return otfp_fail_memory(w->err);
	w->tags.n = 0;
	p->metric_time = rec->time;
	p->metric_is_snap = rec->type == OTFP_CounterSnapshot;
	p->metric_since = p->metric_is_snap ? rec->f[OTFP_CounterSnapshot_originaltime].u : 0;
	p->metric_ref = ref ? (uint32_t)ref->bits : of_counter;
	p->metric_wanted = n ? (uint32_t)n->bits : wanted;
	return 0;
}

static int counter(writing *w, const struct otfp_record *rec, size_t location)
{
	const unsigned at = rec->type == OTFP_Counter ? 0 : OTFP_CounterSnapshot_counter;
	const uint64_t token = rec->f[at].u;
	const struct otfp_otf2_token *c = otfp_otf2_write_token(w, OTFP_W_COUNTER, rec->loc, (uint32_t)token);
	struct otfp_otf2_place *p = &w->places[location];
	uint64_t words[2] = {0, rec->f[at + OTFP_Counter_value].u};

	if (!c)
		return otfp_fail_memory(w->err);
	if (!otfp_otf2_restore_word(w, rec, OTFP_OTF2_WORD_METRIC) && (!c->def || c->ref == OTFP_OTF2_NO_REF)) {
		otfp_otf2_restore_drop(w, rec, "the counter is no metric of OTF2");
		return 0;
	}
	words[0] = c->more ? c->more - 1 : otfp_otf2_restore_value_type(w, c->def);
	if (!p->metric.n && begin_metric(w, rec, location, c) < 0)
		return OTFP_EFAIL;
	p = &w->places[location];
	if (otfp_buf_add(&p->metric, words, sizeof words) < 0)
		return otfp_fail_memory(w->err);
	p->metric_counter = (uint32_t)token;
	return p->metric.n >= p->metric_wanted * sizeof words ? otfp_otf2_restore_flush(w, location) : 0;
}

/* Whether the record goes on with the metric that waits. */
static int goes_on(const writing *w, const struct otfp_record *rec, const struct otfp_otf2_place *p)
{
	const unsigned type = p->metric_is_snap ? OTFP_CounterSnapshot : OTFP_Counter,
		       at = p->metric_is_snap ? OTFP_CounterSnapshot_counter : OTFP_Counter_counter;

	return rec->type == type && rec->time == p->metric_time && rec->f[at].u == p->metric_counter + 1u &&
	       !otfp_otf2_restore_word(w, rec, OTFP_OTF2_WORD_METRIC);
}

/* ---- collective operations ---- */

/* Fields of the end that stand with the begin. @return a copy of the key-values in the arena of the trace, or NULL */
static const struct otfp_tag *keep_tags(writing *w, const struct otfp_record *rec, unsigned row, uint32_t *n)
{
	struct otfp_tag kept[OTFP_OTF2_MAX_FIELDS];

	*n = 0;
	for (uint32_t i = 0; i < rec->ntags && *n < OTFP_OTF2_MAX_FIELDS; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_restore_key(w, rec->tags[i].key);
		if (key->kind == OTFP_OTF2_KEY_FIELD && key->row == row && rec->tags[i].type != OTFP_TAG_BYTES)
			kept[(*n)++] = rec->tags[i];
	}
	return *n ? otfp_arena_copy(&w->arena, kept, *n * sizeof *kept) : NULL;
}

/* The row of the end of a collective operation that begins with a row. @return OTFP_OTF2_NROWS if it has none */
static uint16_t end_row(unsigned begin)
{
	if (begin == OTFP_OTF2_NonBlockingCollectiveComplete)
		return OTFP_OTF2_NROWS;
	return begin == OTFP_OTF2_RmaCollectiveBegin ? OTFP_OTF2_RmaCollectiveEnd : OTFP_OTF2_MpiCollectiveEnd;
}

/* The space of the group of a collective operation that begins with a row. */
static unsigned group_space(unsigned begin)
{
	return begin == OTFP_OTF2_RmaCollectiveBegin ? OTFP_OTF2_WINDOWS : OTFP_OTF2_COMMS;
}

/* The event of the begin, and what it says of the operation, if it is one of those. @return 0 or <0 */
static int put_begin(writing *w, const struct otfp_record *rec, size_t location, unsigned row)
{
	struct otfp_otf2_frame *frame = otfp_otf2_restore_event_frame(w, rec, row);

	if (row == OTFP_OTF2_NonBlockingCollectiveComplete) {
		OTFP_OTF2_F(frame, NonBlockingCollectiveComplete, collectiveOp) =
			otfp_otf2_write_operation(w, rec, rec->f[OTFP_BeginCollectiveOperation_collective].u);
		otfp_otf2_restore_operation(w, rec, OTFP_OTF2_COMMS,
		                            &OTFP_OTF2_F(frame, NonBlockingCollectiveComplete, communicator));
	}
	return otfp_otf2_restore_event_put(w, rec, location);
}

static int begin(writing *w, const struct otfp_record *rec, size_t location)
{
	const unsigned row = otfp_otf2_restore_event_row(w, rec, OTFP_OTF2_MpiCollectiveBegin);
	struct otfp_otf2_begun open = {.matching = rec->f[OTFP_BeginCollectiveOperation_matching].u,
	                               .begin = *rec,
	                               .row = end_row(row)};
	uint64_t f[OTFP_OTF2_MAX_FIELDS];

	open.begin.tags = keep_tags(w, rec, open.row, &open.begin.ntags);
	if (open.begin.ntags && !open.begin.tags)
		return otfp_fail_memory(w->err);
	open.is_gone = !otfp_otf2_restore_operation(w, rec, group_space(row), f);
	if (otfp_otf2_write_add_open(w, location, &open) < 0)
		return OTFP_EFAIL;
	if (!open.is_gone)
		return put_begin(w, rec, location, row);
	otfp_otf2_restore_lost(w, rec);
	return 0;
}

static int end(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_begun open;
	struct otfp_otf2_frame *frame;
	int code;

	if (!otfp_otf2_write_end_open(w, location, rec->f[OTFP_EndCollectiveOperation_matching].u, 0, &open))
		return OTFP_END;
	if (open.is_gone)
		otfp_otf2_restore_lost(w, rec);
	if (open.is_gone || open.row == OTFP_OTF2_NROWS)
		return 0;
	frame = otfp_otf2_restore_event_frame(w, rec, open.row);
	frame->f[0] =
		otfp_otf2_write_operation(w, &open.begin, open.begin.f[OTFP_BeginCollectiveOperation_collective].u);
	if (open.row == OTFP_OTF2_RmaCollectiveEnd)
		otfp_otf2_restore_operation(w, &open.begin, OTFP_OTF2_WINDOWS,
		                            &OTFP_OTF2_F(frame, RmaCollectiveEnd, win));
	else
		otfp_otf2_restore_operation(w, &open.begin, OTFP_OTF2_COMMS,
		                            &OTFP_OTF2_F(frame, MpiCollectiveEnd, communicator));
	code = otfp_otf2_restore_fill(w, &open.begin);
	return code < 0 ? code : otfp_otf2_restore_event_put(w, rec, location);
}

/* ---- remote memory access ---- */

static int transfer(writing *w, const struct otfp_record *rec, size_t location)
{
	const unsigned row =
		otfp_otf2_restore_event_row(w, rec, rec->type == OTFP_RMAGet ? OTFP_OTF2_RmaGet : OTFP_OTF2_RmaPut);
	struct otfp_otf2_frame *frame;

	if (rec->type == OTFP_RMAPutRemoteEnd || rec->f[OTFP_RMAPut_origin].u)
		return OTFP_END;
	frame = otfp_otf2_restore_event_frame(w, rec, row);
	OTFP_OTF2_F(frame, RmaPut, win) =
		otfp_otf2_restore_ref_of(w, rec, OTFP_OTF2_WINDOWS, rec->f[OTFP_RMAPut_group].u);
	OTFP_OTF2_F(frame, RmaPut, remote) =
		otfp_otf2_restore_rank_of(w, rec, rec->f[OTFP_RMAPut_group].u, rec->f[OTFP_RMAPut_target].u);
	frame->f[row == OTFP_OTF2_RmaAtomic ? OTFP_OTF2_RmaAtomic_bytesSent : OTFP_OTF2_RmaPut_bytes] =
		rec->f[OTFP_RMAPut_length].u;
	frame->f[row == OTFP_OTF2_RmaAtomic ? OTFP_OTF2_RmaAtomic_matchingId : OTFP_OTF2_RmaPut_matchingId] =
		rec->f[OTFP_RMAPut_tag].u;
	return otfp_otf2_restore_event_put(w, rec, location);
}

static int end_transfer(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_frame *frame;

	if (rec->f[OTFP_RMAEnd_remote].u)
		return OTFP_END;
	frame = otfp_otf2_restore_event_frame(w, rec,
	                                      otfp_otf2_restore_event_row(w, rec, OTFP_OTF2_RmaOpCompleteBlocking));
	OTFP_OTF2_F(frame, RmaOpCompleteBlocking, win) =
		otfp_otf2_restore_ref_of(w, rec, OTFP_OTF2_WINDOWS, rec->f[OTFP_RMAEnd_group].u);
	OTFP_OTF2_F(frame, RmaOpCompleteBlocking, matchingId) = rec->f[OTFP_RMAEnd_tag].u;
	return otfp_otf2_restore_event_put(w, rec, location);
}

/* ---- all ---- */

static otfp_otf2_restore_fn *const converts[OTFP_NTYPES] = {
	[OTFP_NoOp] = carried,
	[OTFP_Enter] = call,
	[OTFP_Leave] = call,
	[OTFP_SendMsg] = message,
	[OTFP_RecvMsg] = message,
	[OTFP_Counter] = counter,
	[OTFP_BeginCollectiveOperation] = begin,
	[OTFP_EndCollectiveOperation] = end,
	[OTFP_BeginProcess] = carried,
	[OTFP_EndProcess] = carried,
	[OTFP_FileOperation] = otfp_otf2_restore_file,
	[OTFP_BeginFileOperation] = otfp_otf2_restore_io_begin,
	[OTFP_EndFileOperation] = otfp_otf2_restore_io_end,
	[OTFP_RMAPut] = transfer,
	[OTFP_RMAGet] = transfer,
	[OTFP_RMAEnd] = end_transfer,
	[OTFP_EnterSnapshot] = call,
	[OTFP_BeginCollopSnapshot] = otfp_otf2_restore_snap_collective,
	[OTFP_CounterSnapshot] = counter,
	[OTFP_SendSnapshot] = message,
	[OTFP_SnapshotComment] = otfp_otf2_restore_snap_comment,
};

int otfp_otf2_restore_event(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location)
{
	const struct otfp_otf2_place *p = &w->places[location];
	int code = p->metric.n && !goes_on(w, rec, p) ? otfp_otf2_restore_flush(w, location) : 0;

	if (code < 0)
		return code;
	return converts[rec->type] ? converts[rec->type](w, rec, location) : OTFP_END;
}
