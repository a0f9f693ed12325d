/* event-frame.c - frames of events and snapshots that came from OTF2, and what several kinds have. See event.h. */
#include "otf2/restore/event.h"

typedef struct otfp_otf2_writing writing;

/* The row of event number n: those of events stand together, in the order of their numbers. */
static unsigned row_of_event(uint64_t n)
{
	const uint64_t row = OTFP_OTF2_Unknown + n;

	return n < OTFP_OTF2_NROWS - OTFP_OTF2_Unknown && otfp_otf2_rows[row].kind == OTFP_OTF2_EVENT ? (unsigned)row :
	                                                                                                OTFP_OTF2_NROWS;
}

/* Events that a record of OTF stands for, but for NoOp: the usual event of the record. */
static const uint8_t usual_of[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_Enter] = OTFP_OTF2_Enter,
	[OTFP_OTF2_CallingContextEnter] = OTFP_OTF2_Enter,
	[OTFP_OTF2_Leave] = OTFP_OTF2_Leave,
	[OTFP_OTF2_CallingContextLeave] = OTFP_OTF2_Leave,
	[OTFP_OTF2_MpiSend] = OTFP_OTF2_MpiSend,
	[OTFP_OTF2_MpiIsend] = OTFP_OTF2_MpiSend,
	[OTFP_OTF2_MpiRecv] = OTFP_OTF2_MpiRecv,
	[OTFP_OTF2_MpiIrecv] = OTFP_OTF2_MpiRecv,
	[OTFP_OTF2_RmaPut] = OTFP_OTF2_RmaPut,
	[OTFP_OTF2_RmaAtomic] = OTFP_OTF2_RmaPut,
	[OTFP_OTF2_RmaGet] = OTFP_OTF2_RmaGet,
	[OTFP_OTF2_NonBlockingCollectiveComplete] = OTFP_OTF2_MpiCollectiveBegin,
	[OTFP_OTF2_IoCreateHandle] = OTFP_OTF2_IoCreateHandle,
	[OTFP_OTF2_IoDestroyHandle] = OTFP_OTF2_IoDestroyHandle,
	[OTFP_OTF2_IoDuplicateHandle] = OTFP_OTF2_IoDuplicateHandle,
	[OTFP_OTF2_IoSeek] = OTFP_OTF2_IoSeek,
	[OTFP_OTF2_IoDeleteFile] = OTFP_OTF2_IoDeleteFile,
	[OTFP_OTF2_IoAcquireLock] = OTFP_OTF2_IoAcquireLock,
	[OTFP_OTF2_IoTryLock] = OTFP_OTF2_IoAcquireLock,
	[OTFP_OTF2_IoReleaseLock] = OTFP_OTF2_IoReleaseLock,
};

/* The same of events that are a NoOp if the other end is missing. */
static const uint8_t usual_of_end[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_MpiCollectiveBegin] = OTFP_OTF2_MpiCollectiveBegin,
	[OTFP_OTF2_RmaCollectiveBegin] = OTFP_OTF2_MpiCollectiveBegin,
	[OTFP_OTF2_RmaOpCompleteBlocking] = OTFP_OTF2_RmaOpCompleteBlocking,
	[OTFP_OTF2_RmaOpCompleteRemote] = OTFP_OTF2_RmaOpCompleteBlocking,
	[OTFP_OTF2_IoOperationComplete] = OTFP_OTF2_IoOperationComplete,
	[OTFP_OTF2_IoOperationCancelled] = OTFP_OTF2_IoOperationComplete,
};

/* Whether the key-values have all enumerations of a row, which are never left out. */
static int has_enumerations(const writing *w, const struct otfp_record *rec, unsigned row)
{
	for (unsigned i = 0; i < otfp_otf2_rows[row].nfields; i++)
		if (otfp_otf2_rows[row].fields[i].type.is_enum && !otfp_otf2_rows[row].fields[i].tail &&
		    !otfp_otf2_restore_field(w, rec, row, i))
			return 0;
	return 1;
}

/* Whether a record can be an event. usual: the event that it is without a key-value, OTFP_OTF2_NROWS if it is none */
static int fits(const writing *w, const struct otfp_record *rec, unsigned row, unsigned usual)
{
	if (rec->type == OTFP_BeginProcess)
		return row == OTFP_OTF2_ThreadBegin || row == OTFP_OTF2_ProgramBegin;
	if (rec->type == OTFP_EndProcess)
		return row == OTFP_OTF2_ThreadEnd || row == OTFP_OTF2_ProgramEnd;
	if (usual == OTFP_OTF2_NROWS)
		return !usual_of[row] && has_enumerations(w, rec, row);
	if (row == OTFP_OTF2_RmaAtomic && !otfp_otf2_restore_field(w, rec, row, OTFP_OTF2_RmaAtomic_type))
		return 0;
	if ((row == OTFP_OTF2_CallingContextEnter || row == OTFP_OTF2_CallingContextLeave) &&
	    !otfp_otf2_restore_field(w, rec, row, 0))
		return 0;
	return usual_of[row] == usual || usual_of_end[row] == usual;
}

