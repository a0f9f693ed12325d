#include "base/arena.h"
#include "base/assert.h"
#include "base/large.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK = 4096,
	MANY = 4096, /* blocks: further ones are large */
	ALIGN = _Alignof(max_align_t),
	CACHE_LINE = 64
};

struct otfp_arena_block {
	struct otfp_arena_block *next;
	size_t n; /* bytes after this header */
	max_align_t bytes[];
};

static void use(struct otfp_arena *a, struct otfp_arena_block *b)
{
	a->p = b ? (char *)b->bytes : NULL;
	a->end = b ? a->p + b->n : NULL;
}

static struct otfp_arena_block *new_block(size_t n)
{
	struct otfp_arena_block *b = n > SIZE_MAX - sizeof *b ? NULL : otfp_large(malloc(sizeof *b + n), sizeof *b + n);

	if (b)
		b->n = n;
	return b;
}

/* The size of the next block. A large one is a mapping of whole large pages, with the head of malloc. */
static size_t next_size(const struct otfp_arena *a)
{
	return a->nblocks < MANY ? BLOCK : 4 * OTFP_LARGE_PAGE - sizeof(struct otfp_arena_block) - sizeof(max_align_t);
}

static int add_block(struct otfp_arena *a)
{
	struct otfp_arena_block *b = new_block(next_size(a));

	if (!b)
		return -1;
	a->nblocks++;
	b->next = a->blocks;
	a->blocks = b;
	use(a, b);
	return 0;
}

/* A block of its own. The one in use stays the first, since it may have room. */
static void *get_large(struct otfp_arena *a, size_t n)
{
	struct otfp_arena_block *b = a->blocks || add_block(a) == 0 ? new_block(n) : NULL;

	if (!b)
		return NULL;
	b->next = a->blocks->next;
	a->blocks->next = b;
	return b->bytes;
}

void *otfp_arena_get(struct otfp_arena *a, size_t n)
{
	char *p;

	OTFP_ASSERT_HOT(a->p <= a->end);
	if (n > SIZE_MAX / 2)
		return NULL;
	n = (n + !n + ALIGN - 1) / ALIGN * ALIGN; /* 0 bytes also get an address */
	if (n > BLOCK)
		return get_large(a, n);
	if (n > (size_t)(a->end - a->p) && add_block(a) < 0)
		return NULL;
	p = a->p;
	a->p += n;
	return p;
}

void *otfp_arena_get_line(struct otfp_arena *a, size_t n)
{
	const size_t gap = -(uintptr_t)a->p & (CACHE_LINE - 1);
	char *p;

	if (n > SIZE_MAX / 2)
		return NULL;
	if (gap + n <= (size_t)(a->end - a->p)) {
		p = otfp_arena_get(a, gap + n);
		return p ? p + gap : NULL;
	}
	p = otfp_arena_get(a, n + CACHE_LINE);
	return p ? p + (-(uintptr_t)p & (CACHE_LINE - 1)) : NULL;
}

void *otfp_arena_copy(struct otfp_arena *a, const void *p, size_t n)
{
	void *to = otfp_arena_get(a, n);

	if (to && n)
		memcpy(to, p, n);
	return to;
}

void otfp_arena_clear(struct otfp_arena *a)
{
	struct otfp_arena_block *b, *keep = NULL;

	while ((b = a->blocks)) {
		a->blocks = b->next;
		if (!keep && b->n == BLOCK)
			keep = b;
		else
			free(b);
	}
	if (keep)
		keep->next = NULL;
	a->blocks = keep;
	a->nblocks = keep != NULL;
	use(a, keep);
}

void otfp_arena_release(struct otfp_arena *a)
{
	struct otfp_arena_block *b;

	while ((b = a->blocks)) {
		a->blocks = b->next;
		free(b);
	}
	a->nblocks = 0;
	use(a, NULL);
}
