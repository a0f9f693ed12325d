/*
 * clip.h - limits of numbers in VTF3 (VTF3 report, sections 1 and 2.1).
 *
 * Times and durations are integers in 0..1e30. Other floating-point numbers are at most 1e300 in magnitude; magnitudes
 * below 1e-300 become 0. Infinity becomes 1e300 with its sign, NaN 1e300. Only integer operations on the bits are
 * used, so no floating-point exception is raised.
 */
#ifndef OTFP_VTF3_CLIP_H
#define OTFP_VTF3_CLIP_H
#include <stdint.h>
#include <string.h>
#include "vtf3/record.h"

/* The bits of the largest and of the smallest number, 1e300 and -1e300. */
#define OTFP_VTF3_BITS_MAX UINT64_C(0x7e37e43c8800759c)
#define OTFP_VTF3_BITS_MIN (UINT64_C(1) << 63 | OTFP_VTF3_BITS_MAX)

/** The IEEE 754 bits of a double. */
static inline uint64_t otfp_vtf3_bits(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, sizeof bits);
	return bits;
}

/** The double with these IEEE 754 bits. */
static inline double otfp_vtf3_double(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof d);
	return d;
}

/** Clip a real number, as bits, to the limits above. */
uint64_t otfp_vtf3_clip_bits(uint64_t bits);
/** Clip a real number to the limits above. */
static inline double otfp_vtf3_clip_real(double d)
{
	return otfp_vtf3_double(otfp_vtf3_clip_bits(otfp_vtf3_bits(d)));
}
/** Clip any double to a time or duration: round to an integer, halves away from 0, in 0..max. */
double otfp_vtf3_clip_odd_time(double d, double max);
/** Clip a time or duration in ticks to 0..1e30. */
static inline double otfp_vtf3_clip_time(double d)
{
	/* fast path for integers below 2^52, nearly all times; larger bit patterns need not be integers */
	if (__builtin_expect(otfp_vtf3_bits(d) < 0x4330000000000000u, 1) && (double)(int64_t)d == d)
		return d;
	return otfp_vtf3_clip_odd_time(d, OTFP_VTF3_TIME_MAX);
}
/** Clip seconds since 1970 to 32 bits. */
static inline double otfp_vtf3_clip_seconds(double d)
{
	return otfp_vtf3_clip_odd_time(d, (double)UINT32_MAX);
}
#endif
