/*
 * value.h - counter values: 64 bits and their text (otfpipe-stream(5)).
 *
 * The text depends only on the bits and the form, and parses to the same bits without any definition; if the form does
 * not allow that, the text is the raw decimal.
 */
#ifndef OTFP_RECORD_VALUE_H
#define OTFP_RECORD_VALUE_H
#include "otfpipe.h"

#define OTFP_VALUE_ROOM 40

/* Properties of a counter, from OTF_Definitions.h (OTF specification, A.1.22): type, scope and variable type. */
enum { OTFP_COUNTER_TYPE = 3, OTFP_COUNTER_ACC = 0, OTFP_COUNTER_ABS = 1 };
enum { OTFP_SCOPE = 12, OTFP_SCOPE_START = 0, OTFP_SCOPE_POINT = 4, OTFP_SCOPE_LAST = 8, OTFP_SCOPE_NEXT = 12 };
enum {
	OTFP_VARTYPE_MASK = 480,
	OTFP_VARTYPE_UNSIGNED = 0, /* of 8 bytes, like the next */
	OTFP_VARTYPE_SIGNED = 32,
	OTFP_VARTYPE_FLOAT = 256,
	OTFP_VARTYPE_DOUBLE = 288
};

/** The form of values of a DefCounter with these properties. */
static inline enum otfp_form otfp_value_form(uint32_t properties)
{
	unsigned type = properties & OTFP_VARTYPE_MASK;

	if (type == OTFP_VARTYPE_DOUBLE)
		return OTFP_FORM_DOUBLE;
	if (type == OTFP_VARTYPE_FLOAT)
		return OTFP_FORM_FLOAT;
	return type < OTFP_VARTYPE_FLOAT && (type & OTFP_VARTYPE_SIGNED) ? OTFP_FORM_SIGNED : OTFP_FORM_RAW;
}

/** The form that a value has after it was written as text and parsed: OTFP_FORM_RAW if only the raw decimal preserves
 * the bits. */
unsigned otfp_value_text_form(uint64_t bits, unsigned form);
/** Write the value at p, which has OTFP_VALUE_ROOM bytes. @return the first byte after it */
char *otfp_value_put(char *p, uint64_t bits, unsigned form);
/** Parse a value that is not plain decimal, up to HT or LF. @return the first byte after it, or NULL if it is not a
 * value */
const char *otfp_value_get(const char *p, uint64_t *bits, uint8_t *form);
#endif
