/*
 * paths.h - call paths: which function was called by which, down from the outermost.
 *
 * A path is a number; 0 is that of no call at all. Memory: 64 bytes a path.
 */
#ifndef OTFP_PROFILE_PATHS_H
#define OTFP_PROFILE_PATHS_H
#include "record/names.h"

struct otfp_path {
	uint32_t parent, depth;
	otfp_ref function;
};

/* Zero-filled is empty. */
struct otfp_paths {
	struct otfp_path *paths; /* of path p at p - 1 */
	size_t n, cap;
	struct otfp_map functions; /* ref to its number */
	struct otfp_map children;  /* path << 32 | number of a function to the path */
};

void otfp_paths_release(struct otfp_paths *p);
/** The path of that function called from `parent`, made if it is new. @return 0 when memory is out, or there
 * are 2^32 */
uint32_t otfp_paths_child(struct otfp_paths *p, uint32_t parent, otfp_ref function);
/** The functions of a path, outermost first, into room for its depth. @return its depth */
uint32_t otfp_paths_functions(const struct otfp_paths *p, uint32_t path, otfp_ref *to);
static inline uint32_t otfp_paths_depth(const struct otfp_paths *p, uint32_t path)
{
	return path ? p->paths[path - 1].depth : 0;
}
/** By the tokens, and then the streams, of the functions from the outermost on; a path before those that go
 * on from it. @return <0, 0 or >0 */
int otfp_paths_compare(const struct otfp_paths *p, uint32_t a, uint32_t b);
#endif
