/*
 * keys.h - what records of OTF carry of VTF3 where they have no field for it; vtf3-to-otf(1) describes it.
 *
 * Key-values by name: tokens from OTFP_VTF3_FIRST_KEY on, with a DefKeyValue before the first use. Text: comments that
 * begin with OTFP_VTF3_PREFIX hold a whole record, as a line of Fast ASCII with the record types of profile full.
 */
#ifndef OTFP_VTF3_KEYS_H
#define OTFP_VTF3_KEYS_H
#include "otfpipe.h"

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
#endif
