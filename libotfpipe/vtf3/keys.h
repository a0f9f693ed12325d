/*
 * keys.h - how records of one format are stored in the other where it has no field for them. vtf3-to-otf(1) and
 * otf-to-vtf3(1) describe this for users.
 *
 * VTF3 in OTF: key-values with the names below; tokens start at OTFP_VTF3_FIRST_KEY, and a DefKeyValue precedes the
 * first use. Comments that start with OTFP_VTF3_PREFIX contain a whole record, as a line of Fast ASCII with the record
 * types of profile full.
 *
 * OTF in VTF3: comments contain lines of the line stream, records and control lines:
 *
 *   otf:LINE   the record LINE is at this place
 *   otf=LINE   the record LINE is at this place and replaces what the next VTF3 record would become
 *   otf+TEXT   part of a LINE that is longer than a VTF3 string may be; followed by more parts, then by otf: or otf=
 *   otf-       the next VTF3 record is for other readers only; ignore it
 *   otf.       make no more records by yourself: ends of open mutexes and patterns, processes that are only counted
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

/* Kinds of carriers: the byte after "otf". */
enum otfp_vtf3_carrier {
	OTFP_CARRIER_NONE = 0,
	OTFP_CARRIER_HERE = ':',
	OTFP_CARRIER_INSTEAD = '=',
	OTFP_CARRIER_PART = '+',
	OTFP_CARRIER_SKIP = '-',
	OTFP_CARRIER_FORGET = '.'
};

/** The kind of carrier that a comment is; OTFP_CARRIER_NONE for other comments. */
static inline enum otfp_vtf3_carrier otfp_vtf3_carrier_of(const struct otfp_str *text)
{
	if (text->n < 4 || memcmp(text->p, "otf", 3) != 0)
		return OTFP_CARRIER_NONE;
	switch (text->p[3]) {
	case OTFP_CARRIER_HERE:
	case OTFP_CARRIER_INSTEAD:
	case OTFP_CARRIER_PART: return (enum otfp_vtf3_carrier)text->p[3];
	case OTFP_CARRIER_SKIP:
	case OTFP_CARRIER_FORGET: /* a longer comment is text, such as "otf-cat wrote it" */
		return text->n == 4 ? (enum otfp_vtf3_carrier)text->p[3] : OTFP_CARRIER_NONE;
	default: return OTFP_CARRIER_NONE;
	}
}
/** Whether a comment contains a VTF3 record. */
static inline int otfp_vtf3_is_prefixed(const struct otfp_str *text)
{
	const size_t n = sizeof OTFP_VTF3_PREFIX - 1;

	return text->n >= n && memcmp(text->p, OTFP_VTF3_PREFIX, n) == 0;
}
/** Fill in the DefKeyValue of a key, without time, loc and key-values. */
void otfp_vtf3_key_record(enum otfp_vtf3_key key, struct otfp_record *def);
/** Convert OTF ticks to a VTF3 time: the nearest double that fits into 64 bits again. */
static inline double otfp_vtf3_double_of(uint64_t ticks)
{
	double d = (double)ticks;

	return __builtin_expect(d < 18446744073709551616.0, 1) ? d : 18446744073709549568.0;
}
#endif
