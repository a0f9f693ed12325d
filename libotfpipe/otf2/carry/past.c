#include "otf2/carry/past.h"
#include "otf2/carry/convert.h"

enum otfp_otf2_collective otfp_otf2_collective_of(unsigned row)
{
	switch (row) {
	case OTFP_OTF2_MpiCollectiveBegin:
	case OTFP_OTF2_MpiCollectiveEnd: return OTFP_OTF2_MPI;
	case OTFP_OTF2_RmaCollectiveBegin:
	case OTFP_OTF2_RmaCollectiveEnd: return OTFP_OTF2_RMA;
	default: return OTFP_OTF2_COLLECTIVES;
	}
}

uint64_t otfp_otf2_operation_begun(const struct otfp_otf2_frame *begin)
{
	return OTFP_OTF2_F(begin, IoOperationBegin, mode) << 32 |
	       (uint32_t)OTFP_OTF2_F(begin, IoOperationBegin, operationFlags);
}

uint64_t otfp_otf2_transfer_id(const struct otfp_otf2_frame *begin)
{
	return begin
	        ->f[begin->row == OTFP_OTF2_RmaAtomic ? OTFP_OTF2_RmaAtomic_matchingId : OTFP_OTF2_RmaPut_matchingId];
}

/* ---- one event after the other ---- */

int otfp_otf2_life_begin(struct otfp_otf2_life *life)
{
	if (life->alive++ || life->was_begun)
		return 0;
	return life->was_begun = 1;
}

int otfp_otf2_life_end(struct otfp_otf2_life *life)
{
	life->alive -= life->alive != 0;
	if (life->alive || life->was_ended)
		return 0;
	return life->was_ended = 1;
}

/* The second one of an id that is open is not told from the first. */
static int begin(struct otfp_otf2_pending *open, uint64_t id, uint64_t value)
{
	uint64_t *found = otfp_otf2_pending_find(open, id);

	if (!found)
		return otfp_otf2_pending_add(open, id, value);
	if (*found == OTFP_OTF2_SHUT)
		*found = value;
	return 0;
}

/* The tag is the one that a transfer has as long as no other open one has it. */
static int begin_transfer(struct otfp_otf2_past *p, uint64_t id)
{
	return begin(&p->transfers, id, (uint32_t)id);
}

static int end(const struct otfp_otf2_past *p, struct otfp_otf2_pending *open, uint64_t id)
{
	uint64_t *found = otfp_otf2_pending_find(open, id);

	if (p->is_all) {
		otfp_otf2_pending_end(open, id);
		return 0;
	}
	if (!found)
		return otfp_otf2_pending_add(open, id, OTFP_OTF2_SHUT);
	*found = OTFP_OTF2_SHUT;
	return 0;
}

static void note_collective(struct otfp_otf2_past *p, unsigned row)
{
	const enum otfp_otf2_collective kind = otfp_otf2_collective_of(row);

	p->has[kind] = 1;
	if (row == OTFP_OTF2_MpiCollectiveBegin || row == OTFP_OTF2_RmaCollectiveBegin)
		p->open[kind]++;
	else
		p->open[kind] -= p->open[kind] != 0;
}

int otfp_otf2_past_note(struct otfp_otf2_past *p, const struct otfp_otf2_frame *frame)
{
	switch (frame->row) {
	case OTFP_OTF2_MpiCollectiveBegin:
	case OTFP_OTF2_MpiCollectiveEnd:
	case OTFP_OTF2_RmaCollectiveBegin:
	case OTFP_OTF2_RmaCollectiveEnd: note_collective(p, frame->row); return 0;
	case OTFP_OTF2_ThreadBegin:
	case OTFP_OTF2_ProgramBegin: otfp_otf2_life_begin(&p->life); return 0;
	case OTFP_OTF2_ThreadEnd:
	case OTFP_OTF2_ProgramEnd: otfp_otf2_life_end(&p->life); return 0;
	case OTFP_OTF2_IoOperationBegin:
		return begin(&p->io, OTFP_OTF2_F(frame, IoOperationBegin, matchingId),
		             otfp_otf2_operation_begun(frame));
	case OTFP_OTF2_IoOperationComplete: return end(p, &p->io, OTFP_OTF2_F(frame, IoOperationComplete, matchingId));
	case OTFP_OTF2_IoOperationCancelled:
		return end(p, &p->io, OTFP_OTF2_F(frame, IoOperationCancelled, matchingId));
	case OTFP_OTF2_RmaPut:
	case OTFP_OTF2_RmaGet:
	case OTFP_OTF2_RmaAtomic: return begin_transfer(p, otfp_otf2_transfer_id(frame));
	case OTFP_OTF2_RmaOpCompleteBlocking:
	case OTFP_OTF2_RmaOpCompleteRemote:
		return end(p, &p->transfers, OTFP_OTF2_F(frame, RmaOpCompleteBlocking, matchingId));
	default: return 0;
	}
}

void otfp_otf2_past_release(struct otfp_otf2_past *p)
{
	otfp_otf2_pending_release(&p->io);
	otfp_otf2_pending_release(&p->transfers);
	*p = (struct otfp_otf2_past){0};
}

/* ---- of a lane ---- */

static int look_back(struct otfp_otf2_lane *lane, unsigned which)
{
	struct otfp_otf2_past *p = &lane->past[which];

	if (p->is_read)
		return 0;
	p->is_read = 1;
	p->is_all = which == OTFP_OTF2_ALL;
	return lane->look_back(lane, p, lane->ctx);
}

int otfp_otf2_past_end(struct otfp_otf2_lane *lane, int is_io, uint64_t id, uint64_t *value)
{
	for (unsigned i = 0; i < OTFP_OTF2_PASTS && lane->left_out; i++) {
		struct otfp_otf2_past *p = &lane->past[i];
		int code = look_back(lane, i);
		uint64_t *found = otfp_otf2_pending_find(is_io ? &p->io : &p->transfers, id);
		if (code < 0)
			return code;
		if (!found)
			continue;
		*value = *found;
		*found = OTFP_OTF2_SHUT;
		return *value != OTFP_OTF2_SHUT;
	}
	return 0;
}

int otfp_otf2_past_collectives(struct otfp_otf2_lane *lane, enum otfp_otf2_collective kind)
{
	for (unsigned i = 0; i < OTFP_OTF2_PASTS && lane->left_out && !lane->knows_past[kind]; i++) {
		int code = look_back(lane, i);
		if (code < 0)
			return code;
		if (!lane->past[i].has[kind] && i != OTFP_OTF2_ALL)
			continue;
		lane->collectives[kind].open += lane->past[i].open[kind];
		lane->knows_past[kind] = 1;
	}
	return 0;
}

int otfp_otf2_past_life(struct otfp_otf2_lane *lane)
{
	int code = lane->left_out && !lane->knows_life ? look_back(lane, OTFP_OTF2_ALL) : 0;

	if (code == 0 && lane->left_out && !lane->knows_life)
		lane->life = lane->past[OTFP_OTF2_ALL].life;
	lane->knows_life = 1;
	return code;
}
