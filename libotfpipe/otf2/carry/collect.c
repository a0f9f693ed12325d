/*
 * collect.c - collective operations. OTF2 says at the end what the operation was, OTF at the begin: at the begin, read
 * ahead to the end. The n-th begin of a location belongs to the n-th end after it. Both have the number of the end as
 * their matching number: it is the same wherever the reading of the location starts.
 */
#include "otf2/carry/event.h"
#include "otf2/carry/operation.h"
#include "otf2/values.h"
#include <string.h>

/* What a record of a collective operation says. */
struct data {
	uint32_t op, group, root;
	uint64_t sent, received;
};

/* Define the operation of a frame before its first use. Its number is carried if no name says it. */
static int define_operation(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *end, unsigned field)
{
	const uint8_t op = (uint8_t)end->f[field];
	const struct otfp_otf2_operation *known = otfp_otf2_operation(op);
	const char *name = known ? known->name : "unknown collective operation";
	const size_t first = c->first, ntags = c->ntags;
	struct otfp_record *rec;
	int code = 0;

	if (c->has_operation[op])
		return 0;
	c->has_operation[op] = 1;
	if (!known)
		code = otfp_otf2_carry_word(c, OTFP_OTF2_WORD_OPERATION, op);
	rec = code == 0 ? otfp_otf2_emit(c, OTFP_DefCollectiveOperation) : NULL;
	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefCollectiveOperation_collective].u = op + 1u;
	rec->f[OTFP_DefCollectiveOperation_name].s = (struct otfp_str){name, strlen(name)};
	rec->f[OTFP_DefCollectiveOperation_type].u = known ? known->type : OTFP_OTF2_UNKNOWN_OPERATION;
	/* its key-values are not those of the frame */
	rec->ntags = (uint32_t)(c->ntags - ntags);
	rec->tags = rec->ntags ? otfp_arena_copy(&c->batch.arena, c->tags + ntags, rec->ntags * sizeof *c->tags) : NULL;
	c->ntags = ntags;
	c->first = first;
	return rec->ntags && !rec->tags ? otfp_fail_memory(c->err) : 0;
}

/* The process that is the root. Roots that are no rank are carried. */
static uint32_t root_of(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *end,
                        const struct otfp_otf2_partners *comm, unsigned field)
{
	uint64_t root = end->f[field];

	if (root == OTFP_OTF2_COLLECTIVE_ROOT_NONE)
		return 0;
	if (root == OTFP_OTF2_COLLECTIVE_ROOT_SELF || root == OTFP_OTF2_COLLECTIVE_ROOT_THIS_GROUP) {
		otfp_otf2_carry(c, end, field);
		return root == OTFP_OTF2_COLLECTIVE_ROOT_SELF ? c->lane->process->leader : 0;
	}
	return otfp_otf2_peer(c, end, comm, field);
}

/* Read what an end with these fields says, and define the operation. @return 0 or <0 */
static int data_of(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *end, unsigned first, struct data *data)
{
	const int is_rma = end->row == OTFP_OTF2_RmaCollectiveEnd;
	const unsigned group =
		first + (is_rma ? OTFP_OTF2_RmaCollectiveEnd_win : OTFP_OTF2_MpiCollectiveEnd_communicator);
	const struct otfp_otf2_partners *comm =
		is_rma ? otfp_otf2_window(c, end, group) : otfp_otf2_comm(c, end, group);

	data->op = (uint32_t)end->f[first] + 1;
	data->group = comm->token;
	data->root = root_of(c, end, comm, group + 1);
	data->sent = end->f[group + 2];
	data->received = end->f[group + 3];
	return define_operation(c, end, first);
}

/* ---- begin and end ---- */

/* Search for an end from p on, or from where the last search stopped; k->number becomes that of its frame.
 * @param number  of the frame before p @return NULL if there is none */
