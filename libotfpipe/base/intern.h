/*
 * intern.h - different strings, numbered 1, 2, 3, ... in the order in which they came: what an output has once and
 * refers to by a number, and names that may occur once only.
 *
 * Memory: about 50 bytes and its text for each different string.
 */
#ifndef OTFP_BASE_INTERN_H
#define OTFP_BASE_INTERN_H
#include "base/arena.h"
#include "base/index.h"
#include "otfpipe.h"

struct otfp_interned {
	struct otfp_str text; /* with a NUL after it, which text.n does not count; never moves */
	uint32_t tables;      /* for the caller, 0 at first: which outputs have it already */
};

/* Zero-filled is empty. */
struct otfp_interns {
	struct otfp_interned *strings; /* that of number N is strings[N - 1] */
	size_t n, cap;
	struct otfp_index index;
	struct otfp_arena arena;
};

/** Free all strings; s is empty then. */
void otfp_interns_release(struct otfp_interns *s);
/** Find a string, or add a copy of it; p may be NULL if n is 0. @return its number; 0 when memory is out */
OTFP_MUST_CHECK uint32_t otfp_intern(struct otfp_interns *s, const char *p, size_t n);
/** Find a string. @return its number; 0: it is not there */
uint32_t otfp_intern_find(const struct otfp_interns *s, const char *p, size_t n);
#endif
