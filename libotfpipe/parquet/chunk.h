/* chunk.h - a column of a row group as bytes: a page with the dictionary, if it has one, and pages of values. */
#ifndef OTFP_PARQUET_CHUNK_H
#define OTFP_PARQUET_CHUNK_H
#include "parquet/page.h"
#include "parquet/range.h"

/* Rows of a page; in all columns the same, so that readers can pass over rows. */
enum { OTFP_PARQUET_PAGE_ROWS = 20480 };

struct otfp_parquet_page {
	size_t at, n;      /* bytes: from the start of the chunk, with the header */
	size_t row, nulls; /* its first row; how many are NULL */
	struct otfp_parquet_range range;
};

/* Zero-filled, then `level` and `values`. */
struct otfp_parquet_chunk {
	const struct otfp_parquet_values *values;
	int level; /* of zstd */
	struct otfp_buf bytes;
	size_t raw;     /* bytes before compression, with headers */
	int encoding;   /* of the values */
	int codec;      /* of the pages */
	size_t data_at; /* where the pages of values begin: behind the dictionary */
	struct otfp_parquet_page *pages;
	size_t npages, nulls;
	struct otfp_parquet_range range;
};

/** Encode n > 0 rows. @param order  NULL, or which row is the first, second, ... @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_chunk_encode(struct otfp_parquet_chunk *c, const uint32_t *order, size_t n);
void otfp_chunk_release(struct otfp_parquet_chunk *c);
#endif
