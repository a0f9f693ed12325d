/*
 * large.h - large pages for arrays that are read here and there: fewer faults when they are filled, and fewer misses of
 * the table of pages later.
 */
#ifndef OTFP_BASE_LARGE_H
#define OTFP_BASE_LARGE_H
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

enum { OTFP_SMALL_PAGE = 4 << 10, OTFP_LARGE_PAGE = 2 << 20 };

/** Ask for large pages for malloc'd memory, if it is worth it. What is not touched still costs no memory, up to the end
 * of its page. From the start of the first page on, so that the whole mapping is of one kind and realloc can move it.
 * @param p  the memory, or NULL. @return p */
static inline void *otfp_large(void *p, size_t size)
{
	const size_t before = (uintptr_t)p & (OTFP_SMALL_PAGE - 1);

	if (p && size > 3 * (size_t)OTFP_LARGE_PAGE)
		(void)madvise((char *)p - before, size + before, MADV_HUGEPAGE);
	return p;
}
#endif
