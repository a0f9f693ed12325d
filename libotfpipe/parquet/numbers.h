/* numbers.h - the different numbers of a column, as long as there are few: a dictionary that is made when a row group
 * is written. */
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
	uint32_t *slots; /* 1 + index; 0 = free */
	unsigned bits;   /* there are 1 << bits of them */
};

/** Give each of n values an index, in order of first occurrence, if a dictionary pays: there are at most
 * OTFP_NUMBERS_MAX different ones, each four times or more on average. @param has  NULL, or whether value I counts
 * @return 1; 0 if it does not pay; -1 when memory is out */
OTFP_MUST_CHECK int otfp_numbers_index(struct otfp_numbers *d, uint32_t *index, const uint64_t *v, const uint8_t *has,
                                       size_t n);
void otfp_numbers_release(struct otfp_numbers *d);
#endif
