/* event-rma.c - one-sided transfers. OTF matches begin and end by a tag of 32 bits. See event.h. */
#include "otf2/carry/event.h"

/* A tag that no open transfer of the location has, from the low bits of the matching id on. Of many ids with equal low
 * bits each would pass all tags of those before; they are open, as lane->tags_from and tags_next say. */
static uint32_t free_tag(struct otfp_otf2_lane *lane, uint64_t id)
{
	const uint32_t first = (uint32_t)id;
	const int is_known = first >= lane->tags_from && first < lane->tags_next;
	uint32_t tag = is_known ? lane->tags_next : first;

	while (otfp_otf2_pending_find(&lane->tags, tag))
		tag++;
	if (!is_known)
		lane->tags_from = first;
	lane->tags_next = tag + 1;
	return tag;
}

static void end_tag(struct otfp_otf2_lane *lane, uint32_t tag)
{
	otfp_otf2_pending_end(&lane->tags, tag);
	if (tag >= lane->tags_from && tag < lane->tags_next)
		lane->tags_next = tag;
}

/* The tag of a transfer, which is open from now on. A second one of the same id has the same tag. */
static int open_transfer(struct otfp_otf2_carrying *c, uint64_t id, uint32_t *tag)
{
	const uint64_t *open = otfp_otf2_pending_find(&c->lane->transfers, id);

	*tag = open ? (uint32_t)*open : free_tag(c->lane, id);
	if (open)
		return 0;
	return otfp_otf2_pending_add(&c->lane->transfers, id, *tag) < 0 ||
	                       otfp_otf2_pending_add(&c->lane->tags, *tag, id) < 0 ?
	               otfp_fail_memory(c->err) :
	               0;
}

/* Carry what the record of OTF does not say. */
static int carry_transfer(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, uint64_t id, uint32_t tag)
{
	const int is_atomic = frame->row == OTFP_OTF2_RmaAtomic;
	const unsigned id_field = is_atomic ? OTFP_OTF2_RmaAtomic_matchingId : OTFP_OTF2_RmaPut_matchingId;
	int code = id == tag ? 0 : otfp_otf2_carry_any(c, frame, id_field);

	if (code == 0 && is_atomic) {
		code = otfp_otf2_carry_kind(c, frame);
		if (code == 0)
			code = otfp_otf2_carry(c, frame, OTFP_OTF2_RmaAtomic_type);
		if (code == 0)
			code = otfp_otf2_carry(c, frame, OTFP_OTF2_RmaAtomic_bytesReceived);
	}
	return code < 0 ? code : otfp_otf2_attributes(c, frame);
}

int otfp_otf2_transfer(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const int is_atomic = frame->row == OTFP_OTF2_RmaAtomic;
	const struct otfp_otf2_partners *window = otfp_otf2_window(c, frame, OTFP_OTF2_RmaPut_win);
	uint32_t target = otfp_otf2_peer(c, frame, window, OTFP_OTF2_RmaPut_remote), tag;
	const uint64_t id = otfp_otf2_transfer_id(frame);
	struct otfp_record *rec;

	if (open_transfer(c, id, &tag) < 0 || carry_transfer(c, frame, id, tag) < 0 ||
	    !(rec = otfp_otf2_emit(c, frame->row == OTFP_OTF2_RmaGet ? OTFP_RMAGet : OTFP_RMAPut)))
		return OTFP_EFAIL;
	rec->f[OTFP_RMAPut_target].u = target;
	rec->f[OTFP_RMAPut_group].u = window->token;
	rec->f[OTFP_RMAPut_tag].u = tag;
	rec->f[OTFP_RMAPut_length].u = frame->f[is_atomic ? OTFP_OTF2_RmaAtomic_bytesSent : OTFP_OTF2_RmaPut_bytes];
	rec->f[OTFP_RMAPut_source].u = otfp_otf2_source(c, frame);
	return 0;
}

/* @return 1 if a transfer is open, which ends; 0; <0 */
static int end_transfer(struct otfp_otf2_lane *lane, uint64_t id, uint64_t *tag)
{
	const uint64_t *open = otfp_otf2_pending_find(&lane->transfers, id);

	if (!open)
		return otfp_otf2_past_end(lane, 0, id, tag);
	*tag = *open;
	otfp_otf2_pending_end(&lane->transfers, id);
	end_tag(lane, (uint32_t)*tag);
	return 1;
}

/* The end of a transfer that is not open (any more) ends nothing in OTF. */
int otfp_otf2_transfer_end(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const uint64_t id = OTFP_OTF2_F(frame, RmaOpCompleteBlocking, matchingId);
	uint64_t tag;
	const int code = end_transfer(c->lane, id, &tag);
	const struct otfp_otf2_partners *window;
	struct otfp_record *rec;

	if (code <= 0)
		return code < 0 ? code : otfp_otf2_carry_event(c, frame);
	window = otfp_otf2_window(c, frame, OTFP_OTF2_RmaOpCompleteBlocking_win);
	if ((frame->row == OTFP_OTF2_RmaOpCompleteRemote && otfp_otf2_carry_kind(c, frame) < 0) ||
	    (id != tag && otfp_otf2_carry_any(c, frame, OTFP_OTF2_RmaOpCompleteBlocking_matchingId) < 0) ||
	    otfp_otf2_attributes(c, frame) < 0 || !(rec = otfp_otf2_emit(c, OTFP_RMAEnd)))
		return OTFP_EFAIL;
	rec->f[OTFP_RMAEnd_group].u = window->token;
	rec->f[OTFP_RMAEnd_tag].u = tag;
	rec->f[OTFP_RMAEnd_source].u = otfp_otf2_source(c, frame);
	return 0;
}
