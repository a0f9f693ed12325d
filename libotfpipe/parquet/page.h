/* page.h - pages: their bytes compressed, behind their header. */
#ifndef OTFP_PARQUET_PAGE_H
#define OTFP_PARQUET_PAGE_H
#include "base/buf.h"
#include <stdint.h>

/* The numbers that stand in the file. */
enum { OTFP_PARQUET_PLAIN = 0, OTFP_PARQUET_RLE = 3, OTFP_PARQUET_DELTA = 5, OTFP_PARQUET_DICTIONARY = 8 };
enum { OTFP_PARQUET_UNCOMPRESSED = 0, OTFP_PARQUET_ZSTD = 6 };

/* Compresses pages: with zstd, or, in a build without it, not at all. Zero-filled, then `level`, of zstd. */
struct otfp_pages {
	int level;
	void *zstd; /* its state */
	struct otfp_buf packed, header;
};

/* How those of a column of a row group are compressed. Zero-filled, then `is_doubtful`. */
struct otfp_parquet_packing {
	int is_doubtful; /* if the first page gets hardly smaller, none is compressed */
	int codec;       /* of all pages; UNCOMPRESSED before the first */
	size_t n;        /* pages so far */
};

/** Append a page of `values` values, NULL counts, to `to`. @param encoding  of the values. @param is_dictionary  it is
 * the dictionary page. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_page_put(struct otfp_pages *p, struct otfp_parquet_packing *how, struct otfp_buf *to,
                                  const struct otfp_buf *bytes, size_t values, int encoding, int is_dictionary);
void otfp_pages_release(struct otfp_pages *p);
#endif
