/*
 * row.h - records.def as bytes on disk: keywords, and fields in disk order.
 *
 * otfp_rows[type] is the form that is written. The rows from OTFP_NTYPES on are old forms, which are only read.
 */
#ifndef OTFP_OTF_ROW_H
#define OTFP_OTF_ROW_H
#include "record/table.h"

enum { OTFP_SLOT_TIME = 100, OTFP_SLOT_LOC = 101 };

/* A keyword or sub-keyword. */
struct otfp_word {
	uint8_t n;
	char text[19];
};

struct otfp_row_part {
	uint8_t slot;               /* of the record, or OTFP_SLOT_TIME, OTFP_SLOT_LOC */
	uint8_t type;               /* enum otfp_field_type */
	uint8_t flags;              /* OTFP_FLAG_... */
	struct otfp_word s, l, old; /* sub-keyword: short, long, deprecated */
};

struct otfp_disk_row {
	uint8_t type;  /* enum otfp_type */
	uint8_t flags; /* OTFP_ROW_... */
	uint8_t nparts;
	struct otfp_word s, l; /* keyword: short, long, without the prefix of its file kind */
	struct otfp_row_part parts[OTFP_MAX_FIELDS];
};

enum {
	OTFP_LAST_TYPE = OTFP_NTYPES - 1,
#define R(...)
#define O(name, ...) OTFP_OLD_##name,
#include "record/records.def"
#undef R
#undef O
	OTFP_NROWS
};

enum {
#define R(name, id, number, file, s, l, flags, args, ...) OTFP_PARTS_##name = 0 __VA_ARGS__,
#define O(name, s, l, flags, ...) OTFP_OLD_PARTS_##name = 0 __VA_ARGS__,
#define F(...) +1
#define H(...) +1
#include "record/records.def"
#undef R
#undef O
#undef F
#undef H
	OTFP_PARTS_
};

#define OTFP_WORD(text)                \
	{                              \
		sizeof(text) - 1, text \
	}
static const struct otfp_disk_row otfp_rows[OTFP_NROWS] = {
#define R(name, id, number, file, s, l, flags, args, ...) \
	[OTFP_##name] = {OTFP_##name, OTFP_ROW_##flags, OTFP_PARTS_##name, OTFP_WORD(s), OTFP_WORD(l), {__VA_ARGS__}},
#define O(name, s, l, flags, ...)                                                   \
	[OTFP_OLD_##name] = {OTFP_##name,  OTFP_ROW_##flags, OTFP_OLD_PARTS_##name, \
	                     OTFP_WORD(s), OTFP_WORD(l),     {__VA_ARGS__}},
#define F(slot, name, type, s, l, o, flags, what) \
	{slot, OTFP_FIELD_##type, OTFP_FLAG_##flags, OTFP_WORD(s), OTFP_WORD(l), OTFP_WORD(o)},
#define H(head, type, s, l) {OTFP_SLOT_##head, OTFP_FIELD_##type, 0, OTFP_WORD(s), OTFP_WORD(l), OTFP_WORD("")},
#include "record/records.def"
#undef R
#undef O
#undef F
#undef H
};
#endif
