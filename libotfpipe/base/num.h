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

extern const char otfp_digits4[40004];    /* "0000" "0001" ... "9999", and 4 bytes more */
extern const uint8_t otfp_hex_value[256]; /* 0..15 of [0-9a-f], else 0xff */

/** Whether the hex digits [p,end), more than 16 of them, are too many for 64 bits. */
int otfp_hex_is_over(const char *p, const char *end);

/** Lower-case hex digits from p; none is 0. *over is set when 64 bits do not hold it. @return first byte behind */
static inline const char *otfp_get_hex(const char *p, uint64_t *v, int *over)
{
	const char *start = p;
	uint64_t x = 0;
	unsigned d;

	while ((d = otfp_hex_value[(uint8_t)*p]) < 16) {
		x = x << 4 | d;
		p++;
	}
	if (__builtin_expect(p - start > OTFP_HEX_MAX, 0))
		*over |= otfp_hex_is_over(start, p);
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

/** v as canonical decimal at p, which has room for OTFP_DEC_MAX bytes: up to 3 behind the
 * number are written, too. @return first byte behind the number */
char *otfp_put_dec_long(char *p, uint64_t v);
static inline char *otfp_put_dec(char *p, uint64_t v)
{
	unsigned n;

	if (__builtin_expect(v >= 10000, 0))
		return otfp_put_dec_long(p, v);
	/* no branches: how many digits a token has cannot be foretold */
	n = 1 + (v > 9) + (v > 99) + (v > 999);
	memcpy(p, otfp_digits4 + 4 * v + 4 - n, 4);
	return p + n;
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
