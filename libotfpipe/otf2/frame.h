/*
 * frame.h - a record of OTF2 as words of 8 bytes: what is between the files of an archive and the records of OTF, in
 * both directions.
 *
 * A frame is the head, a word for each field of the row (records.def), the contents of texts and lists, and the
 * attributes:
 *
 *     head     row, number of attributes, size in words
 *     time     of events and snapshots: ticks; otherwise 0
 *     fields   a number as it is; i64 in two's complement; f64 as its bits; a value by its type: signed numbers as
 *              i64, FLOAT and DOUBLE as their 32 or 64 bits, others as they are; of a text the number of its bytes, of
 *              a list that of its elements
 *     contents of texts and lists, in the order of the fields. A text is filled up with zero bytes; each element of a
 *              list is a word; of metric[] type and value; of property[] property, type and value. What is in a text
 *              has no NUL
 *     attributes  two words each: struct otfp_otf2_tag
 *
 * References are those of OTF2, with its undefined values (all bits of their width). A location of a frame is known
 * from where the frame stands.
 */
#ifndef OTFP_OTF2_FRAME_H
#define OTFP_OTF2_FRAME_H
#include "otf2-rows.h" /* enum otfp_otf2_row_number, and slots: OTFP_OTF2_Enter_region */
#include <stddef.h>
#include <stdint.h>

enum otfp_otf2_kind { OTFP_OTF2_DEF, OTFP_OTF2_LOCAL, OTFP_OTF2_EVENT, OTFP_OTF2_SNAP, OTFP_OTF2_MARKER };
enum otfp_otf2_fidelity {
	OTFP_OTF2_NATIVE,
	OTFP_OTF2_PARTIAL,
	OTFP_OTF2_CARRIED,
	OTFP_OTF2_ABSORBED,
	OTFP_OTF2_DROPPED
};
/* What follows the fields for a field. */
enum otfp_otf2_tail { OTFP_OTF2_NO_TAIL, OTFP_OTF2_TEXT, OTFP_OTF2_LIST, OTFP_OTF2_METRICS, OTFP_OTF2_PROPERTIES };

enum { OTFP_OTF2_MAX_FIELDS = 10 };

/* The id spaces of OTF2. */
enum otfp_otf2_space {
	OTFP_OTF2_NO_SPACE,
#define SPACE(name, word) OTFP_OTF2_##name,
#include "otf2/spaces.def"
#undef SPACE
	OTFP_OTF2_NSPACES
};

enum otfp_otf2_form {
	OTFP_OTF2_U8,
	OTFP_OTF2_U32,
	OTFP_OTF2_U64,
	OTFP_OTF2_I64,
	OTFP_OTF2_F64,
	OTFP_OTF2_VALUE, /* of the OTF2_Type in the field before it */
	OTFP_OTF2_BYTES, /* text */
};

struct otfp_otf2_type {
	uint8_t form;    /* enum otfp_otf2_form: of a reference its width */
	uint8_t space;   /* enum otfp_otf2_space of a reference, otherwise 0 */
	uint8_t is_enum; /* an enumeration or flags: all bits set is one more value */
};

struct otfp_otf2_field {
	const char *name;
	struct otfp_otf2_type type; /* of a list: of its elements */
	uint8_t tail;               /* enum otfp_otf2_tail */
};

/* A row of records.def. */
struct otfp_otf2_row {
	const char *name;
	uint8_t kind;     /* enum otfp_otf2_kind */
	uint8_t fidelity; /* enum otfp_otf2_fidelity */
	uint8_t nfields;
	uint8_t number; /* of events: their number in traces, key-value otf2.event */
	struct otfp_otf2_field fields[OTFP_OTF2_MAX_FIELDS];
};

extern const struct otfp_otf2_row otfp_otf2_rows[OTFP_OTF2_NROWS];

struct otfp_otf2_frame {
	uint16_t row; /* enum otfp_otf2_row_number */
	uint16_t ntags;
	uint32_t words; /* of the whole frame, head included */
	uint64_t time;
	uint64_t f[];
};

enum { OTFP_OTF2_HEAD_WORDS = sizeof(struct otfp_otf2_frame) / sizeof(uint64_t) };

/** A field of a frame by name: OTFP_OTF2_F(frame, Enter, region). */
#define OTFP_OTF2_F(frame, record, field) ((frame)->f[OTFP_OTF2_##record##_##field])

/** Words of an element of a list, by enum otfp_otf2_tail; of a text 0. */
extern const uint8_t otfp_otf2_element_words[OTFP_OTF2_PROPERTIES + 1];
/** Whether the words at p are a whole frame with a known row, whose parts fill it exactly. n: how many words there
 * are. */
int otfp_otf2_frame_is_sound(const void *p, size_t n);
/** The contents of a field that is a text or a list. */
const uint64_t *otfp_otf2_contents(const struct otfp_otf2_frame *frame, unsigned field);

/* An attribute of an event. */
struct otfp_otf2_tag {
	uint32_t attribute;
	uint32_t type; /* OTF2_Type */
	uint64_t value;
};

/** The attributes of a frame, frame->ntags of them. */
static inline const struct otfp_otf2_tag *otfp_otf2_tags(const struct otfp_otf2_frame *frame)
{
	return (const struct otfp_otf2_tag *)((const uint64_t *)frame + frame->words) - frame->ntags;
}
#endif