unsigned otfp_otf2_restore_event_row(writing *w, const struct otfp_record *rec, unsigned usual)
{
	const struct otfp_tag *event = otfp_otf2_restore_word(w, rec, OTFP_OTF2_WORD_EVENT);
	const unsigned row = event ? row_of_event(event->bits) : usual;

	if (!event)
		return row;
	if (row < OTFP_OTF2_NROWS && fits(w, rec, row, usual))
		return row;
	otfp_otf2_restore_drop(w, rec,
	                       row < OTFP_OTF2_NROWS ?
	                               "otf2.event names an OTF2 record that cannot stand for this one" :
	                               "otf2.event names no OTF2 record");
	return usual;
}

struct otfp_otf2_frame *otfp_otf2_restore_event_frame(writing *w, const struct otfp_record *rec, unsigned row)
{
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, row, rec->time);

	otfp_otf2_undefine(frame);
	w->restored.is_gone = 0;
	return frame;
}

/* The source location of a call with a calling context is that of the context. */
static int has_source(unsigned row)
{
	return row != OTFP_OTF2_CallingContextEnter && row != OTFP_OTF2_CallingContextLeave;
}

int otfp_otf2_restore_complete(writing *w, const struct otfp_record *rec)
{
	const unsigned row = ((struct otfp_otf2_frame *)(void *)w->frame.p)->row;
	int code = otfp_otf2_restore_fill(w, rec);

	w->tags.n = 0;
	if (code == 0)
		code = otfp_otf2_restore_attributes(w, rec);
	return code == 0 && has_source(row) ? otfp_otf2_write_source(w, rec) : code;
}

/* 1 + the field that says where an event belongs: readers refuse it if that is not defined. */
static const uint8_t needed[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_MpiSend] = 1 + OTFP_OTF2_MpiSend_communicator,
	[OTFP_OTF2_MpiIsend] = 1 + OTFP_OTF2_MpiIsend_communicator,
	[OTFP_OTF2_MpiRecv] = 1 + OTFP_OTF2_MpiRecv_communicator,
	[OTFP_OTF2_MpiIrecv] = 1 + OTFP_OTF2_MpiIrecv_communicator,
	[OTFP_OTF2_RmaPut] = 1 + OTFP_OTF2_RmaPut_win,
	[OTFP_OTF2_RmaGet] = 1 + OTFP_OTF2_RmaGet_win,
	[OTFP_OTF2_RmaAtomic] = 1 + OTFP_OTF2_RmaAtomic_win,
	[OTFP_OTF2_RmaOpCompleteBlocking] = 1 + OTFP_OTF2_RmaOpCompleteBlocking_win,
	[OTFP_OTF2_RmaOpCompleteRemote] = 1 + OTFP_OTF2_RmaOpCompleteRemote_win,
	[OTFP_OTF2_NonBlockingCollectiveComplete] = 1 + OTFP_OTF2_NonBlockingCollectiveComplete_communicator,
	[OTFP_OTF2_ParameterString] = 1 + OTFP_OTF2_ParameterString_parameter,
	[OTFP_OTF2_ParameterInt] = 1 + OTFP_OTF2_ParameterInt_parameter,
	[OTFP_OTF2_ParameterUnsignedInt] = 1 + OTFP_OTF2_ParameterUnsignedInt_parameter,
	[OTFP_OTF2_IoCreateHandle] = 1 + OTFP_OTF2_IoCreateHandle_handle,
	[OTFP_OTF2_IoDestroyHandle] = 1 + OTFP_OTF2_IoDestroyHandle_handle,
	[OTFP_OTF2_IoDuplicateHandle] = 1 + OTFP_OTF2_IoDuplicateHandle_newHandle,
	[OTFP_OTF2_IoSeek] = 1 + OTFP_OTF2_IoSeek_handle,
	[OTFP_OTF2_IoAcquireLock] = 1 + OTFP_OTF2_IoAcquireLock_handle,
	[OTFP_OTF2_IoReleaseLock] = 1 + OTFP_OTF2_IoReleaseLock_handle,
	[OTFP_OTF2_IoTryLock] = 1 + OTFP_OTF2_IoTryLock_handle,
	[OTFP_OTF2_IoOperationBegin] = 1 + OTFP_OTF2_IoOperationBegin_handle,
	[OTFP_OTF2_IoOperationComplete] = 1 + OTFP_OTF2_IoOperationComplete_handle,
	[OTFP_OTF2_IoOperationCancelled] = 1 + OTFP_OTF2_IoOperationCancelled_handle,
	[OTFP_OTF2_SnapMpiSend] = 1 + OTFP_OTF2_SnapMpiSend_communicator,
	[OTFP_OTF2_SnapMpiIsend] = 1 + OTFP_OTF2_SnapMpiIsend_communicator,
};

