/* snap.c - snapshots that came from OTF2. See event.h. */
#include "otf2/restore/event.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

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
	if (otfp_otf2_restore_event_put(w, &(struct otfp_record){.type = OTFP_BeginCollopSnapshot, .loc = rec->loc},
	                                location) < 0)
		return OTFP_EFAIL;
	frame = otfp_otf2_restore_event_frame(w, rec, OTFP_OTF2_SnapMpiCollectiveEnd);
	OTFP_OTF2_F(frame, SnapMpiCollectiveEnd, collectiveOp) =
		otfp_otf2_write_operation(w, rec, rec->f[OTFP_BeginCollopSnapshot_collective].u);
	memcpy(&OTFP_OTF2_F(frame, SnapMpiCollectiveEnd, communicator), operation, sizeof operation);
	return otfp_otf2_restore_event_put(w, rec, location);
}
