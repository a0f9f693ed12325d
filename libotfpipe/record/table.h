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

/* The names that otf2/ still uses for constants of otfpipe.h. */
#define OTFP_DEF OTFP_FILE_DEF
#define OTFP_MARKER OTFP_FILE_MARKER
#define OTFP_SNAP OTFP_FILE_SNAP
#define OTFP_STAT OTFP_FILE_STAT
#define OTFP_EVENT OTFP_FILE_EVENT
#define OTFP_CHAR OTFP_TAG_CHAR
#define OTFP_INT8 OTFP_TAG_INT8
#define OTFP_UINT8 OTFP_TAG_UINT8
#define OTFP_INT16 OTFP_TAG_INT16
#define OTFP_UINT16 OTFP_TAG_UINT16
#define OTFP_INT32 OTFP_TAG_INT32
#define OTFP_UINT32 OTFP_TAG_UINT32
#define OTFP_INT64 OTFP_TAG_INT64
#define OTFP_UINT64 OTFP_TAG_UINT64
#define OTFP_FLOAT OTFP_TAG_FLOAT
#define OTFP_DOUBLE OTFP_TAG_DOUBLE
#define OTFP_BYTES OTFP_TAG_BYTES
#define OTFP_RAW OTFP_FORM_RAW
#define OTFP_SIGNED OTFP_FORM_SIGNED
#define OTFP_DOUBLE64 OTFP_FORM_DOUBLE
#define OTFP_FLOAT32 OTFP_FORM_FLOAT
#define OTFP_U8 OTFP_FIELD_U8
#define OTFP_U32 OTFP_FIELD_U32
#define OTFP_U64 OTFP_FIELD_U64
#define OTFP_VALUE OTFP_FIELD_VALUE
#define OTFP_STR OTFP_FIELD_STR
#define OTFP_LIST OTFP_FIELD_LIST
#define OTFP_ALL_KINDS OTFP_FILES_TIMED
#define OTFP_KIND(file) OTFP_FILE_BIT(file)

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

/** Whether records in that kind of file (enum otfp_file) have a time and are merged by it; definitions and markers are
 * not. */
static inline int otfp_is_timed(unsigned file)
{
	return file >= OTFP_FILE_SNAP;
}
#endif
