#include "profile/paths.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/order.h"
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

int otfp_paths_index(struct otfp_paths *p)
{
	enum { AHEAD = 12 };

	otfp_map_clear(&p->children);
	for (size_t i = 0; i < p->n; i++) {
		const struct otfp_path *path = &p->paths[i];
		const int64_t number = number_of(p, path->function);
		if (i + AHEAD < p->n)
			otfp_paths_fetch(p, path[AHEAD].parent, path[AHEAD].function);
		if (number < 0 ||
		    otfp_map_set(&p->children, (uint64_t)path->parent << 32 | (uint64_t)number, i + 1) < 0)
			return -1;
	}
	return 0;
}

uint32_t otfp_paths_functions(const struct otfp_paths *p, uint32_t path, otfp_ref *to)
{
	uint32_t depth = otfp_paths_depth(p, path);

	OTFP_ASSERT(path <= p->n);
	for (uint32_t i = depth; i-- > 0; path = p->paths[path - 1].parent)
		to[i] = p->paths[path - 1].function;
	return depth;
}

/* ---- order ---- */

struct child {
	uint64_t function; /* the token weighs more than the stream */
	uint32_t parent, path;
};

static int by_parent(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	return otfp_order2(x->parent, y->parent, x->function, y->function);
}

/* A parent has a lower number than its children, so its size is complete, or its place known, when its turn comes. */
static void rank_all(const struct otfp_paths *p, struct child *children, uint32_t *size, uint32_t *rank)
{
	uint32_t *next = size; /* size[path] is not needed any more once the path has its place */

	for (size_t i = 0; i <= p->n; i++)
		size[i] = 1;
	for (size_t i = p->n; i > 0; i--) {
		const struct otfp_path *path = &p->paths[i - 1];
		size[path->parent] += size[i];
		children[i - 1] =
			(struct child){path->function << 32 | path->function >> 32, path->parent, (uint32_t)i};
	}
	if (p->n)
		qsort(children, p->n, sizeof *children, by_parent);
	rank[0] = 0;
	next[0] = 1;
	for (size_t i = 0; i < p->n; i++) {
		const uint32_t path = children[i].path, parent = children[i].parent, n = size[path];
		rank[path] = next[parent];
		next[parent] += n;
		next[path] = rank[path] + 1;
	}
}

int otfp_paths_rank(const struct otfp_paths *p, uint32_t *rank)
{
	struct child *children = malloc((p->n + 1) * sizeof *children);
	uint32_t *size = malloc((p->n + 1) * sizeof *size);
	const int rc = children && size ? 0 : -1;

	if (rc == 0)
		rank_all(p, children, size, rank);
	free(children);
	free(size);
	return rc;
}
