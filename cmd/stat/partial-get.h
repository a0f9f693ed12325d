/*
 * partial-get.h - fields of a line, for partial-in.c and partial-head.c. All functions return 0 and move *p after the
 * field and the byte `end` that follows it, or return -1 if the field does not match. The line ends in LF.
 */
#ifndef CMD_STAT_PARTIAL_GET_H
#define CMD_STAT_PARTIAL_GET_H
#include "base/must.h"
#include "base/wide.h"
#include "profile/counted.h"
#include <stdint.h>
#include <string.h>

static inline int partial_expect(const char **p, char c)
{
	if (**p != c)
		return -1;
	++*p;
	return 0;
}

/** Take a word; the whole word must be in the line. */
OTFP_MUST_CHECK int partial_expect_word(const char **p, const char *word);
OTFP_MUST_CHECK int partial_get_wide(const char **p, otfp_wide *v, char end);
/** A number up to `most`. */
OTFP_MUST_CHECK int partial_get(const char **p, uint64_t *v, uint64_t most, char end);
OTFP_MUST_CHECK int partial_get_u32(const char **p, uint32_t *v, char end);
/** 0 or 1. */
OTFP_MUST_CHECK int partial_get_flag(const char **p, int *v, char end);
/** A real, written as the integer that has its bits. */
OTFP_MUST_CHECK int partial_get_bits(const char **p, double *v, char end);
/** A sum that is an integer or a real. */
OTFP_MUST_CHECK int partial_get_sum(const char **p, struct otfp_number *n, char end);
/** The first byte that is no digit. */
static inline char partial_after_digits(const char *p)
{
	return p[strspn(p, "0123456789")];
}
#endif
