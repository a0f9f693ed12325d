/*
 * regex.h - POSIX extended regular expressions on bytes without NUL at the end.
 *
 * As with grep -E, an expression matches anywhere in the bytes; ^ and $ are their start and end.
 */
#ifndef OTFP_BASE_REGEX_H
#define OTFP_BASE_REGEX_H
#include "base/must.h"
#include "base/error.h"

struct otfp_regex;

/**
 * Compile text. @param what  option for messages, such as "--function". @return 0; OTFP_EUSAGE if it is invalid,
 * OTFP_EFAIL when memory is out; then *re is NULL. Free with otfp_regex_free
 */
OTFP_MUST_CHECK int otfp_regex_new(struct otfp_regex **re, const char *text, const char *what, struct otfp_error *err);
/** Free an expression, which may be NULL. */
void otfp_regex_free(struct otfp_regex *re);
/** Whether the expression matches in s[0..n). @return 1, 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_regex_match(const struct otfp_regex *re, const char *s, size_t n);
#endif
