/* handlers.c - arrays of handlers, and the call of a handler for each record type, made of records.def. */
#include "api/otf/handlers.h"
#include "api/otf/error.h"
#include <stdlib.h>

/* ---- calls ---- */

#define TIME , rec->time
#define PROCESS , rec->loc
#define STREAM , rec->loc
#define NUMBER(slot, type, name) , (type)rec->f[slot].u
#define TEXT(slot, name) , rec->f[slot].s.p
#define LIST(slot, type, name) , rec->f[slot].l.n, (type)(uintptr_t)rec->f[slot].l.p
#define S(name, file, form, ...)                                                                         \
	static int call_##name(OTF_FunctionPointer *pointer, void *first, const struct otfp_record *rec, \
	                       OTF_KeyValueList *list)                                                   \
	{                                                                                                \
		return ((OTF_Handler_##name *)(void (*)(void))pointer)(first __VA_ARGS__, list);         \
	}
#include "otf-statements.def"
#undef S

static int (*const calls[OTFP_NTYPES])(OTF_FunctionPointer *pointer, void *first, const struct otfp_record *rec,
                                       OTF_KeyValueList *list) = {
#define S(name, file, form, ...) [OTFP_##name] = call_##name,
#include "otf-statements.def"
#undef S
};

int otf_call(OTF_FunctionPointer *pointer, void *first, const struct otfp_record *rec, OTF_KeyValueList *list)
{
	return calls[rec->type](pointer, first, rec, list);
}

/* ---- arrays ---- */

OTF_HandlerArray *OTF_HandlerArray_open(void)
{
	OTF_HandlerArray *handlers = calloc(1, sizeof *handlers);

	if (!handlers)
		otf_fail_memory();
	return handlers;
}

int OTF_HandlerArray_close(OTF_HandlerArray *handlers)
{
	free(handlers);
	return handlers != NULL;
}

/* Whether there is such a type in the array. */
static int has(const OTF_HandlerArray *handlers, uint32_t recordtype, const char *who)
{
	if (handlers && recordtype < OTF_NRECORDS)
		return 1;
	otf_misuse(who, handlers ? "no such record type" : "no array of handlers");
	return 0;
}

int OTF_HandlerArray_setHandler(OTF_HandlerArray *handlers, OTF_FunctionPointer *pointer, uint32_t recordtype)
{
	if (!has(handlers, recordtype, "OTF_HandlerArray_setHandler"))
		return 0;
	handlers->pointer[recordtype] = pointer;
	return 1;
}

int OTF_HandlerArray_setFirstHandlerArg(OTF_HandlerArray *handlers, void *firsthandlerarg, uint32_t recordtype)
{
	if (!has(handlers, recordtype, "OTF_HandlerArray_setFirstHandlerArg"))
		return 0;
	handlers->first[recordtype] = firsthandlerarg;
	return 1;
}
