/* numbers.h - the different numbers of a store or column: a dictionary that is made when a row group is written. */
#ifndef OTFP_PARQUET_NUMBERS_H
#define OTFP_PARQUET_NUMBERS_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

enum { OTFP_NUMBERS_MAX = 65536 };

/* Zero-filled is empty. */
struct otfp_numbers {
	uint64_t *values; /* that of index I is values[I] */
	uint32_t n;
	uint32_t *slots; /* 1 + index; 0 = free; at most half are used */
	unsigned bits;   /* there are 1 << bits of them */
};

/** Find a number or add it. @return 1 + its index; 0 when memory is out */
OTFP_MUST_CHECK uint32_t otfp_numbers_add(struct otfp_numbers *d, uint64_t v);
/** Give each of n values an index, in order of first occurrence, if a dictionary pays: there are at most
 * OTFP_NUMBERS_MAX different ones, each four times or more on average. @param has  NULL, or whether value I counts.
 * @param is_wanted  give each an index even if it does not pay
 * @return 1; 0 if it does not pay; -1 when memory is out */
OTFP_MUST_CHECK int otfp_numbers_index(struct otfp_numbers *d, uint32_t *index, const uint64_t *v, const uint8_t *has,
                                       size_t n, int is_wanted);
void otfp_numbers_release(struct otfp_numbers *d);
#endif
