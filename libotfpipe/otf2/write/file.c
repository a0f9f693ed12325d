/* file.c - file operations of OTF as events of OTF2. See records.h. */
#include "otf2/write/records.h"
#include "otf2/original.h"

typedef struct otfp_otf2_writing writing;

/* What a record of a file operation does. */
struct operation {
	uint64_t file, handle, bytes, flags;
	unsigned kind; /* OTFP_OTF2_FILEOP_... */
};

static struct operation operation_of(const struct otfp_record *rec)
{
	const int is_whole = rec->type == OTFP_FileOperation;
	const uint64_t what = rec->f[is_whole ? OTFP_FileOperation_operation : OTFP_EndFileOperation_operation].u;

	return (struct operation){
		.file = rec->f[OTFP_FileOperation_file].u,
		.handle = rec->f[is_whole ? OTFP_FileOperation_handle : OTFP_EndFileOperation_handle].u,
		.bytes = rec->f[is_whole ? OTFP_FileOperation_bytes : OTFP_EndFileOperation_bytes].u,
		.flags = what & ~(uint64_t)OTFP_OTF2_FILEOP_BITS,
		.kind = (unsigned)(what & OTFP_OTF2_FILEOP_BITS),
	};
}

static uint32_t handle_of(writing *w, const struct otfp_record *rec, const struct operation *o)
{
	return otfp_otf2_write_handle(w, rec->loc, (uint32_t)o->file, o->handle);
}

/* ---- reading, writing, and what else takes time ---- */

static uint64_t mode_of(const struct operation *o)
{
	return o->kind == OTFP_OTF2_FILEOP_READ  ? OTFP_OTF2_IO_OPERATION_MODE_READ :
	       o->kind == OTFP_OTF2_FILEOP_WRITE ? OTFP_OTF2_IO_OPERATION_MODE_WRITE :
	                                           OTFP_OTF2_IO_OPERATION_MODE_FLUSH;
}

static uint64_t flags_of(const struct operation *o)
{
	return (o->flags & OTFP_OTF2_IOFLAG_ASYNC ? OTFP_OTF2_IO_OPERATION_FLAG_NON_BLOCKING : 0) |
	       (o->flags & OTFP_OTF2_IOFLAG_COLL ? OTFP_OTF2_IO_OPERATION_FLAG_COLLECTIVE : 0);
}

void otfp_otf2_write_io(uint64_t operation, uint64_t *mode, uint64_t *flags)
{
	const struct operation o = {.flags = operation, .kind = operation & OTFP_OTF2_FILEOP_BITS};

	*mode = mode_of(&o);
	*flags = flags_of(&o);
}

/* Complete the begin of an operation. o NULL: not known before its end. */
static int put_begin(writing *w, const struct otfp_record *rec, size_t location, const struct operation *o, uint64_t id,
                     uint64_t *place)
{
	const uint32_t handle = o ? handle_of(w, rec, o) : OTFP_OTF2_NO_REF;
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, OTFP_OTF2_IoOperationBegin, rec->time);
	int code;

	if (o && handle == OTFP_OTF2_NO_REF)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, IoOperationBegin, handle) = handle;
	OTFP_OTF2_F(frame, IoOperationBegin, matchingId) = id;
	if (o) {
		OTFP_OTF2_F(frame, IoOperationBegin, mode) = mode_of(o);
		OTFP_OTF2_F(frame, IoOperationBegin, operationFlags) = flags_of(o);
		OTFP_OTF2_F(frame, IoOperationBegin, bytesRequest) = o->bytes;
	}
	code = otfp_otf2_write_original(w, rec);
	return code < 0 ? code : otfp_otf2_write_event(w, location, place);
}

static int make_end(writing *w, uint64_t time, uint32_t handle, uint64_t bytes, uint64_t id)
{
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, OTFP_OTF2_IoOperationComplete, time);

	if (handle == OTFP_OTF2_NO_REF)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, IoOperationComplete, handle) = handle;
	OTFP_OTF2_F(frame, IoOperationComplete, bytesResult) = bytes;
	OTFP_OTF2_F(frame, IoOperationComplete, matchingId) = id;
	return 0;
}

static int transfer(writing *w, const struct otfp_record *rec, size_t location, const struct operation *o)
{
	const uint64_t id = w->next_id++, end = rec->time + rec->f[OTFP_FileOperation_duration].u;
	int code;

	if (end < rec->time)
		return otfp_otf2_write_fallback(w, rec, location);
	code = put_begin(w, rec, location, o, id, NULL);
	if (code == 0)
		code = make_end(w, end, handle_of(w, rec, o), o->bytes, id);
	if (code == 0)
		code = otfp_otf2_write_original(w, NULL);
	return code == 0 ? otfp_otf2_write_later(w, location, 0) : code;
}

/* ---- operations in two records: which one it is, is known at the end ---- */

static int begin(writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_begun open = {.matching = rec->f[OTFP_BeginFileOperation_matching].u,
	                               .id = w->next_id++,
	                               .is_file = 1};
	int code = put_begin(w, rec, location, NULL, open.id, &open.place);

	return code < 0 ? code : otfp_otf2_write_add_open(w, location, &open);
}