int otfp_otf2_restore_has_handle(const writing *w, const struct otfp_record *rec, uint64_t handle)
{
	const unsigned slot = rec->type == OTFP_EndFileOperation ? OTFP_EndFileOperation_file : OTFP_FileOperation_file;

	return otfp_map_get(&w->restored.refs[OTFP_OTF2_IO_HANDLES], handle) ||
	       ((rec->type == OTFP_EndFileOperation || rec->type == OTFP_FileOperation) && !rec->f[slot].u);
}

/* What was undefined in the archive itself has a key-value, or is in a NoOp, where readers accept it. */
static int is_undefined(writing *w, const struct otfp_record *rec, unsigned field)
{
	const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)(const void *)w->frame.p;
	const unsigned space = otfp_otf2_rows[frame->row].fields[field].type.space;

	if (rec->type == OTFP_NoOp && space != OTFP_OTF2_PARAMETERS)
		return 0;
	if (space == OTFP_OTF2_IO_HANDLES)
		return !otfp_otf2_restore_has_handle(w, rec, frame->f[field]) &&
		       !otfp_otf2_restore_field(w, rec, frame->row, field);
	return (uint32_t)frame->f[field] == UINT32_MAX && !otfp_otf2_restore_field(w, rec, frame->row, field);
}

int otfp_otf2_restore_is_whole(writing *w, const struct otfp_record *rec)
{
	const unsigned field = needed[((const struct otfp_otf2_frame *)(const void *)w->frame.p)->row];

	if (!w->restored.is_gone && !(field && is_undefined(w, rec, field - 1)))
		return 1;
	otfp_otf2_restore_lost(w, rec);
	return 0;
}

int otfp_otf2_restore_event_put(writing *w, const struct otfp_record *rec, size_t location)
{
	int code = otfp_otf2_restore_complete(w, rec);

	if (code < 0 || !otfp_otf2_restore_is_whole(w, rec))
		return code;
	return otfp_otf2_rows[((struct otfp_otf2_frame *)(void *)w->frame.p)->row].kind == OTFP_OTF2_SNAP ?
	               otfp_otf2_write_snap(w, location) :
	               otfp_otf2_write_event(w, location, NULL);
}

static uint64_t find_ref(writing *w, unsigned space, uint64_t token)
{
	const struct otfp_otf2_resolver r = otfp_otf2_restore_resolver(w);
	uint64_t ref = OTFP_OTF2_NO_REF;

	return token && r.token(w, space, (uint32_t)token, &ref) > 0 ? ref : OTFP_OTF2_NO_REF;
}

uint64_t otfp_otf2_restore_ref_of(writing *w, const struct otfp_record *rec, unsigned space, uint64_t token)
{
	const uint64_t ref = find_ref(w, space, token);

	if (token && ref == OTFP_OTF2_NO_REF)
		otfp_otf2_restore_lost(w, rec);
	return ref;
}

static uint64_t find_rank(writing *w, const struct otfp_record *rec, uint64_t group, uint64_t peer)
{
	const int64_t rank = peer && group ? otfp_otf2_restore_rank(w, rec->loc, (uint32_t)group, (uint32_t)peer) : -1;

	return rank < 0 ? UINT32_MAX : (uint64_t)rank;
}

uint64_t otfp_otf2_restore_rank_of(writing *w, const struct otfp_record *rec, uint64_t group, uint64_t peer)
{
	const uint64_t rank = find_rank(w, rec, group, peer);

	w->restored.is_gone |= peer && rank == UINT32_MAX;
	return rank;
}

/* Whether a key-value says that the communicator or window of a collective operation was undefined. */
static int says_undefined(const writing *w, const struct otfp_record *begin, unsigned space)
{
	if (space == OTFP_OTF2_WINDOWS)
		return otfp_otf2_restore_field(w, begin, OTFP_OTF2_RmaCollectiveEnd, OTFP_OTF2_RmaCollectiveEnd_win) !=
		       NULL;
	return otfp_otf2_restore_field(w, begin, OTFP_OTF2_MpiCollectiveEnd, OTFP_OTF2_MpiCollectiveEnd_communicator) ||
	       otfp_otf2_restore_field(w, begin, OTFP_OTF2_NonBlockingCollectiveComplete,
	                               OTFP_OTF2_NonBlockingCollectiveComplete_communicator) ||
	       otfp_otf2_restore_field(w, begin, OTFP_OTF2_SnapMpiCollectiveEnd,
	                               OTFP_OTF2_SnapMpiCollectiveEnd_communicator);
}

int otfp_otf2_restore_operation(writing *w, const struct otfp_record *begin, unsigned space, uint64_t *f)
{
	const uint64_t group = begin->f[OTFP_BeginCollectiveOperation_group].u,
		       root = begin->f[OTFP_BeginCollectiveOperation_root].u;

	f[0] = find_ref(w, space, group);
	f[1] = root ? find_rank(w, begin, group, root) : OTFP_OTF2_COLLECTIVE_ROOT_NONE;
	f[2] = begin->f[OTFP_BeginCollectiveOperation_sent].u;
	f[3] = begin->f[OTFP_BeginCollectiveOperation_received].u;
	return f[0] != OTFP_OTF2_NO_REF || says_undefined(w, begin, space);
}
