#include "base/num.h"
#include "base/assert.h"

const uint8_t otfp_hex_value[256] = {
	[0 ... '0' - 1] = 0xff,
	['0'] = 0,
	['1'] = 1,
	['2'] = 2,
	['3'] = 3,
	['4'] = 4,
	['5'] = 5,
	['6'] = 6,
	['7'] = 7,
	['8'] = 8,
	['9'] = 9,
	['9' + 1 ... 'a' - 1] = 0xff,
	['a'] = 10,
	['b'] = 11,
	['c'] = 12,
	['d'] = 13,
	['e'] = 14,
	['f'] = 15,
	['f' + 1 ... 255] = 0xff,
};

static inline char *put4(char *p, uint32_t v)
{
	memcpy(p, otfp_digits4 + 4 * v, 4);
	return p + 4;
}

static inline char *put8(char *p, uint32_t v)
{
	return put4(put4(p, v / 10000), v % 10000);
}

/* Write the leading digits, v < 10^8, without leading zeros. */
static inline char *put_head(char *p, uint32_t v)
{
	if (v < 10000)
		return otfp_put_dec(p, v);
	return put4(otfp_put_dec(p, v / 10000), v % 10000);
}

char *otfp_put_dec_long(char *p, uint64_t v)
{
	const uint64_t e8 = 100000000, e16 = e8 * e8;

	if (v < e8)
		return put_head(p, (uint32_t)v);
	if (v >= e16) {
		p = put_head(p, (uint32_t)(v / e16));
		v %= e16;
		p = put8(p, (uint32_t)(v / e8));
	} else {
		p = put_head(p, (uint32_t)(v / e8));
	}
	return put8(p, (uint32_t)(v % e8));
}

/* Write the last n of the eight hex digits of v at p. Always stores 8 bytes. */
static char *put_hex8(char *p, uint32_t v, unsigned n)
{
	uint64_t x = v;

	OTFP_ASSERT_HOT(n >= 1 && n <= 8);
	/* spread to four bits per byte, and add the distance from '9' + 1 to 'a' where needed */
	x = (x | x << 16) & 0x0000ffff0000ffffu;
	x = (x | x << 8) & 0x00ff00ff00ff00ffu;
	x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fu;
	x += 0x3030303030303030u + ((x + 0x0606060606060606u) >> 4 & 0x0101010101010101u) * ('a' - '9' - 1);
	x = htobe64(x << (64 - 8 * n));
	memcpy(p, &x, sizeof x);
	return p + n;
}

char *otfp_put_hex_long(char *p, uint64_t v)
{
	uint32_t high = (uint32_t)(v >> 32), head = high ? high : (uint32_t)v;

	p = put_hex8(p, head, (35 - (unsigned)__builtin_clz(head | 1)) / 4);
	return high ? put_hex8(p, (uint32_t)v, 8) : p;
}

int otfp_hex_is_over(const char *p, const char *end)
{
	while (p < end && *p == '0')
		p++;
	return end - p > OTFP_HEX_MAX;
}

int otfp_dec_is_over(const char *p, const char *end)
{
	while (p < end && *p == '0')
		p++;
	return end - p > OTFP_DEC_MAX ||
	       (end - p == OTFP_DEC_MAX && memcmp(p, "18446744073709551615", OTFP_DEC_MAX) > 0);
}
