/*
 * real.h - real numbers as text, see otfpipe-stream(5), "counter values" and "tags".
 *
 * The text has the fewest digits that read back to the same bits, in the notation of Python's repr: 2.5, 4.0, 1e+22,
 * 1e-05, inf, -inf, nan. It always contains one of . e n i, so it never looks like an integer. The locale is ignored.
 */
#ifndef OTFP_BASE_REAL_H
#define OTFP_BASE_REAL_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OTFP_REAL_MAX 32 /* bytes for any text of either function */

/** The number that the bits mean: those of a binary64, or the lower half those of a binary32. */
static inline double otfp_real_of(uint64_t bits, int is_single)
{
	const uint32_t half = (uint32_t)bits;
	double wide;
	float narrow;

	memcpy(&wide, &bits, sizeof wide);
	memcpy(&narrow, &half, sizeof narrow);
	return is_single ? (double)narrow : wide;
}

/**
 * Write the binary64 `bits` as text at p. @return its length; 0 if bits is a NaN other than the quiet default
 * 0x7ff8000000000000
 */
size_t otfp_put_double(char *p, uint64_t bits);
/** The same for binary32; the quiet default is 0x7fc00000. */
size_t otfp_put_float(char *p, uint32_t bits);
/**
 * Read all of p[0..n) as binary64, correctly rounded. Accepts what otfp_put_double writes, and any decimal real or
 * integer, with or without minus. @return 0; -1 if it is no number or too large
 */
int otfp_get_double(const char *p, size_t n, uint64_t *bits);
/** The same for binary32. */
int otfp_get_float(const char *p, size_t n, uint32_t *bits);
#endif
