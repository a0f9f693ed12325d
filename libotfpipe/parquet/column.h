/* column.h - a column of the file: what it is, and its values of the row group that is collected. */
#ifndef OTFP_PARQUET_COLUMN_H
#define OTFP_PARQUET_COLUMN_H
#include "base/intern.h"
#include <string.h>

enum otfp_parquet_type {
	OTFP_PARQUET_SIGNED,   /* 64 bits */
	OTFP_PARQUET_UNSIGNED, /* 64 bits */
	OTFP_PARQUET_REAL,     /* binary64 */
	OTFP_PARQUET_TEXT,     /* UTF-8 */
	OTFP_PARQUET_BYTES
};

struct otfp_parquet_column {
	const char *name;
	enum otfp_parquet_type type;
	int is_nullable;
	int is_many; /* most values differ, such as times: no dictionary is tried */
	int is_rare; /* most row groups have NULL alone; nullable: needs no memory there (otfp_parquet_set_rare) */
};

/* Values of the rows so far. Of a rare column there is no room until one is set: all are NULL. */
struct otfp_parquet_values {
	const struct otfp_parquet_column *column;
	uint64_t *values;          /* numbers; the bits of reals; of texts and bytes 1 + their place in `texts` */
	uint8_t *has;              /* whether it is not NULL; NULL if it never is */
	struct otfp_interns texts; /* the different texts of the group */
	size_t text_bytes;         /* of them */
};

static inline int otfp_parquet_is_text(const struct otfp_parquet_column *c)
{
	return c->type == OTFP_PARQUET_TEXT || c->type == OTFP_PARQUET_BYTES;
}

/** Set a number; or a text to what otfp_parquet_text returned in the same row group. @param row  number of the row */
static inline void otfp_parquet_set(struct otfp_parquet_values *v, size_t row, uint64_t value)
{
	v->values[row] = value;
	if (v->has)
		v->has[row] = 1;
}

static inline void otfp_parquet_set_real(struct otfp_parquet_values *v, size_t row, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	otfp_parquet_set(v, row, bits);
}

/** The column must be nullable. */
static inline void otfp_parquet_set_null(struct otfp_parquet_values *v, size_t row)
{
	v->values[row] = 0;
	v->has[row] = 0;
}
#endif
