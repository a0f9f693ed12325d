/*
 * intern.h - strings that the output contains once and refers to by a number, an "iid".
 *
 * Memory: 48 bytes and its text for each different string. Only names of definitions and words of ours are interned, so
 * it does not grow with the records.
 */
#ifndef OTFP_CMD_CHROME_INTERN_H
#define OTFP_CMD_CHROME_INTERN_H
#include "base/arena.h"
#include "base/map.h"
#include "otfpipe.h"

struct otfp_interned {
	struct otfp_str text;
	uint32_t next;   /* with the same hash: 1 + index; 0 = none */
	uint32_t tables; /* those that have it already, bits for the caller */
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
