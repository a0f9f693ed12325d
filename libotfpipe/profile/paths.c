#include "profile/paths.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/large.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

void otfp_paths_release(struct otfp_paths *p)
{
	free(p->paths);
	otfp_index_release(&p->children);
	memset(p, 0, sizeof *p);
}

static int is_path(const struct otfp_paths *p, uint32_t path, uint32_t parent, otfp_ref function)
{
	return p->paths[path - 1].parent == parent && p->paths[path - 1].function == function;
}

/* The first path called from a path: most have no other. */
static uint32_t *first_child(struct otfp_paths *p, uint32_t parent)
{
	return parent ? &p->paths[parent - 1].child : &p->outermost;
}

/* @return 0 if there is no such path */
static uint32_t find(struct otfp_paths *p, uint32_t parent, otfp_ref function, uint32_t hash)
{
	const uint32_t first = *first_child(p, parent);
	size_t probe;
	uint32_t at;

	if (!first || p->paths[first - 1].function == function)
		return first;
	probe = otfp_index_home(&p->children, hash);
	while ((at = otfp_index_next(&p->children, hash, &probe)) && !is_path(p, at, parent, function))
		;
	return at;
}

static int index_path(struct otfp_paths *p, uint32_t path, uint32_t parent, uint32_t hash)
{
	uint32_t *first = first_child(p, parent);

	if (*first)
		return otfp_index_add(&p->children, hash, path);
	*first = path;
	return 0;
}

uint32_t otfp_paths_child(struct otfp_paths *p, uint32_t parent, otfp_ref function)
{
	const uint32_t hash = otfp_paths_hash(parent, function), path = find(p, parent, function, hash);

	if (path)
		return path;
	if (p->n >= UINT32_MAX || otfp_grow(&p->paths, p->n, &p->cap, sizeof *p->paths) < 0 ||
	    index_path(p, (uint32_t)p->n + 1, parent, hash) < 0)
		return 0;
	p->paths[p->n] =
		(struct otfp_path){.parent = parent, .depth = otfp_paths_depth(p, parent) + 1, .function = function};
	return (uint32_t)++p->n;
}

int otfp_paths_index(struct otfp_paths *p)
{
	int rc = 0;

	otfp_index_clear(&p->children);
	p->outermost = 0;
	for (size_t i = 0; i < p->n && rc == 0; i++) {
		const struct otfp_path *path = &p->paths[i];
		p->paths[i].child = 0;
		rc = index_path(p, (uint32_t)i + 1, path->parent, otfp_paths_hash(path->parent, path->function));
	}
	return rc;
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
	struct child *children = otfp_large(malloc((p->n + 1) * sizeof *children), p->n * sizeof *children);
	uint32_t *size = malloc((p->n + 1) * sizeof *size);
	const int rc = children && size ? 0 : -1;

	if (rc == 0)
		rank_all(p, children, size, rank);
	free(children);
	free(size);
	return rc;
}
