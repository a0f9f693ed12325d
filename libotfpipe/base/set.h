/*
 * set.h - the selection grammar: `1-8,12,!3`, names by glob, @FILE, @LOCATION.
 *
 * A set is a list of terms separated by commas. A term is a number, a range A-B
 * (A- = from A to the largest number), a glob (fnmatch(3) without flags) for names,
 * or @FILE: a file of terms separated by commas or newlines. `!` before a term
 * excludes what it matches. A member matches a term without `!` (or the set has
 * none of these), and matches no term with `!`; the order of terms does not matter.
 * A backslash makes the next byte (comma, !, @, backslash, -) an ordinary byte of a
 * name. A term that contains a backslash is a name.
 *
 * Where it is allowed, @NUMBER is the location of OTF2 with that id, if there is no file of that name.
 *
 * Blanks around a term are ignored. A term of digits and `-` that is neither a
 * number nor a range (-5, 1-2-3, 8-1) is an error. In a file, blank lines are
 * ignored and the @ of another file is an error; so is a ! term if there is a ! before the @ of
 * the file. The set of an empty file has no members.
 */
#ifndef OTFP_BASE_SET_H
#define OTFP_BASE_SET_H
#include "base/must.h"
#include "base/error.h"
#include <stdint.h>

struct otfp_set;

/** Parse text. @param what  for messages, e.g. "--process". @return 0, or <0 with err filled and *set NULL:
 * OTFP_EUSAGE, or OTFP_EFAIL when a file cannot be read or memory is out. Free with otfp_set_free. */
OTFP_MUST_CHECK int otfp_set_parse(struct otfp_set **set, const char *text, const char *what, struct otfp_error *err);
/* How to parse. */
enum {
	OTFP_SET_REGEX = 4,    /* POSIX extended regular expressions instead of globs; one that does not compile is
	                        * OTFP_EUSAGE. The set removes the backslash before comma, !, @ and - from it */
	OTFP_SET_LOCATIONS = 8 /* @NUMBER is a location if there is no such file */
};
/** The same. @param how  OTFP_SET_REGEX, OTFP_SET_LOCATIONS or both */
OTFP_MUST_CHECK int otfp_set_parse_as(struct otfp_set **set, const char *text, int how, const char *what,
                                      struct otfp_error *err);
/** set may be NULL. */
void otfp_set_free(struct otfp_set *set);
/** @return the text that it was parsed from, for messages */
const char *otfp_set_text(const struct otfp_set *set);

/* A receiver of the terms of a list, one by one: numbers, ranges and names, with their backslashes. */
struct otfp_terms {
	/** Take a term, without its !. @param out  it has a !. @return 0, or <0 with err filled */
	int (*take)(void *ctx, const char *term, int out, struct otfp_error *err);
	void *ctx;
	int plain; /* set: a term has no !, or a file is empty; if 0, the list means all but its terms */
};

/** Parse text as otfp_set_parse does, and call terms->take for each term; empty terms in a file are ignored.
 * @return as otfp_set_parse, or the error of `take` */
int otfp_terms_parse(struct otfp_terms *terms, const char *text, const char *what, struct otfp_error *err);

/** @return the largest number that a term names; 0 if there is none. The end of an open range does not count */
uint64_t otfp_set_largest(const struct otfp_set *set);

/* ---- terms that match nothing ---- */

/** Note a number and the name name[0..n) (NULL = it has none) that exist: the terms that match them are met. Cheap when
 * all terms are met. set may be NULL. */
void otfp_set_meet(struct otfp_set *set, uint64_t v, const char *name, size_t n);
/** The same for what is a location of OTF2. @param location  its id; NULL = it is none */
void otfp_set_meet_located(struct otfp_set *set, uint64_t v, const char *name, size_t n, const uint64_t *location);
/** Write the terms that nothing met to text, which has room for `room` bytes: "'a', 'b' and 3 more". They count as met
 * then. @return how many there are */
size_t otfp_set_unmet(struct otfp_set *set, char *text, size_t room);

/* ---- members ---- */

/** @return whether the set has terms for names or locations; if not, otfp_set_has needs no name */
int otfp_set_has_names(const struct otfp_set *set);
/** @return whether the number v with the name name[0..n) (NULL = it has none) is a member: 1 or 0; -1 when memory is
 * out, which needs a name and a set of regular expressions */
int otfp_set_has(const struct otfp_set *set, uint64_t v, const char *name, size_t n);
/** The same for what is a location of OTF2. @param location  its id; NULL = it is none */
int otfp_set_has_located(const struct otfp_set *set, uint64_t v, const char *name, size_t n, const uint64_t *location);
#endif
