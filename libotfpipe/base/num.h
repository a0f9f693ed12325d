/*
 * num.h - numbers to and from text, on the hot path.
 *
 * Readers work on text that is known to end in LF, so they need no end pointer:
 * LF is no digit. Writers are given room by the caller (OTFP_DEC_MAX bytes).
 */
#ifndef OTFP_NUM_H
#define OTFP_NUM_H
#include <stdint.h>
#include <string.h>

#define OTFP_DEC_MAX 20 /* digits of UINT64_MAX */
#define OTFP_HEX_MAX 16

extern const char otfp_digits4[40000];	  /* "0000" "0001" ... "9999" */
extern const uint8_t otfp_hex_value[256]; /* 0..15 of [0-9a-f], else 0xff */

/** Lower-case hex digits from p; none is 0. *over is set when 64 bits do not hold it.
 * @return first byte behind */
static inline const char *otfp_get_hex(const char *p, uint64_t *v, int *over)
{
	uint64_t x = 0;
	unsigned d;
	while ((d = otfp_hex_value[(uint8_t)*p]) < 16) {
		*over |= x >> 60 != 0;
		x = x << 4 | d;
		p++;
	}
	*v = x;
	return p;
}

/** Decimal digits from p; none is 0. *over is set when 64 bits do not hold it.
 * @return first byte behind */
static inline const char *otfp_get_dec(const char *p, uint64_t *v, int *over)
{
	uint64_t x = 0;
	unsigned d;
	while ((d = (unsigned)(uint8_t)*p - '0') < 10) {
		if (__builtin_expect(x >= UINT64_MAX / 10, 0))
			*over |= x > UINT64_MAX / 10 || d > UINT64_MAX % 10;
		x = x * 10 + d;
		p++;
	}
	*v = x;
	return p;
}

/** v as canonical decimal at p; at most OTFP_DEC_MAX bytes. @return first byte behind */
char *otfp_put_dec_long(char *p, uint64_t v);
static inline char *otfp_put_dec(char *p, uint64_t v)
{
	const char *q;
	if (v < 10) {
		*p = (char)('0' + v);
		return p + 1;
	}
	if (v >= 10000)
		return otfp_put_dec_long(p, v);
	q = otfp_digits4 + 4 * v;
	if (v < 100) {
		memcpy(p, q + 2, 2);
		return p + 2;
	}
	if (v < 1000) {
		memcpy(p, q + 1, 3);
		return p + 3;
	}
	memcpy(p, q, 4);
	return p + 4;
}

/** v as lower-case hex without leading zeros at p; at most OTFP_HEX_MAX bytes. @return first byte behind */
static inline char *otfp_put_hex(char *p, uint64_t v)
{
	int n = v ? (67 - __builtin_clzll(v)) / 4 : 1;
	char *end = p + n;
	for (char *q = end; q > p; v >>= 4)
		*--q = "0123456789abcdef"[v & 15];
	return end;
}
#endif
