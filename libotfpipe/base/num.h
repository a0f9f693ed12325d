/*
 * num.h - reads and writes numbers as text, on the hot path.
 *
 * Readers work on text that ends in LF, so they need no end pointer: LF is no digit. For writers the caller makes room
 * (OTFP_DEC_MAX or OTFP_HEX_MAX bytes).
 */
#ifndef OTFP_BASE_NUM_H
#define OTFP_BASE_NUM_H
#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OTFP_DEC_MAX 20 /* digits of UINT64_MAX */
#define OTFP_HEX_MAX 16

extern const uint8_t otfp_ndigits[10000]; /* number of digits of 0..9999 */
extern const char otfp_digits4[40004];    /* "0000" "0001" ... "9999", and 4 more bytes */
extern const uint8_t otfp_hex_value[256]; /* 0..15 for [0-9a-f], else 0xff */
extern const char otfp_hex3[4097][4];     /* "000" to "fff", then the number of digits without leading zeros */

/** Whether the hex digits [p, end), more than 16 of them, exceed 64 bits. */
int otfp_hex_is_over(const char *p, const char *end);
/** Whether the decimal digits [p, end), 20 or more of them, exceed 64 bits. */
int otfp_dec_is_over(const char *p, const char *end);

/** Load eight bytes of text as a number, the first byte lowest on any machine. */
static inline uint64_t otfp_load8(const char *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof w);
	return le64toh(w);
}

