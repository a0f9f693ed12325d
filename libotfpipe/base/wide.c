#include "base/wide.h"
#include "base/num.h"
#include <math.h>
#include <stdint.h>

#define E18 1000000000000000000u
#define E19 (10 * E18)

char *otfp_wide_put(char *p, otfp_wide v)
{
	uint64_t low;

	if (v <= UINT64_MAX)
		return otfp_put_dec(p, (uint64_t)v);
	p = otfp_wide_put(p, v / E19);
	low = (uint64_t)(v % E19);
	/* writes a leading 1 to keep the zeros; the first of 19 digits then replaces the 1 */
	otfp_put_dec(p, E18 + low % E18);
	*p = (char)('0' + low / E18);
	return p + 19;
}

char *otfp_signed_wide_put(char *p, otfp_signed_wide v)
{
	if (v >= 0)
		return otfp_wide_put(p, (otfp_wide)v);
	*p++ = '-';
	return otfp_wide_put(p, 0 - (otfp_wide)v);
}

void otfp_wide_print(otfp_wide v, FILE *out)
{
	char text[OTFP_WIDE_MAX];
	const char *end = otfp_wide_put(text, v);

	fwrite(text, 1, (size_t)(end - text), out);
}

void otfp_signed_wide_print(otfp_signed_wide v, FILE *out)
{
	char text[OTFP_WIDE_MAX];
	const char *end = otfp_signed_wide_put(text, v);

	fwrite(text, 1, (size_t)(end - text), out);
}

const char *otfp_wide_get(const char *p, otfp_wide *v)
{
	const otfp_wide max = ~(otfp_wide)0;
	const char *start = p;
	unsigned d;

	for (*v = 0; (d = (unsigned)((unsigned char)*p - '0')) < 10; p++) {
		if (*v > max / 10 || *v * 10 > max - d)
			return NULL;
		*v = *v * 10 + d;
	}
	return p == start || (*start == '0' && p - start > 1) ? NULL : p;
}

const char *otfp_signed_wide_get(const char *p, otfp_signed_wide *v)
{
	int negative = *p == '-';
	otfp_wide u;

	p = otfp_wide_get(p + negative, &u);
	if (!p || u >> 127)
		return NULL;
	*v = negative ? -(otfp_signed_wide)u : (otfp_signed_wide)u;
	return p;
}

/* Of more than 64 bits the lowest stand for themselves by one bit: it decides between two halves, no more. */
double otfp_wide_real(otfp_wide v)
{
	const uint64_t high = (uint64_t)(v >> 64);
	int shift;
	otfp_wide rest;

	if (!high)
		return (double)(uint64_t)v;
	shift = 64 - __builtin_clzll(high);
	rest = v & (((otfp_wide)1 << shift) - 1);
	return ldexp((double)((uint64_t)(v >> shift) | (rest != 0)), shift);
}

double otfp_signed_wide_real(otfp_signed_wide v)
{
	return v < 0 ? -otfp_wide_real(0 - (otfp_wide)v) : otfp_wide_real((otfp_wide)v);
}
