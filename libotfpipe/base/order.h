/*
 * order.h - ascending order of numbers, for sorting.
 *
 * otfp_order(a, b) is below, at or above 0 as a is to b; where the first numbers are equal, otfp_order(a, b) ?:
 * otfp_order(c, d) goes on with the next.
 */
#ifndef OTFP_BASE_ORDER_H
#define OTFP_BASE_ORDER_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static inline int otfp_order(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static inline int otfp_order_real(double a, double b)
{
	return (a > b) - (a < b);
}

/** For qsort(3) and bsearch(3): by the uint32_t or uint64_t at the start of an element. */
static inline int otfp_by_u32(const void *a, const void *b)
{
	return otfp_order(*(const uint32_t *)a, *(const uint32_t *)b);
}

static inline int otfp_by_u64(const void *a, const void *b)
{
	return otfp_order(*(const uint64_t *)a, *(const uint64_t *)b);
}
#endif
