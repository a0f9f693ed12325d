/* vector.h - private to the files of root causes: sparse vectors, that is, ticks by a number. */
#ifndef OTFP_WAIT_VECTOR_H
#define OTFP_WAIT_VECTOR_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

struct wait_entry {
	uint64_t ticks;
	uint32_t key;
};

/* Zero-filled is empty. */
struct wait_vector {
	struct wait_entry *p;
	uint32_t n, cap;
};

/** Free all. @param used  bytes of all such vectors: updated, as by the others */
void otfp_wait_vector_release(struct wait_vector *v, size_t *used);
/** Sort entries by key, and add up those of equal keys. @return how many are left */
uint32_t otfp_wait_entries_sort(struct wait_entry *p, uint32_t n);
/** Add entries; both are sorted by key. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_vector_add(struct wait_vector *v, const struct wait_entry *from, uint32_t n,
                                         size_t *used);
/** Put entries behind those that are there. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_vector_put(struct wait_vector *v, const struct wait_entry *from, uint32_t n,
                                         size_t *used);
/** The entry of a key in a sorted one. @return NULL if there is none */
struct wait_entry *otfp_wait_vector_find(const struct wait_vector *v, uint32_t key);
#endif
