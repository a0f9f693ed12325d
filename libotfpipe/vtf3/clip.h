/*
 * clip.h - numbers as VTF3 lets them be (the report, sections 1 and 2.1).
 *
 * Times and durations are integers in 0..1e30; other floating-point numbers are at most 1e300, and below
 * 1e-300 they are 0. Not-a-numbers and infinities count as larger than 1e300; of those the sign is lost.
 * All by integer operations on the bits, so that no floating-point exception is raised.
 */
#ifndef OTFP_VTF3_CLIP_H
#define OTFP_VTF3_CLIP_H
#include <stdint.h>
#include <string.h>
#include "vtf3/record.h"

static inline uint64_t otfp_vtf3_bits(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, sizeof bits);
	return bits;
}

static inline double otfp_vtf3_double(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof d);
	return d;
}

/** The bits of a real, clipped. */
uint64_t otfp_vtf3_clip_bits(uint64_t bits);
static inline double otfp_vtf3_clip_real(double d)
{
	return otfp_vtf3_double(otfp_vtf3_clip_bits(otfp_vtf3_bits(d)));
}
/** A time or duration of any bits: rounded to an integer, halves away from 0, in 0..max. */
double otfp_vtf3_clip_odd_time(double d, double max);
static inline double otfp_vtf3_clip_time(double d)
{
	/* nearly all are integers below 2^52: above its exponent nothing is one of them */
	if (__builtin_expect(otfp_vtf3_bits(d) < 0x4330000000000000u, 1) && (double)(int64_t)d == d)
		return d;
	return otfp_vtf3_clip_odd_time(d, OTFP_VTF3_TIME_MAX);
}
/** Seconds since 1970. */
static inline double otfp_vtf3_clip_seconds(double d)
{
	return otfp_vtf3_clip_odd_time(d, (double)UINT32_MAX);
}
#endif
