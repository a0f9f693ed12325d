/* range.h - the smallest and the largest value of a page or of a column of a row group. */
#ifndef OTFP_PARQUET_RANGE_H
#define OTFP_PARQUET_RANGE_H
#include "parquet/column.h"

struct otfp_parquet_range {
	uint64_t min, max; /* as in struct otfp_parquet_values */
	int has;           /* there is a value */
	int is_unknown;    /* there is NaN, which has no place in the order: nothing may be said */
};

/** Of n values that are not NULL. @param seen  of texts: for each of them, and one more, the last `round` in which it
 * was looked at. @param round  above 0 */
struct otfp_parquet_range otfp_range_of(const struct otfp_parquet_values *v, const uint64_t *values, size_t n,
                                        uint32_t *seen, uint32_t round);
/** Extend `r` by another. */
void otfp_range_add(const struct otfp_parquet_values *v, struct otfp_parquet_range *r,
                    const struct otfp_parquet_range *other);
/** The bytes of an end of a range in statistics. @param room  for 8 bytes. @return NULL if it is too long for them */
const void *otfp_range_bytes(const struct otfp_parquet_values *v, uint64_t value, uint8_t room[8], size_t *n);
#endif
