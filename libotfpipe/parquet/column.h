/* column.h - a column of the file: what it is, and where its values come from. */
#ifndef OTFP_PARQUET_COLUMN_H
#define OTFP_PARQUET_COLUMN_H
#include "otfpipe.h"
#include <stddef.h>
#include <stdint.h>

enum otfp_parquet_type {
	OTFP_PARQUET_SIGNED,   /* 64 bits */
	OTFP_PARQUET_UNSIGNED, /* 64 bits */
	OTFP_PARQUET_REAL,     /* binary64 */
	OTFP_PARQUET_TEXT,     /* UTF-8 */
	OTFP_PARQUET_BYTES
};

/* Values are kept in stores, one for each row (store.h). Columns are written from them. */
enum otfp_parquet_from {
	OTFP_PARQUET_STORED, /* what is in the store `of` */
	OTFP_PARQUET_MADE,   /* integers made of those in the stores `of` and `with`; NULL where one of them is */
	OTFP_PARQUET_MEANT   /* what an integer in the store `of` means: a text or an integer */
};

struct otfp_parquet_column {
	const char *name;
	enum otfp_parquet_type type;
	int is_nullable;
	int is_many; /* most values differ, such as times: no dictionary is tried */
	enum otfp_parquet_from from;
	unsigned of, with; /* stores; with: that of a column that is MADE of one is `of` */
};

/* What a value means. Zero-filled: nothing, NULL. */
struct otfp_parquet_meaning {
	int has;
	uint64_t number;
	struct otfp_str text; /* of columns of texts and bytes; valid until the next one is asked for */
};

/* What columns are made of. The functions may be called in several threads at once, while the caller waits for the
 * writer. */
struct otfp_parquet_maker {
	/** Make n values of a column that is MADE: to[i] of a[i] and b[i]. */
	void (*make)(const void *ctx, unsigned column, uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n);
	/** What a value of a column that is MEANT means; asked once for each value of a row group. */
	struct otfp_parquet_meaning (*mean)(const void *ctx, unsigned column, uint64_t value);
	const void *ctx;
};

static inline int otfp_parquet_is_text(const struct otfp_parquet_column *c)
{
	return c->type == OTFP_PARQUET_TEXT || c->type == OTFP_PARQUET_BYTES;
}
#endif
