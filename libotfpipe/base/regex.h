/*
 * regex.h - POSIX extended regular expressions on bytes that need not be terminated.
 *
 * As with grep -E an expression is found anywhere in the bytes; ^ and $ are their ends.
 */
#ifndef OTFP_BASE_REGEX_H
#define OTFP_BASE_REGEX_H
#include "base/error.h"

struct otfp_regex;

/** Compile text. @param what  for messages, e.g. "--function". @return 0; OTFP_EUSAGE if it is no
 * expression, OTFP_EFAIL when memory is out; then *re is NULL. Free with otfp_regex_free. */
int otfp_regex_new(struct otfp_regex **re, const char *text, const char *what, struct otfp_error *err);
void otfp_regex_free(struct otfp_regex *re); /* re may be NULL */
/** Whether it is found in s[0..n). */
int otfp_regex_match(const struct otfp_regex *re, const char *s, size_t n);
#endif
