/* rstream.c - the files of one stream of a trace. */
#include "api/otf/rstream.h"
#include "api/otf/deliver.h"
#include "api/otf/error.h"
#include "api/otf/reader.h"
#include "otf/names.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 20 }; /* bytes: what 1.12.5 has if nobody sets it */
enum { TRAILERS = 1, NO_TRAILERS = 2 };

/* ---- opening and closing ---- */

OTF_RStream *otf_rstream_new(const char *stub, uint32_t id, OTF_FileManager *manager, size_t block)
{
	struct otfp_buf name = OTFP_BUF_INIT;
	OTF_RStream *s = calloc(1, sizeof *s);

	if (!s || otfp_otf_stub(&name, stub) < 0 || !otfp_buf_str(&name)) {
		otf_fail_memory();
		otfp_buf_release(&name);
		free(s);
		return NULL;
	}
	s->stub = name.p;
	s->id = id;
	s->block = block;
	s->size = s->zsize = BUFFER_SIZE;
	s->limit = OTF_READ_MAXRECORDS;
	s->manager = otf_manager_hold(manager);
	return s;
}

OTF_RStream *OTF_RStream_open(const char *nameStub, uint32_t id, OTF_FileManager *manager)
{
	if (nameStub && manager)
		return otf_rstream_new(nameStub, id, manager, OTF_BLOCK_MOST);
	otf_misuse("OTF_RStream_open", "no name, or no manager");
	return NULL;
}

/* What a running handler was called for stays open. */
static int is_being_read(const OTF_RStream *s, const char *who)
{
	int reading = s->reading || (s->owner && s->owner->reading);

	if (reading)
		otf_misuse(who, "called by a handler of what is being read");
	return reading;
}

int OTF_RStream_close(OTF_RStream *s)
{
	if (!s || is_being_read(s, "OTF_RStream_close"))
		return 0;
	if (s->owner)
		otf_reader_forget(s->owner, s);
	for (unsigned i = 0; i < OTFP_NFILES; i++)
		OTF_RBuffer_close(s->buffers[i]);
	if (s->list)
		OTF_KeyValueList_close(s->list);
	otf_manager_drop(s->manager);
	free(s->stub);
	free(s);
	return 1;
}

/* ---- buffers ---- */

/* Open the file of that kind. @return as otf_rbuffer_open */
static int open_file(OTF_RStream *s, const char *kind, OTF_RBuffer **b)
{
	char suffix[OTFP_SUFFIX_MAX], *path;
	int code;

	*b = NULL;
	otfp_otf_suffix(suffix, s->id, kind, 0);
	if (asprintf(&path, "%s%s", s->stub, suffix) < 0) {
		return otf_fail_memory();
	}
	code = otf_rbuffer_open(b, path, s->manager, s->block);
	free(path);
	return code;
}

int otf_rstream_buffer(OTF_RStream *s, unsigned file, OTF_RBuffer **b)
{
	int code = 0;

	if (!s->buffers[file]) {
		code = open_file(s, otfp_file_name(file), &s->buffers[file]);
		if (code == 1 && file == OTFP_FILE_DEF) /* as the documents name it */
			code = open_file(s, "defs", &s->buffers[file]);
		if (code == 0) {
			s->buffers[file]->file = (uint8_t)file;
			s->buffers[file]->id = s->id;
		}
	}
	*b = s->buffers[file];
	return code;
}

void otf_rstream_missing(const OTF_RStream *s, unsigned file)
{
	char suffix[OTFP_SUFFIX_MAX];

	otfp_otf_suffix(suffix, s->id, otfp_file_name(file), 0);
	OTF_Error("%s%s: no such file", s->stub, suffix);
}

static OTF_RBuffer *get_buffer(OTF_RStream *s, unsigned file, const char *who)
{
	OTF_RBuffer *b = NULL;

	if (s)
		otf_rstream_buffer(s, file, &b);
	else
		otf_misuse(who, "no stream");
	return b;
}

