/*
 * value.h - counter values: 64 bits, and their text (otfpipe-stream(5)).
 *
 * The text is a function of the bits and the form, and reads back to the same
 * bits without any definition; where the form cannot do that, the raw decimal stands.
 */
#ifndef OTFP_RECORD_VALUE_H
#define OTFP_RECORD_VALUE_H
#include "otfpipe.h"

#define OTFP_VALUE_ROOM 40

/* The properties of a counter, as OTF_Definitions.h has them: type, scope and variable type. */
enum { OTFP_COUNTER_TYPE = 3, OTFP_COUNTER_ACC = 0, OTFP_COUNTER_ABS = 1 };
enum { OTFP_SCOPE = 12, OTFP_SCOPE_START = 0, OTFP_SCOPE_POINT = 4, OTFP_SCOPE_LAST = 8, OTFP_SCOPE_NEXT = 12 };
enum {
	OTFP_VARTYPE_MASK = 480,
	OTFP_VARTYPE_UNSIGNED = 0, /* of 8 bytes, as the next */
	OTFP_VARTYPE_SIGNED = 32,
	OTFP_VARTYPE_FLOAT = 256,
	OTFP_VARTYPE_DOUBLE = 288
};

/** The form that a DefCounter with these properties asks for. */
static inline enum otfp_form otfp_value_form(uint32_t properties)
{
	unsigned type = properties & OTFP_VARTYPE_MASK;

	if (type == OTFP_VARTYPE_DOUBLE)
		return OTFP_DOUBLE64;
	if (type == OTFP_VARTYPE_FLOAT)
		return OTFP_FLOAT32;
	return type < OTFP_VARTYPE_FLOAT && (type & OTFP_VARTYPE_SIGNED) ? OTFP_SIGNED : OTFP_RAW;
}

/** The form that the text of a value of that form tells: raw where nothing but the decimal reads back. */
unsigned otfp_value_told(uint64_t bits, unsigned form);
/** Write the value at p. @return first byte behind */
char *otfp_value_put(char *p, uint64_t bits, unsigned form);
/** Read a value that is not plain decimal, up to HT or LF. @return first byte behind, NULL if it is none */
const char *otfp_value_get(const char *p, uint64_t *bits, uint8_t *form);
#endif
