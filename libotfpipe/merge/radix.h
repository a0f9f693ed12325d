/*
 * radix.h - a stable radix sort of items by key, from the highest bit in which the keys differ. Its time depends on the
 * number of items, not on their order.
 */
#ifndef OTFP_MERGE_RADIX_H
#define OTFP_MERGE_RADIX_H
#include "merge/loser.h"
#include <stddef.h>

/* A key and the location of its record. */
struct otfp_item {
	struct otfp_key key;
	uint64_t at;
};

/** Sort n items by key; equal keys keep their order. `spare` has room for n items. */
void otfp_radix_sort(struct otfp_item *items, struct otfp_item *spare, size_t n);
#endif
