/* event-io.c - operations on files. See event.h. */
#include "otf2/carry/event.h"
#include "otf2/values.h"

/* values of OTF_FILEOP_... and OTF_IOFLAG_... */
enum { OPEN, CLOSE, READ, WRITE, SEEK, UNLINK, DUP = 7, SYNC, LOCK, UNLOCK, OTHER = 31 };
enum { IOFAILED = 32, ASYNC = 64, COLL = 128, ISREADLOCK = 1024 };

/* What is native of each event. */
static const struct {
	uint8_t operation;
	uint8_t is_other;   /* another event is the usual one of this operation */
	uint8_t handle;     /* field of the handle */
	uint8_t carried[3]; /* 1 + field */
	uint8_t ncarried;
} operations[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_IoCreateHandle] = {OPEN,
                                      0,
                                      OTFP_OTF2_IoCreateHandle_handle,
                                      {1 + OTFP_OTF2_IoCreateHandle_mode, 1 + OTFP_OTF2_IoCreateHandle_creationFlags,
                                       1 + OTFP_OTF2_IoCreateHandle_statusFlags},
                                      3},
	[OTFP_OTF2_IoDestroyHandle] = {CLOSE, 0, OTFP_OTF2_IoDestroyHandle_handle, {0}, 0},
	/* the new handle: it is used and closed later */
	[OTFP_OTF2_IoDuplicateHandle] = {DUP,
                                         0,
                                         OTFP_OTF2_IoDuplicateHandle_newHandle,
                                         {1 + OTFP_OTF2_IoDuplicateHandle_oldHandle,
                                          1 + OTFP_OTF2_IoDuplicateHandle_statusFlags},
                                         2},
	[OTFP_OTF2_IoSeek] = {SEEK,
                              0,
                              OTFP_OTF2_IoSeek_handle,
                              {1 + OTFP_OTF2_IoSeek_offsetRequest, 1 + OTFP_OTF2_IoSeek_whence},
                              2},
	[OTFP_OTF2_IoDeleteFile] = {UNLINK, 0, 0, {1 + OTFP_OTF2_IoDeleteFile_ioParadigm}, 1},
	[OTFP_OTF2_IoAcquireLock] = {LOCK, 0, OTFP_OTF2_IoAcquireLock_handle, {0}, 0},
	[OTFP_OTF2_IoReleaseLock] = {UNLOCK, 0, OTFP_OTF2_IoReleaseLock_handle, {0}, 0},
	[OTFP_OTF2_IoTryLock] = {LOCK, 1, OTFP_OTF2_IoTryLock_handle, {0}, 0},
};

/* The file of a handle; a handle that is not defined is damage. @return its token, 0 = it has none */
static uint32_t file_of(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, uint64_t handle)
{
	const struct otfp_otf2_frame *def = otfp_otf2_find(&c->model, OTFP_OTF2_IO_HANDLES, handle);

	if (!def) {
		otfp_otf2_undefined(c, frame, OTFP_OTF2_IO_HANDLES, handle);
		return 0;
	}
	return otfp_otf2_token(&c->model, OTFP_OTF2_IO_FILES, OTFP_OTF2_F(def, IoHandle, file));
}

static int is_lock(const struct otfp_otf2_frame *frame)
{
	return frame->row == OTFP_OTF2_IoAcquireLock || frame->row == OTFP_OTF2_IoReleaseLock ||
	       frame->row == OTFP_OTF2_IoTryLock;
}

/* OTF has two types of locks. */
static int is_odd_lock(const struct otfp_otf2_frame *frame)
{
	return is_lock(frame) && OTFP_OTF2_F(frame, IoAcquireLock, lockType) > OTFP_OTF2_LOCK_SHARED;
}

static uint32_t operation_of(const struct otfp_otf2_frame *frame)
{
	return operations[frame->row].operation |
	       (is_lock(frame) && OTFP_OTF2_F(frame, IoAcquireLock, lockType) == OTFP_OTF2_LOCK_SHARED ? ISREADLOCK :
	                                                                                                 0);
}

int otfp_otf2_file_operation(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const int deletes = frame->row == OTFP_OTF2_IoDeleteFile;
	const uint64_t handle = frame->f[operations[frame->row].handle];
	uint32_t file = deletes ?
	                        otfp_otf2_token(&c->model, OTFP_OTF2_IO_FILES, OTFP_OTF2_F(frame, IoDeleteFile, file)) :
	                        file_of(c, frame, handle);
	struct otfp_record *rec;
	int code = operations[frame->row].is_other ? otfp_otf2_carry_kind(c, frame) : 0;

	for (unsigned i = 0; i < operations[frame->row].ncarried && code == 0; i++)
		code = otfp_otf2_carry(c, frame, operations[frame->row].carried[i] - 1u);
	if (code == 0)
		code = otfp_otf2_attributes(c, frame);
	if (code == 0 && is_odd_lock(frame))
		code = otfp_otf2_carry(c, frame, OTFP_OTF2_IoAcquireLock_lockType);
	rec = code == 0 ? otfp_otf2_emit(c, OTFP_FileOperation) : NULL;
	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_FileOperation_file].u = file;
	rec->f[OTFP_FileOperation_handle].u = deletes ? 0 : handle + 1;
	rec->f[OTFP_FileOperation_operation].u = operation_of(frame);
	if (frame->row == OTFP_OTF2_IoSeek)
		rec->f[OTFP_FileOperation_bytes].u = OTFP_OTF2_F(frame, IoSeek, offsetResult);
	rec->f[OTFP_FileOperation_source].u = otfp_otf2_source(c, frame);
	return 0;
}

