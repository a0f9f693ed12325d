/* radix.h - items sorted by key, stable, in a time that their number alone decides. */
#ifndef OTFP_MERGE_RADIX_H
#define OTFP_MERGE_RADIX_H
#include "merge/loser.h"
#include <stddef.h>

/* A key, and where what it belongs to stands. */
struct otfp_item {
	struct otfp_key key;
	uint64_t at;
};

/** Sort n items by key; equal ones keep their order. `spare` has room for n more.
 * @return where they stand then: items or spare */
struct otfp_item *otfp_radix_sort(struct otfp_item *items, struct otfp_item *spare, size_t n);
#endif
