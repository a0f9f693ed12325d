/*
 * table.h - records.def as constants that the compiler sees.
 *
 * A function that takes a row by pointer and is inlined into a call with &otfp_table[OTFP_Enter] compiles to straight
 * code for that record. Only hot types are worth it (otf/read/decode.c); all others share one copy that loops over the
 * row.
 */
#ifndef OTFP_RECORD_TABLE_H
#define OTFP_RECORD_TABLE_H
#include "otfpipe.h"

#define OTFP_INLINE static inline __attribute__((always_inline))
#define OTFP_LIKELY(x) __builtin_expect(!!(x), 1)
#define OTFP_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The words for flags in records.def. */
enum { OTFP_ROW_0 = 0, OTFP_ROW_BARE = 1, OTFP_ROW_NOFORM = 2 };
enum {
	OTFP_FLAG_0 = 0,
	OTFP_FLAG_OPT = 1,
	OTFP_FLAG_NULLOK = 2,
	OTFP_FLAG_TIGHT = 4,
	OTFP_FLAG_TOKEN = 8,
	OTFP_FLAG_NAME = 16,
	OTFP_FLAG_NULLOK_NAME = OTFP_FLAG_NULLOK | OTFP_FLAG_NAME
};

/* How many fields, the space of the token that is defined, the slot of its name. */
enum {
#define R(name, id, number, file, s, l, flags, args, ...) OTFP_N_##name = 0 __VA_ARGS__,
#define O(...)
#define F(...) +1
#define H(...)
#include "record/records.def"
#undef R
#undef F
#define R(name, id, number, file, s, l, flags, args, ...) OTFP_DEFINES_##name = 0 __VA_ARGS__,
#define F(slot, name, type, s, l, o, flags, what) +(OTFP_FLAG_##flags & OTFP_FLAG_TOKEN ? OTFP_W_##what : 0)
#include "record/records.def"
#undef R
#undef F
#define R(name, id, number, file, s, l, flags, args, ...) OTFP_NAME_SLOT_##name = 0 __VA_ARGS__,
#define F(slot, name, type, s, l, o, flags, what) +(OTFP_FLAG_##flags & OTFP_FLAG_NAME ? slot : 0)
#include "record/records.def"
#undef R
#undef F
	OTFP_N_
};

static const struct otfp_schema otfp_table[OTFP_NTYPES] = {
#define R(name, id, number, file, s, l, flags, args, ...)                                                          \
	[OTFP_##name] = {                                                                                          \
		#name,        number, OTFP_FILE_##file, OTFP_N_##name, OTFP_DEFINES_##name, OTFP_NAME_SLOT_##name, \
		{__VA_ARGS__}},
#define F(slot, name, type, s, l, o, flags, what) [slot] = {#name, OTFP_FIELD_##type, OTFP_W_##what},
#include "record/records.def"
#undef R
#undef O
#undef F
#undef H
};

/* Whether all fields of a record are numbers, so that its size has a bound. */
static const uint8_t otfp_numbers[OTFP_NTYPES] = {
#define R(name, id, number, file, s, l, flags, args, ...) [OTFP_##name] = !(0 __VA_ARGS__),
#define O(...)
#define F(slot, name, type, s, l, o, flags, what) || OTFP_FIELD_##type > OTFP_FIELD_VALUE
#define H(...)
#include "record/records.def"
#undef R
#undef O
#undef F
#undef H
};

/** Whether records of that type have fields of their own: not UnknownRecord, nor what is no record of the table. The
 * rows after UnknownRecord do, so its id is not the first without. */
static inline int otfp_is_known(unsigned type)
{
	return type < OTFP_NTYPES && type != OTFP_UnknownRecord;
}

/** Whether records in that kind of file (enum otfp_file) have a time and are merged by it; definitions and markers are
 * not. */
static inline int otfp_is_timed(unsigned file)
{
	return file >= OTFP_FILE_SNAP;
}
#endif
