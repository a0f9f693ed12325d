/*
 * carrier.h - carriers of OTF2 in OTF (carry.h), back: what the key-values of a record say of the fields of OTF2, and
 * comments that are definitions.
 */
#ifndef OTFP_OTF2_RESTORE_CARRIER_H
#define OTFP_OTF2_RESTORE_CARRIER_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "otf2/carry/carry.h"
#include "otf2/frame.h"
#include "otf2/types.h"
#include "otfpipe.h"

enum otfp_otf2_key_kind {
	OTFP_OTF2_KEY_NONE,      /* not a carrier */
	OTFP_OTF2_KEY_FIELD,     /* otf2.<record>.<field> */
	OTFP_OTF2_KEY_WORD,      /* otf2.<word> */
	OTFP_OTF2_KEY_ATTRIBUTE, /* otf2.attr:<name> */
	OTFP_OTF2_KEY_PARAMETER, /* otf2.param:<name> */
	OTFP_OTF2_KEY_PROPERTY,  /* otf2.prop:<name> */
	OTFP_OTF2_KEY_GROUP,     /* otf2.groupprop:<name>, a property of a location group */
	OTFP_OTF2_KEY_OTHER      /* otf2. and something unknown */
};

/* What a key means. */
struct otfp_otf2_key {
	uint8_t kind;  /* enum otfp_otf2_key_kind */
	uint8_t field; /* of a field; of a word enum otfp_otf2_word */
	uint16_t row;
	uint32_t type;          /* OTF2_Type of an attribute or property, ParameterType of a parameter */
	struct otfp_str name;   /* after the colon, in the arena of the user */
	struct otfp_str detail; /* the description without the type */
};

/* What the conversion knows of tokens and strings. Each function returns 1 with *to set; 0: there is none; <0 */
struct otfp_otf2_resolver {
	void *ctx;
	int (*token)(void *ctx, unsigned space, uint32_t token, uint64_t *to);
	int (*string)(void *ctx, const char *p, size_t n, uint64_t *to);
};

/** The OTF2_Type of values of an enum otfp_tag_type. @return OTFP_OTF2_TYPE_NONE if it is none */
uint32_t otfp_otf2_type_of_otf(uint64_t type);
/** What a DefKeyValue defines. */
struct otfp_otf2_key otfp_otf2_key_of(const struct otfp_record *def);
/** Set all fields of a frame to the undefined value of their type; those with contents, of real numbers and of numbers
 * with a sign to 0. */
void otfp_otf2_undefine(struct otfp_otf2_frame *frame);
/** The value of a field from a key-value: a number, or a reference from its token. Contents go to `to`, in the form of
 * frame.h, and *value is their number. @return 1; 0: the token does not exist any more; <0 */
int otfp_otf2_carrier_field(const struct otfp_otf2_resolver *r, unsigned row, unsigned field,
                            const struct otfp_tag *tag, uint64_t *value, struct otfp_buf *to);
/** The value of an attribute or property of that OTF2_Type. @return as otfp_otf2_carrier_field */
int otfp_otf2_carrier_value(const struct otfp_otf2_resolver *r, uint32_t type, const struct otfp_tag *tag,
                            uint64_t *value);
/**
 * Parse a comment "otf2:def <record> <field>=<value> ..." or "otf2:snap ..."
 * @param f  set to the values of the fields; OTFP_OTF2_MAX_FIELDS of them
 * @param to  gets the contents of texts and lists
 * @return 1 with *row set; 0: it has a token that does not exist any more, or is no such comment; <0
 */
int otfp_otf2_carrier_comment(const struct otfp_otf2_resolver *r, const struct otfp_str *text, unsigned *row,
                              uint64_t *f, struct otfp_buf *to);
/** Whether a comment is a carrier: "otf2:". */
int otfp_otf2_is_carrier(const struct otfp_str *text);
/** Decode p[0..n), percent-encoded, to `to`. @return 0; -1 when memory is out */
int otfp_otf2_decode(struct otfp_buf *to, const char *p, size_t n);
#endif
