/* file.c - file operations that came from OTF2. Handles are numbers of OTF2 + 1. See event.h. */
#include "otf2/restore/event.h"

typedef struct otfp_otf2_writing writing;

int otfp_otf2_restore_file(writing *w, const struct otfp_record *rec, size_t location)
{
	static const uint8_t rows[OTFP_OTF2_FILEOP_BITS + 1] = {
		[OTFP_OTF2_FILEOP_OPEN] = OTFP_OTF2_IoCreateHandle,
		[OTFP_OTF2_FILEOP_CLOSE] = OTFP_OTF2_IoDestroyHandle,
		[OTFP_OTF2_FILEOP_DUP] = OTFP_OTF2_IoDuplicateHandle,
		[OTFP_OTF2_FILEOP_SEEK] = OTFP_OTF2_IoSeek,
		[OTFP_OTF2_FILEOP_UNLINK] = OTFP_OTF2_IoDeleteFile,
		[OTFP_OTF2_FILEOP_LOCK] = OTFP_OTF2_IoAcquireLock,
		[OTFP_OTF2_FILEOP_UNLOCK] = OTFP_OTF2_IoReleaseLock,
	};
	const uint64_t operation = rec->f[OTFP_FileOperation_operation].u;
	const unsigned row = otfp_otf2_restore_event_row(w, rec, rows[operation & OTFP_OTF2_FILEOP_BITS]);
	struct otfp_otf2_frame *frame;

	if (!row || rec->f[OTFP_FileOperation_duration].u)
		return OTFP_END;
	frame = otfp_otf2_restore_event_frame(w, rec, row);
	if (row == OTFP_OTF2_IoDeleteFile)
		OTFP_OTF2_F(frame, IoDeleteFile, file) =
			otfp_otf2_restore_ref_of(w, rec, OTFP_OTF2_IO_FILES, rec->f[OTFP_FileOperation_file].u);
	else
		frame->f[row == OTFP_OTF2_IoDuplicateHandle ? OTFP_OTF2_IoDuplicateHandle_newHandle : 0] =
			(uint32_t)rec->f[OTFP_FileOperation_handle].u - 1;
	if (row == OTFP_OTF2_IoSeek)
		OTFP_OTF2_F(frame, IoSeek, offsetResult) = rec->f[OTFP_FileOperation_bytes].u;
	if (row == OTFP_OTF2_IoAcquireLock || row == OTFP_OTF2_IoReleaseLock || row == OTFP_OTF2_IoTryLock)
		OTFP_OTF2_F(frame, IoAcquireLock, lockType) =
			operation & OTFP_OTF2_IOFLAG_ISREADLOCK ? OTFP_OTF2_LOCK_SHARED : OTFP_OTF2_LOCK_EXCLUSIVE;
	return otfp_otf2_restore_event_put(w, rec, location);
}

int otfp_otf2_restore_io_begin(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_begun open = {.matching = rec->f[OTFP_BeginFileOperation_matching].u, .is_file = 1};
	struct otfp_otf2_frame *frame = otfp_otf2_restore_event_frame(w, rec, OTFP_OTF2_IoOperationBegin);

	OTFP_OTF2_F(frame, IoOperationBegin, mode) = OTFP_OTF2_IO_OPERATION_MODE_FLUSH;
	OTFP_OTF2_F(frame, IoOperationBegin, operationFlags) = 0;
	OTFP_OTF2_F(frame, IoOperationBegin, matchingId) = open.matching;
	if (otfp_otf2_restore_complete(w, rec) < 0)
		return OTFP_EFAIL;
	if (!otfp_otf2_restore_is_whole(w, rec))
		return 0;
	frame = (struct otfp_otf2_frame *)(void *)w->frame.p;
	open.mode = (uint8_t)OTFP_OTF2_F(frame, IoOperationBegin, mode);
	open.flags = (uint32_t)OTFP_OTF2_F(frame, IoOperationBegin, operationFlags);
	if (otfp_otf2_write_event(w, location, &open.place) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_write_add_open(w, location, &open);
}

/* Mode and flags: what OTF does not express is what the begin had. */
static void operation_of(uint64_t operation, const struct otfp_otf2_begun *begun, uint64_t *mode, uint64_t *flags)
{
	const uint32_t native = OTFP_OTF2_IO_OPERATION_FLAG_NON_BLOCKING | OTFP_OTF2_IO_OPERATION_FLAG_COLLECTIVE;

	otfp_otf2_write_io(operation, mode, flags);
	if ((operation & OTFP_OTF2_FILEOP_BITS) == OTFP_OTF2_FILEOP_OTHER)
		*mode = begun->mode;
	*flags |= begun->flags & ~native;
}

int otfp_otf2_restore_io_end(writing *w, const struct otfp_record *rec, size_t location)
{
	const uint64_t operation = rec->f[OTFP_EndFileOperation_operation].u;
	const uint32_t handle = (uint32_t)rec->f[OTFP_EndFileOperation_handle].u - 1;
	uint64_t fields[3] = {handle};
	struct otfp_otf2_begun open;
	struct otfp_otf2_frame *frame;

	if (!otfp_otf2_write_end_open(w, location, rec->f[OTFP_EndFileOperation_matching].u, 1, &open))
		return OTFP_END;
	if (!otfp_otf2_restore_has_handle(w, rec, handle)) {
		otfp_otf2_restore_lost(w, rec);
		return 0;
	}
	operation_of(operation, &open, &fields[1], &fields[2]);
	if (otfp_otf2_write_change(w, location, open.place, fields, 3) < 0)
		return OTFP_EFAIL;
	frame = otfp_otf2_restore_event_frame(w, rec,
	                                      otfp_otf2_restore_event_row(w, rec, OTFP_OTF2_IoOperationComplete));
	frame->f[0] = handle;
	if (frame->row == OTFP_OTF2_IoOperationComplete)
		OTFP_OTF2_F(frame, IoOperationComplete, bytesResult) = rec->f[OTFP_EndFileOperation_bytes].u;
	frame->f[otfp_otf2_rows[frame->row].nfields - 1] = rec->f[OTFP_EndFileOperation_matching].u;
	return otfp_otf2_restore_event_put(w, rec, location);
}