/** Continue at p with the digits of a number that began at start and has the value x so far. */
static inline const char *otfp_get_hex_rest(const char *start, const char *p, uint64_t x, uint64_t *v, int *over)
{
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

/**
 * Read lower-case hex digits; no digits are 0. *over is set if the number exceeds 64 bits. @return the byte after them
 */
static inline const char *otfp_get_hex(const char *p, uint64_t *v, int *over)
{
	return otfp_get_hex_rest(p, p, 0, v, over);
}

/** Find which of eight bytes of text is the first that is no lower-case hex digit: bit 7 of that byte is the lowest bit
 * set in the result. 0 if all are digits. */
static inline uint64_t otfp_hex_ends(uint64_t w)
{
	const uint64_t high = 0x8080808080808080u, ones = 0x0101010101010101u;
	/* Bit 7 is set if '0' <= byte <= '9', or 'a' <= byte <= 'f'. Digits do not carry, so this is exact up to the
	 * first byte that is none; it is clear for bytes from 0x80 on. */
	uint64_t digit = (w + 0x50 * ones) & ~(w + 0x46 * ones);
	uint64_t letter = (w + 0x1f * ones) & ~(w + 0x19 * ones);

	return ~(digit | letter) & high;
}

/** The value of eight bytes of text, which are hex digits, or 0 before the first digit. */
static inline uint64_t otfp_hex_of(uint64_t w)
{
	const uint64_t ones = 0x0101010101010101u;

	w = (w & 0x0f * ones) + 9 * (w >> 6 & ones);
	/* a product is w and w shifted left, added: so two, four and eight digits become one number */
	w = w * 0x1001 >> 8 & 0x00ff00ff00ff00ffu;
	w = w * 0x1000001 >> 16 & 0x0000ffff0000ffffu;
	return w * 0x1000000000001 >> 32;
}

/** The value of the hex digits that eight bytes of text begin with, 1 to 7; `end` is the number of the lowest bit set
 * in otfp_hex_ends. */
static inline uint64_t otfp_hex_before(uint64_t w, unsigned end)
{
	return otfp_hex_of(w << (64 + 7 - end)); /* shift in leading zeros */
}

/**
 * Read 1 to 8 lower-case hex digits of a field of OTF; eight bytes at p must be readable. After the digits comes a
 * capital letter or LF, or another byte without bit 5: so the end is found before the digits are checked.
 * @return the byte after them, or NULL if the text is anything else, and *v is unchanged. After 8 digits the caller
 * checks that the byte is none.
 */
static inline __attribute__((always_inline)) const char *otfp_get_hex_field(const char *p, uint64_t *v)
{
	const uint64_t ones = 0x0101010101010101u, w = otfp_load8(p), ends = ~w & 0x20 * ones;
	const unsigned bits = ends ? (unsigned)__builtin_ctzll(ends) - 5 : 64;
	uint64_t x, letters;

	if (__builtin_expect(bits == 0, 0))
		return NULL;
	x = (w ^ '0' * ones) << (64 - bits); /* shift in leading zeros; digits are 0x00 to 0x09, letters 0x51 to 0x56 */
	letters = x >> 6 & ones;
	x -= (('a' ^ '0') - 10) * letters;
	if (__builtin_expect(((x & 0xf0 * ones) | (((x + 6 * ones) >> 4 ^ letters) & ones)) != 0, 0))
		return NULL;
	x = x * 0x1001 >> 8 & 0x00ff00ff00ff00ffu; /* as in otfp_hex_of */
	x = x * 0x1000001 >> 16 & 0x0000ffff0000ffffu;
	*v = x * 0x1000000000001 >> 32;
	return p + bits / 8;
}

/**
 * The same as otfp_get_hex, faster for numbers of unpredictable or of many digits, such as tokens and times: no branch
 * for each of the first eight digits. Eight bytes at p must be readable.
 */
static inline __attribute__((always_inline)) const char *otfp_get_hex_long(const char *p, uint64_t *v, int *over)
{
	uint64_t w = otfp_load8(p), ends = otfp_hex_ends(w);
	unsigned end;

	if (!ends)
		return otfp_get_hex_rest(p, p + 8, otfp_hex_of(w), v, over);
	end = (unsigned)__builtin_ctzll(ends);
	*v = end < 8 ? 0 : otfp_hex_before(w, end);
	return p + (end >> 3);
}

/** Continue at p with the digits of a number that began at start and has the value x so far. */
static inline const char *otfp_get_dec_rest(const char *start, const char *p, uint64_t x, uint64_t *v, int *over)
{
	unsigned d;

	while ((d = (unsigned)(uint8_t)*p - '0') < 10) {
		x = x * 10 + d;
		p++;
	}
	if (__builtin_expect(p - start >= OTFP_DEC_MAX, 0))
		*over |= otfp_dec_is_over(start, p);
	*v = x;
	return p;
}

/** Read decimal digits; no digits are 0. *over is set if the number exceeds 64 bits. @return the byte after them */
static inline const char *otfp_get_dec(const char *p, uint64_t *v, int *over)
{
	return otfp_get_dec_rest(p, p, 0, v, over);
}

/**
 * The same, faster for numbers that mostly have eight or more digits, such as times; short ones are faster digit by
 * digit, since their length is predictable. Eight bytes at p must be readable.
 */
static inline const char *otfp_get_dec_long(const char *p, uint64_t *v, int *over)
{
	uint64_t w = otfp_load8(p) ^ 0x3030303030303030u;

	/* digits are now 0..9; other bytes have bit 7 set, or get it by adding 0x76 */
	if ((w | (w + 0x7676767676767676u)) & 0x8080808080808080u)
		return otfp_get_dec(p, v, over);
	w = (w * 10 + (w >> 8)) & 0x00ff00ff00ff00ffu;
	w = (w * 100 + (w >> 16)) & 0x0000ffff0000ffffu;
	w = (w * 10000 + (w >> 32)) & 0xffffffffu;
	return otfp_get_dec_rest(p, p + 8, w, v, over);
}

/**
 * Read up to seven digits at p; eight bytes must be readable. @return their number; 0 if there are none or more, and
 * *v is unchanged
 */
static inline unsigned otfp_get_dec_short(const char *p, uint32_t *v)
{
	uint64_t w = otfp_load8(p) ^ 0x3030303030303030u;
	/* as above; exact for the first byte that is no digit */
	uint64_t ends = (w | (w + 0x7676767676767676u)) & 0x8080808080808080u;
	unsigned n = ends ? (unsigned)__builtin_ctzll(ends) >> 3 : 0;

	if (__builtin_expect(!n, 0))
		return 0;
	w <<= 64 - 8 * n; /* shift in leading zeros */
	w = (w * 10 + (w >> 8)) & 0x00ff00ff00ff00ffu;
	w = (w * 100 + (w >> 16)) & 0x0000ffff0000ffffu;
	*v = (uint32_t)(w * 10000 + (w >> 32));
	return n;
}

/**
 * Write v as canonical decimal at p, which has room for OTFP_DEC_MAX bytes. Up to 3 bytes after the number are also
 * overwritten. @return the byte after the number
 */
char *otfp_put_dec_long(char *p, uint64_t v);
/** The same, with a fast path for numbers below 10000. */
static inline char *otfp_put_dec(char *p, uint64_t v)
{
	if (__builtin_expect(v >= 10000, 0))
		return otfp_put_dec_long(p, v);
	/* no branches: the number of digits of a token is unpredictable */
	memcpy(p, otfp_digits4 + 4 * v + 4 - otfp_ndigits[v], 4);
	return p + otfp_ndigits[v];
}

/**
 * Write v as lower-case hex without leading zeros at p, which has room for OTFP_HEX_MAX bytes. Up to 7 bytes after the
 * number are also overwritten. @return the byte after the number
 */
char *otfp_put_hex_long(char *p, uint64_t v);
/** The same, with a fast path for numbers below 4096. */
static inline char *otfp_put_hex(char *p, uint64_t v)
{
	const char *digits;

	if (__builtin_expect(v >= 4096, 0))
		return otfp_put_hex_long(p, v);
	digits = otfp_hex3[v];
	memcpy(p, digits + 3 - digits[3], 4);
	return p + digits[3];
}

/** Write the last six hex digits of v, with zeros, at p; one more byte is overwritten. @return the byte after them */
static inline char *otfp_put_hex6(char *p, uint64_t v)
{
	memcpy(p, otfp_hex3[v >> 12 & 0xfff], 4);
	memcpy(p + 3, otfp_hex3[v & 0xfff], 4);
	return p + 6;
}
#endif
