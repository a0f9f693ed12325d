/*
 * glob.h - matches the patterns of fnmatch(3) without flags.
 *
 * Names need no NUL at the end and may contain NUL. Matching allocates nothing; its time is bounded by the length of
 * the pattern times the length of the name.
 */
#ifndef OTFP_BASE_GLOB_H
#define OTFP_BASE_GLOB_H
#include "base/must.h"
#include <stddef.h>

struct otfp_glob;

/** Compile a pattern. @return NULL when memory is out; free with otfp_glob_free */
OTFP_MUST_CHECK struct otfp_glob *otfp_glob_new(const char *pattern);
/** Free a pattern, which may be NULL. */
void otfp_glob_free(struct otfp_glob *glob);
/** Whether s[0..n) as a whole matches. */
int otfp_glob_match(const struct otfp_glob *glob, const char *s, size_t n);
#endif
