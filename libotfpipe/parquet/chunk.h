/* chunk.h - a column of a row group as bytes: a page with the dictionary, if it has one, and pages of values. */
#ifndef OTFP_PARQUET_CHUNK_H
#define OTFP_PARQUET_CHUNK_H
#include "parquet/page.h"
#include "parquet/range.h"
#include "parquet/source.h"

struct otfp_parquet_page {
	size_t at, n;      /* bytes: from the start of the chunk, with the header */
	size_t row, nulls; /* its first row; how many are NULL */
	size_t raw;        /* bytes before compression, with the header */
	struct otfp_parquet_range range;
};

/* Zero-filled, then up to `with`. */
struct otfp_parquet_chunk {
	struct otfp_parquet_domain domain;
	unsigned number; /* of the column */
	struct otfp_parquet_source *of, *with;
	/* what the file has */
	struct otfp_buf bytes;
	size_t raw;     /* bytes before compression, with headers */
	int encoding;   /* of the values */
	size_t data_at; /* where the pages of values begin: behind the dictionary */
	struct otfp_parquet_packing packing;
	struct otfp_parquet_page *pages;
	size_t npages, nulls;
	struct otfp_parquet_range range;
	/* of a column that is MEANT: what the numbers of its source mean */
	struct otfp_interns texts;
	struct otfp_numbers numbers;
	uint32_t *meanings; /* of each: 1 + its place in the dictionary, 0 = NULL */
	int has_absent;     /* some are NULL */
	/* of a column with a dictionary */
	const struct otfp_parquet_chunk *same; /* whose pages are the same; NULL: none */
	const uint64_t *dictionary;            /* of numbers */
	size_t ndictionary;
	unsigned width; /* bits of an index */
};

/* What is needed while chunks are made. */
struct otfp_chunk_encoder {
	const struct otfp_parquet_maker *maker;
	struct otfp_pages pages;
	struct otfp_buf bytes;      /* of a page */
	struct otfp_page_rows both; /* rows that two sources have */
	uint64_t a[OTFP_PARQUET_PAGE_ROWS], b[OTFP_PARQUET_PAGE_ROWS], made[OTFP_PARQUET_PAGE_ROWS];
	uint32_t indices[OTFP_PARQUET_PAGE_ROWS], levels[OTFP_PARQUET_PAGE_ROWS];
};

/** Tell the sources what the column needs; then they are begun. */
void otfp_chunk_ask(const struct otfp_parquet_chunk *c);
/** Begin: choose an encoding and put the dictionary. Says its source if values are needed, too. @param first  a chunk
 * that was begun and has the same source, or NULL. @param rows  of the group, above 0. @return 0, or -1 when memory is
 * out */
OTFP_MUST_CHECK int otfp_chunk_begin(struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e,
                                     const struct otfp_parquet_chunk *first, size_t rows);
/** Put the page whose rows its sources have; rows are their places, the first is that of row `from`. @return 0, or -1
 * when memory is out */
OTFP_MUST_CHECK int otfp_chunk_page(struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e, const uint32_t *rows,
                                    size_t from);
/** What is needed no more when all pages are put. */
void otfp_chunk_end(struct otfp_parquet_chunk *c);
void otfp_chunk_release(struct otfp_parquet_chunk *c);
#endif