static const struct otfp_otf2_frame *search(struct otfp_otf2_lane *lane, enum otfp_otf2_collective kind,
                                            const uint64_t *p, uint64_t number)
{
	const unsigned row = kind == OTFP_OTF2_RMA ? OTFP_OTF2_RmaCollectiveEnd : OTFP_OTF2_MpiCollectiveEnd;
	struct otfp_otf2_collectives *k = &lane->collectives[kind];
	const uint64_t *from = lane->start + k->sought;
	const struct otfp_otf2_frame *found = NULL;

	if (from > p)
		p = from;
	else
		k->number = number;
	while (p < lane->end && !found) {
		const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)p;
		p += frame->words;
		k->number++;
		found = frame->row == row ? frame : NULL;
	}
	k->sought = (size_t)(p - lane->start);
	return found;
}

/* The next end after the frame that begins an operation, at lane->p; frames may move. @return 0 with *end set, NULL if
 * it never ends, or <0 */
static int find_end(struct otfp_otf2_lane *lane, enum otfp_otf2_collective kind, const struct otfp_otf2_frame **end)
{
	int code = 0;

	while (code == 0) {
		const struct otfp_otf2_frame *begin = (const struct otfp_otf2_frame *)lane->p;
		*end = search(lane, kind, lane->p + begin->words, lane->done);
		if (*end || lane->is_at_end)
			return 0;
		code = lane->more(lane, lane->ctx);
	}
	return code < 0 ? code : 0;
}

/* The matching number of the operation that is open before the next event of a location. Its begin may be before the
 * first event that is read: then the next end is its end. @return 0 or <0 */
static int open_collective(struct otfp_otf2_carrying *c, struct otfp_otf2_lane *events, uint64_t *matching)
{
	struct otfp_otf2_collectives *k = &events->collectives[OTFP_OTF2_MPI];
	struct otfp_otf2_lane *lane = c->lane;
	const struct otfp_otf2_frame *end = NULL;
	int code = 0;

	*matching = k->matching;
	if (k->open || !events->left_out)
		return 0;
	while (code == 0 && !end) {
		end = search(events, OTFP_OTF2_MPI, events->p, events->done);
		code = end || events->is_at_end ? OTFP_END : events->more(events, events->ctx);
	}
	c->lane = lane;
	*matching = end ? k->number : 0;
	return code < 0 ? code : 0;
}

/* The fields of a begun operation, which are the same in a snapshot of it. */
static void fill_begin(union otfp_value *f, const struct data *data, uint64_t matching, uint32_t source)
{
	f[OTFP_BeginCollectiveOperation_collective].u = data->op;
	f[OTFP_BeginCollectiveOperation_matching].u = matching;
	f[OTFP_BeginCollectiveOperation_group].u = data->group;
	f[OTFP_BeginCollectiveOperation_root].u = data->root;
	f[OTFP_BeginCollectiveOperation_sent].u = data->sent;
	f[OTFP_BeginCollectiveOperation_received].u = data->received;
	f[OTFP_BeginCollectiveOperation_source].u = source;
}

static int emit_begin(struct otfp_otf2_carrying *c, const struct data *data, uint64_t matching, uint32_t source)
{
	struct otfp_record *rec = otfp_otf2_emit(c, OTFP_BeginCollectiveOperation);

	if (!rec)
		return OTFP_EFAIL;
	fill_begin(rec->f, data, matching, source);
	return 0;
}

int otfp_otf2_collective_begin(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	struct otfp_otf2_lane *lane = c->lane;
	const enum otfp_otf2_collective kind = otfp_otf2_collective_of(frame->row);
	struct otfp_otf2_collectives *k = &lane->collectives[kind];
	struct data data;
	const struct otfp_otf2_frame *end = NULL;
	int code = find_end(lane, kind, &end);

	frame = (const struct otfp_otf2_frame *)lane->p;
	if (code < 0)
		return code;
	if (!end)
		return otfp_otf2_carry_event(c, frame);
	code = data_of(c, end, 0, &data);
	if (code == 0 && kind == OTFP_OTF2_RMA)
		code = otfp_otf2_carry_kind(c, frame);
	if (code == 0)
		code = otfp_otf2_attributes(c, frame);
	k->open++;
	k->matching = k->number;
	return code < 0 ? code : emit_begin(c, &data, k->matching, otfp_otf2_source(c, frame));
}