/* Write into the begin of an operation what its end says. */
static int complete_begin(writing *w, size_t location, const struct otfp_otf2_begun *open, uint32_t handle,
                          const struct operation *o)
{
	const uint64_t fields[] = {handle, mode_of(o), flags_of(o), o->bytes};

	return otfp_otf2_write_change(w, location, open->place, fields, sizeof fields / sizeof *fields);
}

static int end(writing *w, const struct otfp_record *rec, size_t location)
{
	const struct operation o = operation_of(rec);
	struct otfp_otf2_begun open;
	uint32_t handle;
	int code;

	if (!otfp_otf2_write_end_open(w, location, rec->f[OTFP_EndFileOperation_matching].u, 1, &open))
		return otfp_otf2_write_fallback(w, rec, location);
	handle = handle_of(w, rec, &o);
	code = make_end(w, rec->time, handle, o.bytes, open.id);
	if (code == 0)
		code = complete_begin(w, location, &open, handle, &o);
	if (code == 0)
		code = otfp_otf2_write_original(w, rec);
	return code == 0 ? otfp_otf2_write_event(w, location, NULL) : code;
}

/* ---- operations at one time ---- */

/* The event and, of those of its fields that are not 0, where they stand. */
static const struct {
	uint8_t row;
	int8_t handle, new_handle, bytes, lock;
} instants[OTFP_OTF2_FILEOP_BITS + 1] = {
	[OTFP_OTF2_FILEOP_OPEN] = {OTFP_OTF2_IoCreateHandle, OTFP_OTF2_IoCreateHandle_handle, -1, -1, -1},
	[OTFP_OTF2_FILEOP_CLOSE] = {OTFP_OTF2_IoDestroyHandle, OTFP_OTF2_IoDestroyHandle_handle, -1, -1, -1},
	[OTFP_OTF2_FILEOP_SEEK] = {OTFP_OTF2_IoSeek, OTFP_OTF2_IoSeek_handle, -1, OTFP_OTF2_IoSeek_offsetResult, -1},
	[OTFP_OTF2_FILEOP_UNLINK] = {OTFP_OTF2_IoDeleteFile, -1, -1, -1, -1},
	[OTFP_OTF2_FILEOP_DUP] = {OTFP_OTF2_IoDuplicateHandle, OTFP_OTF2_IoDuplicateHandle_oldHandle,
                                  OTFP_OTF2_IoDuplicateHandle_newHandle, -1, -1},
	[OTFP_OTF2_FILEOP_LOCK] = {OTFP_OTF2_IoAcquireLock, OTFP_OTF2_IoAcquireLock_handle, -1, -1,
                                   OTFP_OTF2_IoAcquireLock_lockType},
	[OTFP_OTF2_FILEOP_UNLOCK] = {OTFP_OTF2_IoReleaseLock, OTFP_OTF2_IoReleaseLock_handle, -1, -1,
                                     OTFP_OTF2_IoReleaseLock_lockType},
};

static void fill(struct otfp_otf2_frame *frame, const struct operation *o, uint32_t handle)
{
	if (instants[o->kind].handle >= 0)
		frame->f[instants[o->kind].handle] = handle;
	if (instants[o->kind].new_handle >= 0)
		frame->f[instants[o->kind].new_handle] = handle;
	if (instants[o->kind].bytes >= 0)
		frame->f[instants[o->kind].bytes] = o->bytes;
	if (instants[o->kind].lock >= 0)
		frame->f[instants[o->kind].lock] =
			o->flags & OTFP_OTF2_IOFLAG_ISREADLOCK ? OTFP_OTF2_LOCK_SHARED : OTFP_OTF2_LOCK_EXCLUSIVE;
}

static int instant(writing *w, const struct otfp_record *rec, size_t location, const struct operation *o)
{
	const struct otfp_otf2_token *file = otfp_otf2_write_token(w, OTFP_W_FILE, rec->loc, (uint32_t)o->file);
	const uint32_t ref = file ? file->ref : OTFP_OTF2_NO_REF;
	const int has_handle = instants[o->kind].handle >= 0;
	const uint32_t handle = has_handle ? handle_of(w, rec, o) : 0;
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, instants[o->kind].row, rec->time);
	int code;

	if (!file || handle == OTFP_OTF2_NO_REF)
		return OTFP_EFAIL;
	fill(frame, o, handle);
	if (!has_handle)
		OTFP_OTF2_F(frame, IoDeleteFile, file) = ref;
	code = otfp_otf2_write_original(w, rec);
	return code < 0 ? code : otfp_otf2_write_event(w, location, NULL);
}

int otfp_otf2_write_file(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location)
{
	struct operation o;

	if (rec->type == OTFP_BeginFileOperation)
		return begin(w, rec, location);
	if (rec->type == OTFP_EndFileOperation)
		return end(w, rec, location);
	o = operation_of(rec);
	if (o.kind == OTFP_OTF2_FILEOP_READ || o.kind == OTFP_OTF2_FILEOP_WRITE || o.kind == OTFP_OTF2_FILEOP_SYNC)
		return transfer(w, rec, location, &o);
	return instants[o.kind].row ? instant(w, rec, location, &o) : otfp_otf2_write_fallback(w, rec, location);
}
