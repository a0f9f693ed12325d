/*
 * glob.h - the patterns of fnmatch(3) without flags, for bytes that need not be
 * terminated and may hold NUL; nothing is allocated while matching, and the time is
 * bounded by length of pattern times length of name.
 */
#ifndef OTFP_BASE_GLOB_H
#define OTFP_BASE_GLOB_H
#include <stddef.h>

struct otfp_glob;

/** @return the pattern made ready, or NULL when memory is out. Free with otfp_glob_free. */
struct otfp_glob *otfp_glob_new(const char *pattern);
void otfp_glob_free(struct otfp_glob *glob);
int otfp_glob_match(const struct otfp_glob *glob, const char *s, size_t n);
#endif
