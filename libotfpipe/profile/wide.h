/* wide.h - sums of 128 bits, and their decimal text. */
#ifndef OTFP_PROFILE_WIDE_H
#define OTFP_PROFILE_WIDE_H
#include <stddef.h>
#include <stdio.h>

typedef unsigned __int128 otfp_wide;
typedef __int128 otfp_signed_wide;

#define OTFP_WIDE_MAX 40 /* bytes of text at most, a sign with them */

/** v as decimal at p, which has room for OTFP_WIDE_MAX bytes. @return first byte behind */
char *otfp_wide_put(char *p, otfp_wide v);
char *otfp_signed_wide_put(char *p, otfp_signed_wide v);
/** The same into a file; errors stay with the file. */
void otfp_wide_print(otfp_wide v, FILE *out);
void otfp_signed_wide_print(otfp_signed_wide v, FILE *out);
/** Read canonical decimal from p on. @return first byte behind it, or NULL if there is none or 128 bits do not
 * hold it */
const char *otfp_wide_get(const char *p, otfp_wide *v);
const char *otfp_signed_wide_get(const char *p, otfp_signed_wide *v);
#endif
