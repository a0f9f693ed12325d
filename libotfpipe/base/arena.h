/*
 * arena.h - memory that never moves and is freed all at once, such as what the records of a batch point to.
 *
 * Zero-filled is an empty arena (or use OTFP_ARENA_INIT).
 */
#ifndef OTFP_BASE_ARENA_H
#define OTFP_BASE_ARENA_H
#include "base/must.h"
#include <stddef.h>

struct otfp_arena {
	struct otfp_arena_block *blocks; /* the one in use first */
	char *p, *end;                   /* free part of the block in use */
	size_t nblocks;                  /* those that were in use */
};

#define OTFP_ARENA_INIT             \
	{                           \
		NULL, NULL, NULL, 0 \
	}

/** Get n bytes, aligned for any type, valid until the arena is cleared. @return NULL when memory is out */
OTFP_MUST_CHECK void *otfp_arena_get(struct otfp_arena *a, size_t n);
/** The same, at the start of a cache line (64 bytes). */
OTFP_MUST_CHECK void *otfp_arena_get_line(struct otfp_arena *a, size_t n);
/** Get a copy of p[0..n); p may be NULL if n is 0. @return NULL when memory is out */
OTFP_MUST_CHECK void *otfp_arena_copy(struct otfp_arena *a, const void *p, size_t n);
/** Free all memory of the arena, except one block of the usual size for the next use. */
void otfp_arena_clear(struct otfp_arena *a);
/** Free all memory of the arena; it is empty then. */
void otfp_arena_release(struct otfp_arena *a);
#endif
