/* wide.h - 128-bit sums as decimal text. */
#ifndef OTFP_PROFILE_WIDE_H
#define OTFP_PROFILE_WIDE_H
#include <stddef.h>
#include <stdio.h>

typedef unsigned __int128 otfp_wide;
typedef __int128 otfp_signed_wide;

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
#endif
