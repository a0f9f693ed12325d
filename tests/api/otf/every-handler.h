/*
 * every-handler.h - a handler for each record type of otf.h. Who includes it has
 *     int begin(const char *name, void *first, void *handler)    whether to go on; first should be handler
 *     void put_number(uint64_t), put_text(const char *), put_list(uint32_t n, const void *)    for each parameter
 *     int finish(OTF_KeyValueList *)                             what the handler returns; NULL for unknown records
 */
#ifndef EVERY_HANDLER_H
#define EVERY_HANDLER_H
#include <otf.h>

/* Parameters are tuples (how to print it, type, name). */

#define TIME , (NUMBER, uint64_t, time)
#define PROCESS , (NUMBER, uint32_t, process)
#define STREAM , (NUMBER, uint32_t, stream)
#define NUMBER(slot, type, name) , (NUMBER, type, v##slot)
#define TEXT(slot, name) , (TEXT, const char *, v##slot)
#define LIST(slot, type, name) , (COUNT, uint32_t, n_v##slot), (LIST, type, v##slot)

#define MAP(m, ...) MAP_N(__VA_ARGS__, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)(m, __VA_ARGS__)
#define MAP_N(z, a, b, c, d, e, f, g, h, i, j, n, ...) MAP_##n
#define MAP_0(m, z)
#define MAP_1(m, z, a) m a
#define MAP_2(m, z, a, b) m a m b
#define MAP_3(m, z, a, b, c) m a m b m c
#define MAP_4(m, z, a, ...) m a MAP_3(m, z, __VA_ARGS__)
#define MAP_5(m, z, a, ...) m a MAP_4(m, z, __VA_ARGS__)
#define MAP_6(m, z, a, ...) m a MAP_5(m, z, __VA_ARGS__)
#define MAP_7(m, z, a, ...) m a MAP_6(m, z, __VA_ARGS__)
#define MAP_8(m, z, a, ...) m a MAP_7(m, z, __VA_ARGS__)
#define MAP_9(m, z, a, ...) m a MAP_8(m, z, __VA_ARGS__)
#define MAP_10(m, z, a, ...) m a MAP_9(m, z, __VA_ARGS__)

#define PARAMETER(how, type, name) , type name
#define PRINT(how, type, name) PRINT_##how(name)
#define PRINT_NUMBER(name) put_number(name);
#define PRINT_TEXT(name) put_text(name);
#define PRINT_COUNT(name)
#define PRINT_LIST(name) put_list(n_##name, name);

#define S(name, file, form, ...)                                                                \
	static int on_##name(void *first MAP(PARAMETER, 0 __VA_ARGS__), OTF_KeyValueList *list) \
	{                                                                                       \
		if (!begin(#name, first, (void *)on_##name))                                    \
			return OTF_RETURN_OK;                                                   \
		MAP(PRINT, 0 __VA_ARGS__)                                                       \
		return finish(list);                                                            \
	}
#include "otf-statements.def"
#undef S

static int on_UnknownRecord(void *first, uint64_t time, uint32_t process, const char *record)
{
	if (!begin("UnknownRecord", first, (void *)on_UnknownRecord))
		return OTF_RETURN_OK;
	put_number(time);
	put_number(process);
	put_text(record);
	return finish(NULL);
}

/* Set the handler of the record type, or if it is negative, of all. */
static void set_handlers(OTF_HandlerArray *handlers, int only)
{
#define SET(name, number)                                                                                           \
	OTF_HandlerArray_setHandler(handlers,                                                                       \
	                            only < 0 || only == number ? (OTF_FunctionPointer *)(void (*)(void))on_##name : \
	                                                         NULL,                                              \
	                            number);                                                                        \
	OTF_HandlerArray_setFirstHandlerArg(handlers, (void *)on_##name, number);
#define R(name, id, number, ...) SET(name, number)
#define O(...)
#include "record/records.def"
#undef R
#undef O
}

#endif
