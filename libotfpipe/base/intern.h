/*
 * intern.h - strings that an output contains once and refers to by a number.
 *
 * Memory: 72 bytes and its text for each different string.
 */
#ifndef OTFP_BASE_INTERN_H
#define OTFP_BASE_INTERN_H
#include "base/arena.h"
#include "base/map.h"
#include "otfpipe.h"

struct otfp_interned {
	struct otfp_str text;
	uint32_t next;   /* with the same hash: 1 + index; 0 = none */
	uint32_t tables; /* for the caller, 0 at first: which outputs have it already */
};

/* Zero-filled is empty. */
struct otfp_interns {
	struct otfp_map first; /* hash -> index */
	struct otfp_interned *strings;
	size_t n, cap;
	struct otfp_arena arena;
};

void otfp_interns_release(struct otfp_interns *s);
/** Find or add a string. @return its number, from 1; 0 when memory is out */
uint32_t otfp_intern(struct otfp_interns *s, const char *p, size_t n);
#endif
