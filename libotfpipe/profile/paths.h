/*
 * paths.h - call paths: the functions of a call stack, outermost first.
 *
 * A path is a number from 1 on; 0 is the empty path. Memory: 30 to 45 bytes per path.
 */
#ifndef OTFP_PROFILE_PATHS_H
#define OTFP_PROFILE_PATHS_H
#include "base/fetch.h"
#include "base/hash.h"
#include "base/index.h"
#include "record/names.h"

/* A path: one function called from the parent path. */
struct otfp_path {
	uint32_t parent, depth;
	otfp_ref function;
	uint32_t child; /* the first path that was called from it; 0 = none */
};

/* Zero-filled is empty. */
struct otfp_paths {
	struct otfp_path *paths; /* path p is at index p - 1 */
	size_t n, cap;
	struct otfp_index children; /* of other paths, by parent and function */
	uint32_t outermost;         /* as `child`, of the empty path */
};

/** Free all; *p is empty then. */
void otfp_paths_release(struct otfp_paths *p);
/** Index all paths anew after their owner has changed them: another of their numbers, or fewer of them.
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_paths_index(struct otfp_paths *p);
static inline uint32_t otfp_paths_hash(uint32_t parent, otfp_ref function)
{
	return (uint32_t)(otfp_hash_add(otfp_hash_spread(parent), function) >> 32);
}

/** Fetch what otfp_paths_child reads for a function that is called from `parent`. */
OTFP_FETCH void otfp_paths_fetch(const struct otfp_paths *p, uint32_t parent, otfp_ref function)
{
	__builtin_prefetch(&p->paths[parent - 1].child);
	otfp_index_fetch(&p->children, otfp_paths_hash(parent, function));
}

/** Find or add the path of a function called from `parent`. @return 0 when memory is out or there are 2^32 paths */
uint32_t otfp_paths_child(struct otfp_paths *p, uint32_t parent, otfp_ref function);
/** Write the functions of a path, outermost first, to `to`, which has room for its depth. @return the depth */
uint32_t otfp_paths_functions(const struct otfp_paths *p, uint32_t path, otfp_ref *to);
/** The number of functions of a path. */
static inline uint32_t otfp_paths_depth(const struct otfp_paths *p, uint32_t path)
{
	return path ? p->paths[path - 1].depth : 0;
}
/** Set rank[path], for 0 to p->n, to the place of the path in the order of the tokens, then the streams, of the
 * functions, outermost first; a path comes before its extensions. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_paths_rank(const struct otfp_paths *p, uint32_t *rank);
#endif
