/* event-frame.c - frames of events and snapshots that came from OTF2, and what several kinds have. See event.h. */
#include "otf2/restore/event.h"

typedef struct otfp_otf2_writing back;

/* The row of event number n. */
static unsigned row_of_event(uint64_t n)
{
	for (unsigned i = OTFP_OTF2_Unknown; i < OTFP_OTF2_NROWS; i++)
		if (otfp_otf2_rows[i].kind == OTFP_OTF2_EVENT && otfp_otf2_rows[i].number == n)
			return i;
	return OTFP_OTF2_NROWS;
}

unsigned otfp_otf2_restore_event_row(back *b, const struct otfp_record *rec, unsigned usual)
{
	const struct otfp_tag *event = otfp_otf2_restore_word(b, rec, OTFP_OTF2_WORD_EVENT);
	const unsigned row = event ? row_of_event(event->bits) : usual;

	if (!event || row < OTFP_OTF2_NROWS)
		return row;
	otfp_otf2_restore_drop(b, rec, "otf2.event is the number of no event");
	return usual;
}

struct otfp_otf2_frame *otfp_otf2_restore_event_frame(back *b, const struct otfp_record *rec, unsigned row)
{
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(b, row, rec->time);

	otfp_otf2_undefine(frame);
	return frame;
}

/* The source location of a call with a calling context is that of the context. */
static int has_source(unsigned row)
{
	return row != OTFP_OTF2_CallingContextEnter && row != OTFP_OTF2_CallingContextLeave;
}

int otfp_otf2_restore_complete(back *b, const struct otfp_record *rec)
{
	const unsigned row = ((struct otfp_otf2_frame *)(void *)b->frame.p)->row;
	int code = otfp_otf2_restore_fill(b, rec);

	b->tags.n = 0;
	if (code == 0)
		code = otfp_otf2_restore_attributes(b, rec);
	return code == 0 && has_source(row) ? otfp_otf2_write_source(b, rec) : code;
}

int otfp_otf2_restore_event_put(back *b, const struct otfp_record *rec, size_t location)
{
	int code = otfp_otf2_restore_complete(b, rec);

	return code < 0 ? code : otfp_otf2_write_event(b, location, NULL);
}

static uint64_t find_ref(back *b, unsigned space, uint64_t token)
{
	const struct otfp_otf2_resolver r = otfp_otf2_restore_resolver(b);
	uint64_t ref = OTFP_OTF2_NO_REF;

	return token && r.token(b, space, (uint32_t)token, &ref) > 0 ? ref : OTFP_OTF2_NO_REF;
}

uint64_t otfp_otf2_restore_ref_of(back *b, const struct otfp_record *rec, unsigned space, uint64_t token)
{
	const uint64_t ref = find_ref(b, space, token);

	if (token && ref == OTFP_OTF2_NO_REF)
		otfp_otf2_restore_lost(b, rec);
	return ref;
}

uint64_t otfp_otf2_restore_rank_of(back *b, const struct otfp_record *rec, uint64_t group, uint64_t peer)
{
	const int64_t rank = peer && group ? otfp_otf2_restore_rank(b, rec->loc, (uint32_t)group, (uint32_t)peer) : -1;

	return rank < 0 ? UINT32_MAX : (uint64_t)rank;
}

void otfp_otf2_restore_message(back *b, const struct otfp_record *rec, unsigned at, uint64_t f[4])
{
	const struct otfp_tag *length = otfp_otf2_restore_word(b, rec, OTFP_OTF2_WORD_LENGTH);
	const uint64_t short_length = rec->f[at + OTFP_SendMsg_length].u;

	f[OTFP_OTF2_MpiSend_receiver] =
		otfp_otf2_restore_rank_of(b, rec, rec->f[at + OTFP_SendMsg_group].u, rec->f[at].u);
	f[OTFP_OTF2_MpiSend_communicator] =
		otfp_otf2_restore_ref_of(b, rec, OTFP_OTF2_COMMS, rec->f[at + OTFP_SendMsg_group].u);
	f[OTFP_OTF2_MpiSend_msgTag] = rec->f[at + OTFP_SendMsg_tag].u;
	f[OTFP_OTF2_MpiSend_msgLength] = length && short_length == UINT32_MAX ? length->bits : short_length;
}

void otfp_otf2_restore_operation(back *b, const struct otfp_record *begin, uint64_t *f)
{
	const uint64_t group = begin->f[OTFP_BeginCollectiveOperation_group].u,
		       root = begin->f[OTFP_BeginCollectiveOperation_root].u;

	f[0] = find_ref(b, OTFP_OTF2_COMMS, group);
	if (f[0] == OTFP_OTF2_NO_REF)
		f[0] = otfp_otf2_restore_ref_of(b, begin, OTFP_OTF2_WINDOWS, group);
	f[1] = root ? otfp_otf2_restore_rank_of(b, begin, group, root) : OTFP_OTF2_COLLECTIVE_ROOT_NONE;
	f[2] = begin->f[OTFP_BeginCollectiveOperation_sent].u;
	f[3] = begin->f[OTFP_BeginCollectiveOperation_received].u;
}
