/*
 * encode.h - a record of a TAU trace as the bytes that TAU writes today: 24 of them, in the machine's order.
 */
#ifndef OTFP_TAU_ENCODE_H
#define OTFP_TAU_ENCODE_H
#include <stdint.h>
#include <string.h>

#define OTFP_TAU_BYTES 24

/* What a record can say of a message; more does not fit. */
#define OTFP_TAU_LENGTH_MAX ((1u << 26) - 1)
#define OTFP_TAU_TAG_MAX 0xffffu
#define OTFP_TAU_COMM_MAX 63u
#define OTFP_TAU_PLACE_MAX 0xffffu /* a node, or a thread of it */

/** Put a record to p. @return the first byte behind */
static inline char *otfp_tau_encode(char *p, int32_t event, uint16_t node, uint16_t thread, int64_t par, uint64_t time)
{
	memcpy(p, &event, 4);
	memcpy(p + 4, &node, 2);
	memcpy(p + 6, &thread, 2);
	memcpy(p + 8, &par, 8);
	memcpy(p + 16, &time, 8);
	return p + OTFP_TAU_BYTES;
}

/** The parameter of a message record; each field is within its limit. The lower and upper parts stand apart. */
static inline int64_t otfp_tau_message(uint32_t peer, uint32_t tag, uint32_t length, uint32_t comm)
{
	uint64_t low = (length & 0xffff) | (uint64_t)(tag & 0xff) << 16 | (uint64_t)(peer & 0xff) << 24;
	uint64_t high = (uint64_t)(length >> 16) | (uint64_t)comm << 10 | (uint64_t)(tag >> 8) << 16 |
	                (uint64_t)(peer >> 8) << 24;

	return (int64_t)(low | high << 32);
}

/** A value as a record has it: without its fraction, two's complement; as unsigned where it is too large for that.
 * @return 0 with *bits set; 1 with *bits set, and a fraction went; -1 if it does not fit */
static inline int otfp_tau_value(double value, int64_t *bits)
{
	int is_large = value >= 0x1p63;

	if (!(value >= -0x1p63 && value < 0x1p64))
		return -1;
	*bits = is_large ? (int64_t)(uint64_t)value : (int64_t)value;
	return value != (is_large ? (double)(uint64_t)*bits : (double)*bits);
}
#endif
