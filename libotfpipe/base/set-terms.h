/* set-terms.h - what a set is made of, between set-parse.c and set.c. */
#ifndef OTFP_BASE_SET_TERMS_H
#define OTFP_BASE_SET_TERMS_H
#include "base/set.h"
#include "base/glob.h"
#include "base/regex.h"

/* Numbers below this are looked up in a bitmap when the set has no names. */
enum { SMALL = 65536 };

struct range {
	uint64_t from, to;
};

/* A number or range as written. */
struct numbered {
	struct range is;
	int met;
};

/* When the set is complete: sorted, and with a gap between any two. */
struct ranges {
	struct range *r;
	size_t n, cap;
};

struct name {
	char *text; /* as written, without the ! */
	size_t n;
	struct otfp_glob *glob;   /* or NULL */
	struct otfp_regex *regex; /* or NULL; if both are NULL, only the text itself matches */
	uint64_t location;
	int is_location; /* the text is @LOCATION, and no name matches */
	int out, met;
};

struct otfp_set {
	struct ranges in, out;
	int any_in; /* there is a term without !, or an empty file; else all numbers but those of ! terms */
	struct name *names;
	size_t nnames, names_cap;
	struct numbered *numbers; /* complete: single numbers, ascending, each once; then ranges */
	size_t nnumbers, numbers_cap, nsingle;
	size_t nunmet;
	uint64_t largest;
	uint64_t small[SMALL / 64];
	char *text; /* as given */
};

/** Sort the terms for looking up. Called once, when all are there. */
void otfp_set_complete(struct otfp_set *set);
#endif
