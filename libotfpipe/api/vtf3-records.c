/* vtf3-records.c - vtf3.h: the functions for each record type, generated from vtf3.def. */
#include "api/vtf3-args.h"
#include "api/vtf3-fcb.h"
#include "vtf3/table.h"

/* ---- writers, composers, calls ---- */

#define VTF3_RECORD rec
#define U(name, code, kind, keyword, flags, args, disk, text) \
	R(name, code, kind, keyword, flags, A(numchars, COUNT) A(rectype, INT) A(record, CHARS), disk, text)

#define R(name, code, kind, keyword, flags, args, disk, text)                                           \
	int VTF3_Write##name(void *fcb VTF3_TIME_PARAM_##kind VTF3_PARAMS(args))                        \
	{                                                                                               \
		struct otfp_vtf3_record own, *rec = &own;                                               \
                                                                                                        \
		otfp_vtf3_record_init(rec, OTFP_VTF3_##name);                                           \
		VTF3_TIME_STORE_##kind VTF3_STORE(args) return vtf3_write(fcb, rec);                    \
	}                                                                                               \
	VTF3_rec_t *VTF3_Compose##name(void *fcb VTF3_TIME_PARAM_##kind VTF3_PARAMS(args))              \
	{                                                                                               \
		struct otfp_vtf3_record own, *rec = &own;                                               \
                                                                                                        \
		otfp_vtf3_record_init(rec, OTFP_VTF3_##name);                                           \
		VTF3_TIME_STORE_##kind VTF3_STORE(args) return vtf3_compose(fcb, rec);                  \
	}                                                                                               \
	static int call_##name(VTF3_handler_t handler, void *first, const struct otfp_vtf3_record *rec) \
	{                                                                                               \
		typedef int (*handler_t)(void *VTF3_TIME_PARAM_##kind VTF3_PARAMS(args));               \
                                                                                                        \
		(void)rec;                                                                              \
		return ((handler_t)handler)(first VTF3_TIME_PASS_##kind VTF3_PASS(args));               \
	}
#include "vtf3/vtf3.def"
#undef R
#undef VTF3_RECORD

/* ---- by type ---- */

static const struct {
	VTF3_handler_t copy;
	int (*call)(VTF3_handler_t handler, void *first, const struct otfp_vtf3_record *rec);
} functions[OTFP_VTF3_NTYPES] = {
#define R(name, ...) [OTFP_VTF3_##name] = {(VTF3_handler_t)VTF3_Write##name, call_##name},
#include "vtf3/vtf3.def"
#undef R
};

_Static_assert(VTF3_RECTYPE_UNRECOGNIZABLE == OTFP_VTF3_PRIVATE + 255, "vtf3.awk knows OTFP_VTF3_PRIVATE");

int vtf3_is_copy_handler(VTF3_handler_t handler, unsigned type)
{
	return handler == functions[type].copy;
}

int vtf3_call(VTF3_handler_t handler, void *firsthandlerarg, const struct otfp_vtf3_record *rec)
{
	return functions[rec->type].call(handler, firsthandlerarg, rec);
}

void VTF3_GetCopyHandlerArray(VTF3_handler_t *copyhandlers)
{
	for (unsigned type = 0; type < OTFP_VTF3_NTYPES; type++)
		copyhandlers[type] = functions[type].copy;
}

int VTF3_GetRecTypeArrayDim(void)
{
	return OTFP_VTF3_NTYPES;
}

void VTF3_GetRecTypeArray(int *recordtypes)
{
	for (unsigned type = 0; type < OTFP_VTF3_NTYPES; type++)
		recordtypes[type] = otfp_vtf3_rows[type].code;
}

/* Declarations are the first rows, and Defunmerged is the first of these. */
int VTF3_GetDefRecTypeArrayDim(void)
{
	int n = 0;

	while (otfp_vtf3_rows[n + 1].kind == OTFP_VTF3_DEF)
		n++;
	return n;
}

void VTF3_GetDefRecTypeArray(int *defrecordtypes)
{
	int n = VTF3_GetDefRecTypeArrayDim();

	for (int i = 0; i < n; i++)
		defrecordtypes[i] = otfp_vtf3_rows[i + 1].code;
}
