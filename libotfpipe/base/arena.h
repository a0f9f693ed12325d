/*
 * arena.h - memory that never moves, freed all at once: what the records of a batch
 * point to.
 */
#ifndef OTFP_BASE_ARENA_H
#define OTFP_BASE_ARENA_H
#include <stddef.h>

struct otfp_arena {
	struct otfp_arena_block *blocks; /* the one in use first */
	char *p, *end;                   /* what is free of it */
};

#define OTFP_ARENA_INIT          \
	{                        \
		NULL, NULL, NULL \
	}

/** n bytes, aligned for any type, until the arena is cleared. @return NULL when memory is out */
void *otfp_arena_get(struct otfp_arena *a, size_t n);
/** The same at the beginning of a line of the cache. */
void *otfp_arena_get_line(struct otfp_arena *a, size_t n);
/** As otfp_arena_get, with a copy of p[0..n); p may be NULL where n is 0. */
void *otfp_arena_copy(struct otfp_arena *a, const void *p, size_t n);
/** Free all that was got; one block of the usual size is kept for the next use. */
void otfp_arena_clear(struct otfp_arena *a);
void otfp_arena_release(struct otfp_arena *a);
#endif