static int close_buffer(OTF_RStream *s, unsigned file, const char *who)
{
	if (!s || is_being_read(s, who))
		return 0;
	if (s->owner)
		otf_reader_begin_anew(s->owner);
	OTF_RBuffer_close(s->buffers[file]);
	s->buffers[file] = NULL;
	return 1;
}

#define BUFFER(name, file)                                                        \
	OTF_RBuffer *OTF_RStream_get##name##Buffer(OTF_RStream *s)                \
	{                                                                         \
		return get_buffer(s, file, "OTF_RStream_get" #name "Buffer");     \
	}                                                                         \
	int OTF_RStream_close##name##Buffer(OTF_RStream *s)                       \
	{                                                                         \
		return close_buffer(s, file, "OTF_RStream_close" #name "Buffer"); \
	}
BUFFER(Def, OTFP_FILE_DEF)
BUFFER(Event, OTFP_FILE_EVENT)
BUFFER(Snaps, OTFP_FILE_SNAP)
BUFFER(Stats, OTFP_FILE_STAT)
BUFFER(Marker, OTFP_FILE_MARKER)

OTF_RBuffer *OTF_RStream_setDefBuffer(OTF_RStream *s, OTF_RBuffer *rbuffer)
{
	OTF_RBuffer *before;

	if (!s) {
		otf_misuse("OTF_RStream_setDefBuffer", "no stream");
		return NULL;
	}
	if (is_being_read(s, "OTF_RStream_setDefBuffer"))
		return NULL;
	before = s->buffers[OTFP_FILE_DEF];
	s->buffers[OTFP_FILE_DEF] = rbuffer;
	if (rbuffer) {
		rbuffer->file = OTFP_FILE_DEF;
		rbuffer->id = s->id;
	}
	return before;
}

/* The list for handlers; a stream of a reader, which has one, mostly needs none. @return NULL with otf_errno set */
static OTF_KeyValueList *get_list(OTF_RStream *s)
{
	if (!s->list)
		s->list = OTF_KeyValueList_new();
	return s->list;
}

/* ---- the end of a file ---- */

/* The handler of DefVersion for has_trailers. */
static int take_version(void *first, uint32_t stream, uint8_t major, uint8_t minor, uint8_t sub, const char *text,
                        OTF_KeyValueList *list)
{
	(void)stream, (void)sub, (void)text, (void)list;
	*(uint8_t *)first = major == 1 && minor == 12 ? TRAILERS : NO_TRAILERS;
	return OTF_RETURN_ABORT;
}

/* Whether OTF 1.12 wrote the trace: it ends each timed file with the time and process of the last record. */
static int has_trailers(OTF_RStream *s)
{
	OTF_RStream *global = s->has_trailers ? NULL : otf_rstream_new(s->stub, 0, s->manager, OTF_BLOCK_MOST);
	struct struct_OTF_HandlerArray handlers = {0};
	int saved = otf_errno;
	OTF_RBuffer *b;

	if (global && get_list(s) && otf_rstream_buffer(global, OTFP_FILE_DEF, &b) == 0 && otf_rstream_start(b) == 0) {
		handlers.pointer[OTF_DEFVERSION_RECORD] = (OTF_FunctionPointer *)(void (*)(void))take_version;
		handlers.first[OTF_DEFVERSION_RECORD] = &s->has_trailers;
		while (otf_deliver(b, &handlers, s->list) == OTF_COUNTED)
			;
	}
	OTF_RStream_close(global);
	if (!s->has_trailers)
		s->has_trailers = NO_TRAILERS;
	otf_errno = saved;
	return s->has_trailers == TRAILERS;
}

/* Why the last lines of a timed file show that its end is missing. @return NULL if they do not */
static const char *missing_end(OTF_RStream *s, const OTF_RBuffer *b)
{
	if (b->after & OTF_SEEN_NO_RECORD || !otfp_is_timed(b->file) || (b->after == 0 && !has_trailers(s)))
		return NULL;
	if (b->after == 0)
		return "no trailer: the end of the file is missing";
	if (b->after == OTF_SEEN_BOTH && b->time == b->last_time && b->process == b->last_process)
		return NULL;
	if (b->after == OTF_SEEN_BOTH && b->time == UINT64_MAX)
		return "the writer stopped at an unsorted time stamp and never wrote the later records";
	return "a time or process line without a record after it: the end of the file is missing";
}

int otf_rstream_end(OTF_RStream *s, OTF_RBuffer *b)
{
	const char *what =
		b->scratch.ntags ? "key-values at the end of the file without a record after them" : missing_end(s, b);

	b->after |= OTF_SEEN_NO_RECORD; /* report it once */
	otfp_pairs_clear(&b->pairs);
	return what ? otf_rbuffer_damage(b, OTFP_FLAW_TRAILER, what) : 0;
}

/* ---- reading ---- */

int otf_rstream_start(OTF_RBuffer *b)
{
	int code;

	if (b->at == OTF_AT_DAMAGE && b->started) {
		b->at = OTF_AT_LINE;
		if (b->in->p < b->in->lines)
			otf_rbuffer_skip(b);
	}
	if (b->started)
		return 0;
	code = otf_rbuffer_start(b, 0);
	if (code == 0)
		code = otf_rbuffer_damage(b, OTFP_FLAW_TRAILER, "no time and process lines: the records are missing");
	return code < 0 ? code : 0;
}

/* Read up to the limit. @return as the functions of OTF_RStream.h */
static uint64_t read_records(OTF_RStream *s, OTF_RBuffer *b, const OTF_HandlerArray *handlers)
{
	uint64_t n = 0;
	int code = OTF_COUNTED;

	while (n < s->limit && code != OTF_NONE) {
		code = otf_deliver(b, handlers, s->list);
		if (code < 0 || code == OTF_STOPPED)
			return OTF_READ_ERROR;
		n += code == OTF_COUNTED;
	}
	return code == OTF_NONE && otf_rstream_end(s, b) < 0 ? OTF_READ_ERROR : n;
}

static uint64_t read_kind(OTF_RStream *s, unsigned file, const OTF_HandlerArray *handlers, const char *who)
{
	OTF_RBuffer *b;
	uint64_t n;
	int code;

	if (!s || !handlers) {
		otf_misuse(who, "no stream, or no handlers");
		return OTF_READ_ERROR;
	}
	code = otf_rstream_buffer(s, file, &b);
	if (code == 1)
		otf_rstream_missing(s, file);
	if (code || otf_rstream_start(b) < 0 || !get_list(s))
		return OTF_READ_ERROR;
	s->reading++;
	n = read_records(s, b, handlers);
	s->reading--;
	return n;
}

#define READ(name, file)                                                            \
	uint64_t OTF_RStream_read##name(OTF_RStream *s, OTF_HandlerArray *handlers) \
	{                                                                           \
		return read_kind(s, file, handlers, "OTF_RStream_read" #name);      \
	}
READ(Definitions, OTFP_FILE_DEF)
READ(Events, OTFP_FILE_EVENT)
READ(Snapshots, OTFP_FILE_SNAP)
READ(Statistics, OTFP_FILE_STAT)
READ(Marker, OTFP_FILE_MARKER)

/* ---- settings ---- */

#define SETTING(type, Name, member)                                       \
	void OTF_RStream_set##Name(OTF_RStream *s, type value)            \
	{                                                                 \
		if (s)                                                    \
			s->member = value;                                \
		else                                                      \
			otf_misuse("OTF_RStream_set" #Name, "no stream"); \
	}                                                                 \
	type OTF_RStream_get##Name(OTF_RStream *s)                        \
	{                                                                 \
		return s ? s->member : 0;                                 \
	}
SETTING(uint32_t, BufferSizes, size)
SETTING(uint32_t, ZBufferSizes, zsize)
SETTING(uint64_t, RecordLimit, limit)
