/* source.h - a store while its row group is encoded: page by page its rows in the order of the file. */
#ifndef OTFP_PARQUET_SOURCE_H
#define OTFP_PARQUET_SOURCE_H
#include "parquet/numbers.h"
#include "parquet/store.h"

/* Rows of a page; in all columns the same, so that readers can pass over rows. */
enum { OTFP_PARQUET_PAGE_ROWS = 20480 };

/* The rows of a page that are not NULL. */
struct otfp_page_rows {
	size_t nrows, n;                         /* rows of the page; those that are not NULL */
	const uint32_t *rows;                    /* these, as places in the store */
	uint32_t levels[OTFP_PARQUET_PAGE_ROWS]; /* by row of the page whether it is not NULL, if only some are */
	uint32_t kept[OTFP_PARQUET_PAGE_ROWS];
};

/* Zero-filled, then `store`. */
struct otfp_parquet_source {
	const struct otfp_store *store;
	int wants_values, wants_indices; /* by some column */
	int pays;                        /* a dictionary of the numbers */
	struct otfp_numbers numbers;     /* with wants_indices, unless the store has texts */
	uint32_t *index;                 /* of each row in `numbers` */
	uint32_t *seen, npages;          /* with wants_indices: of each index the last page that has it, from 1 */
	struct otfp_source_page {
		struct otfp_page_rows rows;
		uint64_t values[OTFP_PARQUET_PAGE_ROWS];
		uint32_t indices[OTFP_PARQUET_PAGE_ROWS];
		uint32_t different[OTFP_PARQUET_PAGE_ROWS]; /* of the indices, each once */
		size_t ndifferent;
	} * page;
};

/** Begin with n rows. @param is_meant  the index is needed even if a dictionary does not pay. @return 0, or -1 when
 * memory is out */
OTFP_MUST_CHECK int otfp_source_begin(struct otfp_parquet_source *s, size_t n, int is_meant);
/** Fetch nrows rows for s->page. @param rows  their places */
void otfp_source_fetch(struct otfp_parquet_source *s, const uint32_t *rows, size_t nrows);
/** The rows of which none of two stores is NULL. @param r  set to them */
void otfp_source_both(const struct otfp_parquet_source *a, const struct otfp_parquet_source *b, const uint32_t *rows,
                      size_t nrows, struct otfp_page_rows *r);
/** The values of rows. */
void otfp_source_values(const struct otfp_parquet_source *s, const struct otfp_page_rows *r, uint64_t *to);
void otfp_source_release(struct otfp_parquet_source *s);
#endif
