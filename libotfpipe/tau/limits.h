/* limits.h - the limits of the fields of a TAU record. */
#ifndef OTFP_TAU_LIMITS_H
#define OTFP_TAU_LIMITS_H
#include <stdint.h>

#define OTFP_TAU_LENGTH_MAX ((1u << 26) - 1) /* length of a message, bytes */
#define OTFP_TAU_TAG_MAX 0xffffu
#define OTFP_TAU_COMM_MAX 63u
#define OTFP_TAU_PLACE_MAX 0xffffu /* a node, or a thread of a node */

/* 0x1p63 and 0x1p64; cppcheck cannot read these forms. */
#define OTFP_TWO_63 9223372036854775808.0
#define OTFP_TWO_64 18446744073709551616.0

/**
 * Convert a value as TAU does: without its fraction, in two's complement; as unsigned if it is larger than INT64_MAX.
 * @return 0 with *bits set; 1 with *bits set and a fraction lost; -1 if it does not fit
 */
static inline int otfp_tau_value(double value, int64_t *bits)
{
	int is_large = value >= OTFP_TWO_63;

	if (!(value >= -OTFP_TWO_63 && value < OTFP_TWO_64))
		return -1;
	*bits = is_large ? (int64_t)(uint64_t)value : (int64_t)value;
	return value != (is_large ? (double)(uint64_t)*bits : (double)*bits);
}
#endif
