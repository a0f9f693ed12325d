/* order.h - ascending order of numbers, for sorting. */
#ifndef OTFP_BASE_ORDER_H
#define OTFP_BASE_ORDER_H
#include "base/wide.h"
#include "otfpipe.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** @return -1, 0 or 1 if a is less than, equal to or greater than b */
static inline int otfp_order(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/** Compare a with b, and if they are equal c with d. @return as otfp_order */
static inline int otfp_order2(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	return a != b ? otfp_order(a, b) : otfp_order(c, d);
}

/** The larger one first. @return as otfp_order */
static inline int otfp_order_down(otfp_wide a, otfp_wide b)
{
	return (a < b) - (a > b);
}

/** Compare texts by their bytes, as unsigned numbers; the shorter one of two that begin alike is less. @return as
 * memcmp(3) */
static inline int otfp_order_text(struct otfp_str a, struct otfp_str b)
{
	const size_t n = a.n < b.n ? a.n : b.n;
	const int order = n ? memcmp(a.p, b.p, n) : 0;

	return order ? order : otfp_order(a.n, b.n);
}

/** For qsort(3) and bsearch(3): compare the uint32_t at the start of the elements. */
static inline int otfp_by_u32(const void *a, const void *b)
{
	return otfp_order(*(const uint32_t *)a, *(const uint32_t *)b);
}

/** The same for a uint64_t. */
static inline int otfp_by_u64(const void *a, const void *b)
{
	return otfp_order(*(const uint64_t *)a, *(const uint64_t *)b);
}

/** Search n rows of `size` bytes, sorted by the uint32_t at their start. @return the index of the first row in which it
 * is `least` or more; n if there is none */
static inline size_t otfp_first_from(const void *rows, size_t n, size_t size, uint32_t least)
{
	size_t from = 0;

	while (from < n) {
		const size_t mid = from + (n - from) / 2;
		if (*(const uint32_t *)((const char *)rows + mid * size) < least)
			from = mid + 1;
		else
			n = mid;
	}
	return from;
}
#endif
