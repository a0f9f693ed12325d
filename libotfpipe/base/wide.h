/* wide.h - 128-bit integers: the type, decimal text. */
#ifndef OTFP_BASE_WIDE_H
#define OTFP_BASE_WIDE_H
#include <stddef.h>
#include <stdio.h>

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 otfp_wide;
typedef __int128 otfp_signed_wide;
#else /* 32-bit machines: gcc >= 14, clang >= 16 */
typedef unsigned _BitInt(128) otfp_wide;
typedef _BitInt(128) otfp_signed_wide;
#endif

#define OTFP_WIDE_MAX 40 /* maximum length in bytes, with a sign */

/** Write v in decimal at p, which has room for OTFP_WIDE_MAX bytes. @return the first byte after it */
char *otfp_wide_put(char *p, otfp_wide v);
/** The same for a signed number. */
char *otfp_signed_wide_put(char *p, otfp_signed_wide v);
/** Write v in decimal to a file; check ferror(3) for errors. */
void otfp_wide_print(otfp_wide v, FILE *out);
/** The same for a signed number. */
void otfp_signed_wide_print(otfp_signed_wide v, FILE *out);
/** Parse canonical decimal at p. @return the first byte after it, or NULL if there is none or it exceeds 128 bits */
const char *otfp_wide_get(const char *p, otfp_wide *v);
/** The same for a signed number. */
const char *otfp_signed_wide_get(const char *p, otfp_signed_wide *v);
/** The nearest binary64, as a cast would give where the compiler has one. */
double otfp_wide_real(otfp_wide v);
/** The same for a signed number. */
double otfp_signed_wide_real(otfp_signed_wide v);
#endif
