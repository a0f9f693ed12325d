/* copyhandlers.c - handlers that write what they get: with a writer, or with a stream. */
#include "api/otf/error.h"
#include "api/otf/handlers.h"
#include "open-trace-format/OTF_CopyHandler.h"
#include "open-trace-format/OTF_CopyHandler_stream.h"
#include "record/table.h"

static int result(int written)
{
	return written ? OTF_RETURN_OK : OTF_RETURN_ABORT;
}

/* ---- by otf-writers.def ---- */

#define OTF_PLAIN(...) __VA_ARGS__
#define COPY(name, function, params, args, stream_args, unused)                                           \
	int OTF_CopyHandler_##name(void *userData, OTF_PLAIN params, OTF_KeyValueList *list)              \
	{                                                                                                 \
		return result(OTF_Writer_write##function(userData, OTF_PLAIN args, list));                \
	}                                                                                                 \
	int OTF_CopyHandler_stream_##name(void *userData, OTF_PLAIN params, OTF_KeyValueList *list)       \
	{                                                                                                 \
		unused return result(OTF_WStream_write##function(userData, OTF_PLAIN stream_args, list)); \
	}
/* the write functions that take key-values */
#define BOTH(name, ...) COPY(name, name##KV, __VA_ARGS__)
#define KV(name, ...) COPY(name, name, __VA_ARGS__)
#define KVNAME(name, ...) COPY(name, name##KV, __VA_ARGS__)
#define READ(...)
#define T(name, kind, form, params, names, stores) form(name, params, names, names, )
#define D(name, kind, form, params, names, stores) \
	form(name, (uint32_t stream, OTF_PLAIN params), (stream, OTF_PLAIN names), names, (void)stream;)
#include "otf-writers.def"
#undef T
#undef D

/* ---- version and id: those of the copy, not of the original ---- */

int OTF_CopyHandler_DefUniqueId(void *userData, uint32_t stream, uint64_t id)
{
	(void)id;
	return result(OTF_Writer_writeOtfVersion(userData, stream)); /* a writer writes both by itself */
}

int OTF_CopyHandler_DefVersion(void *userData, uint32_t stream, uint8_t major, uint8_t minor, uint8_t sub,
                               const char *text)
{
	(void)major, (void)minor, (void)sub, (void)text;
	return result(OTF_Writer_writeOtfVersion(userData, stream));
}

int OTF_CopyHandler_stream_DefUniqueId(void *userData, uint32_t stream, uint64_t id)
{
	(void)stream, (void)id;
	return result(OTF_WStream_writeUniqueId(userData));
}

int OTF_CopyHandler_stream_DefVersion(void *userData, uint32_t stream, uint8_t major, uint8_t minor, uint8_t sub,
                                      const char *text)
{
	(void)stream, (void)major, (void)minor, (void)sub, (void)text;
	return result(OTF_WStream_writeOtfVersion(userData));
}

/* ---- all of them at once ---- */

static const struct {
	OTF_FunctionPointer *to_writer, *to_stream;
} functions[OTFP_NTYPES] = {
#define T(name, kind, form, params, names, stores)                                      \
	[OTFP_##name] = {(OTF_FunctionPointer *)(void (*)(void))OTF_CopyHandler_##name, \
	                 (OTF_FunctionPointer *)(void (*)(void))OTF_CopyHandler_stream_##name},
#define D T
#include "otf-writers.def"
};

static int set_all(OTF_HandlerArray *handlers, void *first, int is_stream)
{
	if (!handlers || !first)
		return otf_misuse("OTF_HandlerArray_getCopyHandler", "no handlers, or nothing to write to"), 0;
	for (unsigned type = 0; type < OTFP_NTYPES; type++) {
		unsigned number = otfp_table[type].number;
		if (!functions[type].to_writer)
			continue;
		handlers->pointer[number] = is_stream ? functions[type].to_stream : functions[type].to_writer;
		handlers->first[number] = first;
	}
	return 1;
}

int OTF_HandlerArray_getCopyHandler(OTF_HandlerArray *handlers, struct struct_OTF_Writer *writer)
{
	return set_all(handlers, writer, 0);
}

int OTF_HandlerArray_getCopyHandler_stream(OTF_HandlerArray *handlers, struct struct_OTF_WStream *wstream)
{
	return set_all(handlers, wstream, 1);
}
