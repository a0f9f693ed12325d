/* range.h - the smallest and the largest value of a page or of a column of a row group. */
#ifndef OTFP_PARQUET_RANGE_H
#define OTFP_PARQUET_RANGE_H
#include "base/intern.h"
#include "parquet/column.h"

/* What the values of a column are: numbers, or 1 + the place of a text. */
struct otfp_parquet_domain {
	const struct otfp_parquet_column *column;
	const struct otfp_interns *texts;
};

struct otfp_parquet_range {
	uint64_t min, max; /* values of the domain */
	int has;           /* there is a value */
	int is_unknown;    /* there is NaN, which has no place in the order: nothing may be said */
};

/** Of n values that are not NULL. */
struct otfp_parquet_range otfp_range_of(const struct otfp_parquet_domain *d, const uint64_t *values, size_t n);
/** Extend `r` by another. */
void otfp_range_add(const struct otfp_parquet_domain *d, struct otfp_parquet_range *r,
                    const struct otfp_parquet_range *other);
/** The bytes of an end of a range in statistics. @param room  for 8 bytes. @return NULL if it is too long for them */
const void *otfp_range_bytes(const struct otfp_parquet_domain *d, uint64_t value, uint8_t room[8], size_t *n);
#endif
