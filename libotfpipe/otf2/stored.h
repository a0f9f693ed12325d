/*
 * stored.h - how the records of each row are on disk (records.def), for who reads and who writes them. A record is its
 * id, its length unless it is bare, and its fields. bytes.h has the codes.
 */
#ifndef OTFP_OTF2_STORED_H
#define OTFP_OTF2_STORED_H
#include "otf2/frame.h"

/* How a field, or an element of a list, is stored. */
enum otfp_otf2_code {
	OTFP_OTF2_AS_NOTHING,
	OTFP_OTF2_AS_U8,
	OTFP_OTF2_AS_U16,
	OTFP_OTF2_AS_U64,
	OTFP_OTF2_AS_C32,
	OTFP_OTF2_AS_C64,
	OTFP_OTF2_AS_S64, /* compressed, in frames as it is */
	OTFP_OTF2_AS_F32, /* bits, plain */
	OTFP_OTF2_AS_F64,
	OTFP_OTF2_AS_I8, /* plain, in frames of 64 bits */
	OTFP_OTF2_AS_I16,
	OTFP_OTF2_AS_S32,      /* compressed, in frames of 64 bits */
	OTFP_OTF2_AS_TEXT,     /* ends in NUL */
	OTFP_OTF2_AS_VALUE,    /* as the type in the field before it says: otfp_otf2_stored_value */
	OTFP_OTF2_AS_METRIC,   /* element of a list: type u8, value c64 */
	OTFP_OTF2_AS_PROPERTY, /* element of a list: property u8, type u8, value */
	OTFP_OTF2_AS_IDMAP     /* number of ids c64; mode u8; mode 0: the ids c64; mode 1: pairs c64 */
};

/* What a field has in a record of an older version of OTF2, which ends before it. */
enum otfp_otf2_missing {
	OTFP_OTF2_REQUIRED,  /* all versions have it */
	OTFP_OTF2_UNDEFINED, /* all bits set */
	OTFP_OTF2_NUMBER,    /* `value` */
	OTFP_OTF2_COPY,      /* what field number `value` has */
	OTFP_OTF2_LEGACY     /* what follows from field number `value`: otfp_otf2_from_legacy */
};

enum {
	OTFP_OTF2_NO_SLOT = 0xff,
	OTFP_OTF2_BY_CLOCK = 0xff,
	OTFP_OTF2_MAX_STORED = OTFP_OTF2_MAX_FIELDS + 1,
	OTFP_OTF2_FIRST_SHARED_ID = 10, /* from it on, global and local definitions have the same ids */
	OTFP_OTF2_NTABLES = 15          /* tables of ids that a location can have: number t is for OTF2_MappingType t */
};

struct otfp_otf2_stored_field {
	uint8_t code;    /* enum otfp_otf2_code; of a list: of its elements */
	uint8_t count;   /* of a list: the code of its number of elements, which comes first; otherwise 0 */
	uint8_t slot;    /* of frames; OTFP_OTF2_NO_SLOT: an older form of fields after it, which frames do not have */
	uint8_t table;   /* of events: 1 + number of the table of ids; OTFP_OTF2_BY_CLOCK: a time; 0: neither */
	uint8_t missing; /* enum otfp_otf2_missing */
	uint8_t value;
};

struct otfp_otf2_stored_row {
	uint8_t id;
	uint8_t is_bare; /* no length: one compressed number follows the id */
	uint8_t nfields;
	struct otfp_otf2_stored_field fields[OTFP_OTF2_MAX_STORED];
};

extern const struct otfp_otf2_stored_row otfp_otf2_stored_rows[OTFP_OTF2_NROWS];

/** Set the rows of all ids of a kind of file, enum otfp_otf2_kind; OTFP_OTF2_NROWS: an unknown record. In files of
 * local definitions, ids that are not local are those of DEF. */
void otfp_otf2_rows_of_ids(unsigned kind, uint16_t rows[256]);
/** How a value of an OTF2_Type is stored: enum otfp_otf2_code. */
unsigned otfp_otf2_stored_value(uint64_t type);
/** 1 + the number of the table of ids that a value of an OTF2_Type goes through in attributes of events; 0 = none. */
unsigned otfp_otf2_stored_table(uint64_t type);

/** The number of a field of Region or Group in a record before OTF2 1.1 and 1.2: what follows from the field that only
 * is on disk, regionType or groupTypePre12. */
uint64_t otfp_otf2_from_legacy(unsigned row, unsigned slot, uint64_t legacy);
/** What writers put into a field that is only on disk, for old readers. */
uint64_t otfp_otf2_to_legacy(const struct otfp_otf2_frame *frame);
#endif
