#include "vtf3/clip.h"

#define SIGN ((uint64_t)1 << 63)
#define BITS_1E_300 0x01a56e1fc2f8f359u
#define BITS_INF 0x7ff0000000000000u

/* The bits of positive doubles have the same order as the doubles. */
uint64_t otfp_vtf3_clip_bits(uint64_t bits)
{
	uint64_t size = bits & ~SIGN;

	if (size > BITS_INF)
		return OTFP_VTF3_BITS_MAX;
	if (size > OTFP_VTF3_BITS_MAX)
		return (bits & SIGN) | OTFP_VTF3_BITS_MAX;
	return size < BITS_1E_300 ? 0 : bits;
}

double otfp_vtf3_clip_odd_time(double d, double max)
{
	uint64_t bits = otfp_vtf3_clip_bits(otfp_vtf3_bits(d));

	if (bits & SIGN)
		return 0;
	if (bits >= otfp_vtf3_bits(max))
		return max;
	d = otfp_vtf3_double(bits);
	return d < 4503599627370496.0 ? (double)(int64_t)(d + 0.5) : d;
}
