#include "profile/paths.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_paths_release(struct otfp_paths *p)
{
	free(p->paths);
	otfp_map_release(&p->functions);
	otfp_map_release(&p->children);
	memset(p, 0, sizeof *p);
}

/* Number functions from 0 on, so that they fit in 32 bits. @return -1 when memory is out */
static int64_t number_of(struct otfp_paths *p, otfp_ref function)
{
	const uint64_t *number = otfp_map_get(&p->functions, function);

	if (number)
		return (int64_t)*number;
	if (otfp_map_set(&p->functions, function, p->functions.n) < 0)
		return -1;
	return (int64_t)p->functions.n - 1;
}

uint32_t otfp_paths_child(struct otfp_paths *p, uint32_t parent, otfp_ref function)
{
	int64_t number = number_of(p, function);
	const uint64_t *child;
	uint64_t key;

	if (number < 0)
		return 0;
	key = (uint64_t)parent << 32 | (uint64_t)number;
	child = otfp_map_get(&p->children, key);
	if (child)
		return (uint32_t)*child;
	if (p->n >= UINT32_MAX || otfp_grow(&p->paths, p->n, &p->cap, sizeof *p->paths) < 0 ||
	    otfp_map_set(&p->children, key, p->n + 1) < 0)
		return 0;
	p->paths[p->n] = (struct otfp_path){parent, otfp_paths_depth(p, parent) + 1, function};
	return (uint32_t)++p->n;
}

uint32_t otfp_paths_functions(const struct otfp_paths *p, uint32_t path, otfp_ref *to)
{
	uint32_t depth = otfp_paths_depth(p, path);

	OTFP_ASSERT(path <= p->n);
	for (uint32_t i = depth; i-- > 0; path = p->paths[path - 1].parent)
		to[i] = p->paths[path - 1].function;
	return depth;
}

/* The ancestor of a path with that depth. */
static uint32_t cut(const struct otfp_paths *p, uint32_t path, uint32_t depth)
{
	while (otfp_paths_depth(p, path) > depth)
		path = p->paths[path - 1].parent;
	return path;
}

static int compare_functions(otfp_ref a, otfp_ref b)
{
	a = a << 32 | a >> 32; /* the token weighs more than the stream */
	b = b << 32 | b >> 32;
	return (a > b) - (a < b);
}

int otfp_paths_compare(const struct otfp_paths *p, uint32_t a, uint32_t b)
{
	uint32_t da = otfp_paths_depth(p, a), db = otfp_paths_depth(p, b);
	int order = (da > db) - (da < db);

	a = cut(p, a, da < db ? da : db);
	b = cut(p, b, da < db ? da : db);
	for (; a != b; a = p->paths[a - 1].parent, b = p->paths[b - 1].parent)
		order = compare_functions(p->paths[a - 1].function, p->paths[b - 1].function);
	return order;
}
