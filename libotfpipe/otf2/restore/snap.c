/* snap.c - snapshots that came from OTF2. See event.h. */
#include "otf2/restore/event.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

static int put_snap(writing *w, const struct otfp_record *rec, size_t location)
{
	int code = otfp_otf2_restore_complete(w, rec);

	if (code < 0 || !otfp_otf2_restore_is_whole(w, rec))
		return code;
	return w->places[location].is_in_snapshot ? otfp_otf2_write_snap_as_it_is(w, location) :
	                                            otfp_otf2_write_snap(w, location);
}

int otfp_otf2_restore_snap_enter(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_frame *frame = otfp_otf2_restore_event_frame(w, rec, OTFP_OTF2_SnapEnter);

	OTFP_OTF2_F(frame, SnapEnter, origEventTime) = rec->f[OTFP_EnterSnapshot_originaltime].u;
	OTFP_OTF2_F(frame, SnapEnter, region) =
		otfp_otf2_restore_ref_of(w, rec, OTFP_OTF2_REGIONS, rec->f[OTFP_EnterSnapshot_function].u);
	return put_snap(w, rec, location);
}

int otfp_otf2_restore_snap_send(writing *w, const struct otfp_record *rec, size_t location)
{
	const int is_isend =
		otfp_otf2_restore_field(w, rec, OTFP_OTF2_SnapMpiIsend, OTFP_OTF2_SnapMpiIsend_requestID) != NULL;
	struct otfp_otf2_frame *frame =
		otfp_otf2_restore_event_frame(w, rec, is_isend ? OTFP_OTF2_SnapMpiIsend : OTFP_OTF2_SnapMpiSend);

	OTFP_OTF2_F(frame, SnapMpiSend, origEventTime) = rec->f[OTFP_SendSnapshot_originaltime].u;
	otfp_otf2_restore_message(w, rec, OTFP_SendSnapshot_receiver, &OTFP_OTF2_F(frame, SnapMpiSend, receiver));
	return put_snap(w, rec, location);
}

/* A comment that was a snapshot. */
int otfp_otf2_restore_snap_comment(writing *w, const struct otfp_record *rec, size_t location)
{
	const struct otfp_otf2_resolver r = otfp_otf2_restore_resolver(w);
	uint64_t f[OTFP_OTF2_MAX_FIELDS];
	struct otfp_otf2_frame *frame;
	unsigned row;
	int code;

	w->lines.n = 0;
	code = otfp_otf2_carrier_comment(&r, &rec->f[OTFP_SnapshotComment_text].s, &row, f, &w->lines);
	if (code <= 0 || otfp_otf2_rows[row].kind != OTFP_OTF2_SNAP)
		return code < 0 ? otfp_fail_memory(w->err) : OTFP_END;
	if (row == OTFP_OTF2_SnapSnapshotStart && otfp_otf2_write_flush_snaps(w, location) < 0)
		return OTFP_EFAIL;
	w->places[location].is_in_snapshot = row != OTFP_OTF2_SnapSnapshotEnd;
	frame = otfp_otf2_restore_event_frame(w, rec, row);
	memcpy(frame->f, f, otfp_otf2_rows[row].nfields * sizeof *f);
	if (otfp_otf2_write_contents(w, w->lines.p, w->lines.n) < 0)
		return OTFP_EFAIL;
	code = otfp_otf2_restore_complete(w, rec);
	return code < 0 ? code : otfp_otf2_write_snap_as_it_is(w, location);
}

/* An open collective operation: a begin, and after it what the end will say. */
int otfp_otf2_restore_snap_collective(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_record begin = *rec;
	uint64_t operation[4];
	struct otfp_otf2_frame *frame;

	/* its fields are those of the event after the original time */
	memcpy(begin.f, rec->f + 1, sizeof rec->f - sizeof *rec->f);
	if (!otfp_otf2_restore_operation(w, &begin, OTFP_OTF2_COMMS, operation)) {
		otfp_otf2_restore_lost(w, rec);
		return 0;
	}
	frame = otfp_otf2_restore_event_frame(w, rec, OTFP_OTF2_SnapMpiCollectiveBegin);
	OTFP_OTF2_F(frame, SnapMpiCollectiveBegin, origEventTime) = rec->f[OTFP_BeginCollopSnapshot_originaltime].u;
	if (put_snap(w, &(struct otfp_record){.type = OTFP_BeginCollopSnapshot, .loc = rec->loc}, location) < 0)
		return OTFP_EFAIL;
	frame = otfp_otf2_restore_event_frame(w, rec, OTFP_OTF2_SnapMpiCollectiveEnd);
	OTFP_OTF2_F(frame, SnapMpiCollectiveEnd, collectiveOp) =
		otfp_otf2_write_operation(w, rec, rec->f[OTFP_BeginCollopSnapshot_collective].u);
	memcpy(&OTFP_OTF2_F(frame, SnapMpiCollectiveEnd, communicator), operation, sizeof operation);
	return put_snap(w, rec, location);
}