/* ---- operations that take time ---- */

/* What OTF says of an operation. @param begun  see otfp_otf2_operation_begun */
static uint64_t operation_of_begun(uint64_t begun)
{
	static const uint8_t modes[] = {[OTFP_OTF2_IO_OPERATION_MODE_READ] = READ,
	                                [OTFP_OTF2_IO_OPERATION_MODE_WRITE] = WRITE,
	                                [OTFP_OTF2_IO_OPERATION_MODE_FLUSH] = SYNC};
	const uint64_t mode = begun >> 32;

	return (mode < sizeof modes ? modes[mode] : OTHER) |
	       (begun & OTFP_OTF2_IO_OPERATION_FLAG_NON_BLOCKING ? ASYNC : 0) |
	       (begun & OTFP_OTF2_IO_OPERATION_FLAG_COLLECTIVE ? COLL : 0);
}

/* OTF says at the end what OTF2 says at the begin. A second operation with the id of an open one cannot be told from
 * it.
 */
int otfp_otf2_io_begin(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const uint64_t id = OTFP_OTF2_F(frame, IoOperationBegin, matchingId);
	struct otfp_record *rec;

	if (otfp_otf2_pending_find(&c->lane->io, id))
		return otfp_otf2_carry_event(c, frame);
	if (otfp_otf2_pending_add(&c->lane->io, id, otfp_otf2_operation_begun(frame)) < 0)
		return otfp_fail_memory(c->err);
	file_of(c, frame, frame->f[0]);
	/* what the end says, too: there may be none */
	if (otfp_otf2_carry_any(c, frame, OTFP_OTF2_IoOperationBegin_handle) < 0 ||
	    otfp_otf2_carry(c, frame, OTFP_OTF2_IoOperationBegin_mode) < 0 ||
	    otfp_otf2_carry(c, frame, OTFP_OTF2_IoOperationBegin_operationFlags) < 0 ||
	    otfp_otf2_carry(c, frame, OTFP_OTF2_IoOperationBegin_bytesRequest) < 0 ||
	    otfp_otf2_attributes(c, frame) < 0 || !(rec = otfp_otf2_emit(c, OTFP_BeginFileOperation)))
		return OTFP_EFAIL;
	rec->f[OTFP_BeginFileOperation_matching].u = id;
	rec->f[OTFP_BeginFileOperation_source].u = otfp_otf2_source(c, frame);
	return 0;
}

/* @return 1 if an operation is open, which ends; 0; <0 */
static int end_operation(struct otfp_otf2_lane *lane, uint64_t id, uint64_t *begun)
{
	const uint64_t *open = otfp_otf2_pending_find(&lane->io, id);

	if (!open)
		return otfp_otf2_past_end(lane, 1, id, begun);
	*begun = *open;
	otfp_otf2_pending_end(&lane->io, id);
	return 1;
}

int otfp_otf2_io_end(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const int is_cancelled = frame->row == OTFP_OTF2_IoOperationCancelled;
	uint64_t id = is_cancelled ? OTFP_OTF2_F(frame, IoOperationCancelled, matchingId) :
	                             OTFP_OTF2_F(frame, IoOperationComplete, matchingId),
		 begun;
	const int code = end_operation(c->lane, id, &begun);
	uint32_t file;
	struct otfp_record *rec;

	if (code <= 0)
		return code < 0 ? code : otfp_otf2_carry_event(c, frame);
	file = file_of(c, frame, frame->f[0]);
	if ((is_cancelled && otfp_otf2_carry_kind(c, frame) < 0) || otfp_otf2_attributes(c, frame) < 0 ||
	    !(rec = otfp_otf2_emit(c, OTFP_EndFileOperation)))
		return OTFP_EFAIL;
	rec->f[OTFP_EndFileOperation_file].u = file;
	rec->f[OTFP_EndFileOperation_matching].u = id;
	rec->f[OTFP_EndFileOperation_handle].u = frame->f[0] + 1;
	rec->f[OTFP_EndFileOperation_operation].u = operation_of_begun(begun) | (is_cancelled ? IOFAILED : 0);
	rec->f[OTFP_EndFileOperation_bytes].u = is_cancelled ? 0 : OTFP_OTF2_F(frame, IoOperationComplete, bytesResult);
	rec->f[OTFP_EndFileOperation_source].u = otfp_otf2_source(c, frame);
	return 0;
}