int otfp_otf2_collective_end(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	struct otfp_otf2_lane *lane = c->lane;
	const enum otfp_otf2_collective kind = otfp_otf2_collective_of(frame->row);
	struct otfp_otf2_collectives *k = &lane->collectives[kind];
	struct otfp_record *rec;

	if (!k->open && otfp_otf2_past_collectives(lane, kind) < 0)
		return OTFP_EFAIL;
	if (!k->open)
		return otfp_otf2_carry_event(c, frame);
	k->open--;
	if (kind == OTFP_OTF2_RMA &&
	    (otfp_otf2_carry_kind(c, frame) < 0 || otfp_otf2_carry(c, frame, OTFP_OTF2_RmaCollectiveEnd_syncLevel) < 0))
		return OTFP_EFAIL;
	if (otfp_otf2_attributes(c, frame) < 0 || !(rec = otfp_otf2_emit(c, OTFP_EndCollectiveOperation)))
		return OTFP_EFAIL;
	rec->f[OTFP_EndCollectiveOperation_matching].u = lane->done;
	return 0;
}

/* A nonblocking operation takes no time in OTF: it begins and ends where it is complete. */
int otfp_otf2_nonblocking(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	struct data data;
	struct otfp_record *rec;
	const uint64_t matching = c->lane->done;

	if (data_of(c, frame, 0, &data) < 0 || otfp_otf2_carry_as(c, frame) < 0 ||
	    otfp_otf2_carry(c, frame, OTFP_OTF2_NonBlockingCollectiveComplete_requestID) < 0 ||
	    emit_begin(c, &data, matching, otfp_otf2_source(c, frame)) < 0 ||
	    !(rec = otfp_otf2_emit(c, OTFP_EndCollectiveOperation)))
		return OTFP_EFAIL;
	rec->f[OTFP_EndCollectiveOperation_matching].u = matching;
	return 0;
}

/* ---- snapshots: a begin, and right after it an end with what it is ---- */

int otfp_otf2_snap_collective_begin(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_frame *next = (const struct otfp_otf2_frame *)(c->lane->p + frame->words);

	if ((const uint64_t *)next >= c->lane->end || next->row != OTFP_OTF2_SnapMpiCollectiveEnd)
		return otfp_otf2_carry_event(c, frame);
	c->lane->waits = 1;
	c->lane->waits_since = frame->f[0];
	return otfp_otf2_attributes(c, frame);
}

int otfp_otf2_snap_collective_end(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	struct data data;
	struct otfp_record *rec;
	uint64_t matching;

	if (!c->lane->waits)
		return otfp_otf2_carry_event(c, frame);
	c->lane->waits = 0;
	if (open_collective(c, c->lane->events, &matching) < 0 ||
	    data_of(c, frame, OTFP_OTF2_SnapMpiCollectiveEnd_collectiveOp, &data) < 0 ||
	    otfp_otf2_carry(c, frame, OTFP_OTF2_SnapMpiCollectiveEnd_origEventTime) < 0 ||
	    otfp_otf2_attributes(c, frame) < 0 || !(rec = otfp_otf2_emit(c, OTFP_BeginCollopSnapshot)))
		return OTFP_EFAIL;
	rec->f[OTFP_BeginCollopSnapshot_originaltime].u = c->lane->waits_since;
	fill_begin(&rec->f[OTFP_BeginCollopSnapshot_collective], &data, matching, otfp_otf2_source(c, frame));
	return 0;
}
