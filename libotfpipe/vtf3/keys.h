/*
 * keys.h - what records carry where the other format has no field for it; vtf3-to-otf(1) and otf-to-vtf3(1) describe
 * it.
 *
 * Of VTF3 in OTF. Key-values by name: tokens from OTFP_VTF3_FIRST_KEY on, with a DefKeyValue before the first use.
 * Text: comments that begin with OTFP_VTF3_PREFIX hold a whole record, as a line of Fast ASCII with the record types
 * of profile full.
 *
 * Of OTF in VTF3. Comments hold lines of the line stream, records and control lines:
 *
 *     otf:LINE   this record stands here
 *     otf=LINE   this record stands here in the place of all that the next record of VTF3 becomes
 *     otf+TEXT   the first part of a LINE that is longer than a string may be; more of them, or one of those two, is
 * next otf-       the next record of VTF3 is for other readers: it becomes nothing otf.       nothing comes of its own
 * any more: what ends mutexes and patterns that are open, and processes that were only counted
 */
#ifndef OTFP_VTF3_KEYS_H
#define OTFP_VTF3_KEYS_H
#include "otfpipe.h"
#include <string.h>

#define OTFP_VTF3_PREFIX "vtf3:"
#define OTFP_VTF3_FIRST_KEY 0x56544600u

/* K(name, type, description) */
#define OTFP_VTF3_EACH_KEY(K)                                                                       \
	K(record, BYTES, "the record of VTF3 as it was, Standard Binary")                           \
	K(implied, UINT8, "1: no record of VTF3 defines it")                                        \
	K(returns, UINT8, "how this process returns from here on: 0 Upfrom, 1 Upto")                \
	K(levels, UINT32, "leaves, this one and the next, that one Upto made")                      \
	K(samples, UINT32, "values, this one and the next, that one Samp holds")                    \
	K(valuetype, INT32, "of a value whose Defsamp says another or is missing: 1 UINT, 2 FLOAT") \
	K(job, INT32, "of Exchange")                                                                \
	K(sent, INT32, "bytes sent, negative: not sent")                                            \
	K(received, INT32, "bytes received, negative: not received")                                \
	K(part, UINT8, "1: belongs to the record that another one of this process holds")

enum otfp_vtf3_key {
#define K(name, type, description) OTFP_KEY_##name,
	OTFP_VTF3_EACH_KEY(K)
#undef K
		OTFP_VTF3_NKEYS
};

/* The kinds of carriers: the byte behind "otf". */
enum otfp_vtf3_carrier {
	OTFP_CARRIER_NONE = 0,
	OTFP_CARRIER_HERE = ':',
	OTFP_CARRIER_INSTEAD = '=',
	OTFP_CARRIER_PART = '+',
	OTFP_CARRIER_SKIP = '-',
	OTFP_CARRIER_FORGET = '.'
};

/** Which carrier a comment is. */
static inline enum otfp_vtf3_carrier otfp_vtf3_carrier_of(const struct otfp_str *text)
{
	if (text->n < 4 || memcmp(text->p, "otf", 3) != 0)
		return OTFP_CARRIER_NONE;
	switch (text->p[3]) {
	case OTFP_CARRIER_HERE:
	case OTFP_CARRIER_INSTEAD:
	case OTFP_CARRIER_PART: return (enum otfp_vtf3_carrier)text->p[3];
	case OTFP_CARRIER_SKIP:
	case OTFP_CARRIER_FORGET: /* others are text: "otf-cat wrote it" */
		return text->n == 4 ? (enum otfp_vtf3_carrier)text->p[3] : OTFP_CARRIER_NONE;
	default: return OTFP_CARRIER_NONE;
	}
}
/** Whether it holds a record of VTF3. */
static inline int otfp_vtf3_is_prefixed(const struct otfp_str *text)
{
	const size_t n = sizeof OTFP_VTF3_PREFIX - 1;

	return text->n >= n && memcmp(text->p, OTFP_VTF3_PREFIX, n) == 0;
}
/** The DefKeyValue of a key, without time, loc and key-values of its own. */
void otfp_vtf3_key_record(enum otfp_vtf3_key key, struct otfp_record *def);
/** Ticks of OTF as a time or duration of VTF3: the nearest that fits into 64 bits again. */
static inline double otfp_vtf3_double_of(uint64_t ticks)
{
	double d = (double)ticks;

	return __builtin_expect(d < 18446744073709551616.0, 1) ? d : 18446744073709549568.0;
}
#endif
