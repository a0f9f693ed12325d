/*
 * set.h - the selection grammar: `1-8,12,!3`, names by glob, @FILE.
 *
 * A set is a list of terms by comma. A term is a number, a range A-B (A- = up to
 * the largest), a glob (fnmatch(3) without flags) for names, or @FILE: a file of
 * terms by commas or lines. `!` before a term takes it out again; only `!` terms =
 * all but these; later terms do not matter more than earlier: a member is what any
 * plain term holds (or all, if there is none) and no `!` term holds. A backslash
 * makes the next byte (comma, !, @, backslash, -) a plain byte of a name. A term
 * that holds a backslash is a name.
 *
 * Blanks around a term are ignored. A term of digits and `-` that is neither number
 * nor range (-5, 1-2-3, 8-1) is an error. In a file blank lines are ignored, an @ term
 * is an error, and so is a ! term if the file itself stands behind a !; an empty file
 * holds no member.
 */
#ifndef OTFP_BASE_SET_H
#define OTFP_BASE_SET_H
#include "base/error.h"
#include <stdint.h>

struct otfp_set;

/** Parse text. @param what  for messages, e.g. "--process". @return 0, or <0 with err filled: OTFP_EUSAGE, or
 * OTFP_EFAIL when a file cannot be read or memory is out; then *set is NULL. Free with otfp_set_free. */
int otfp_set_parse(struct otfp_set **set, const char *text, const char *what, struct otfp_error *err);
/** The same with names by POSIX extended regular expression in place of globs; one that does not
 * compile is OTFP_EUSAGE. In an expression the backslash before comma, !, @ and - is the set's. */
int otfp_set_parse_regex(struct otfp_set **set, const char *text, const char *what, struct otfp_error *err);
void otfp_set_free(struct otfp_set *set);
/** What it was parsed of, for messages. */
const char *otfp_set_text(const struct otfp_set *set);

/* Who takes the terms of a list one by one: numbers, ranges and names, with their backslashes. */
struct otfp_terms {
	/** A term, with `out` one that a ! takes out. @return 0, or <0 with err filled */
	int (*take)(void *ctx, const char *term, int out, struct otfp_error *err);
	void *ctx;
	int plain; /* set: some term is not taken out, or a file has none; otherwise all but these are meant */
};

/** Parse text as otfp_set_parse does, and give its terms away; in a file empty ones are ignored. @return as there, or
 * what `take` did */
int otfp_terms_parse(struct otfp_terms *terms, const char *text, const char *what, struct otfp_error *err);

/** Whether the set has name terms (globs): without, names need not be asked. */
int otfp_set_has_names(const struct otfp_set *set);
/** Whether number v, whose name is name[0..n) (NULL = it has none), is a member. */
int otfp_set_has(const struct otfp_set *set, uint64_t v, const char *name, size_t n);
#endif
