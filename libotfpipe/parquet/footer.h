/* footer.h - the metadata of a file: of each row group, its indexes of pages, and at the end the footer. */
#ifndef OTFP_PARQUET_FOOTER_H
#define OTFP_PARQUET_FOOTER_H
#include "parquet/chunk.h"

struct otfp_parquet_pair {
	const char *key, *value;
};

/* What the footer is made of. Zero-filled is empty. */
struct otfp_parquet_footer {
	struct otfp_buf groups; /* their metadata */
	size_t ngroups;
	uint64_t rows;
};

/** Append the indexes of the pages of all chunks of a row group to `indexes`, which will be in the file behind them,
 * and what the footer says of the group.
 * @param at  where the first chunk begins in the file; the others follow. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_footer_group(struct otfp_parquet_footer *f, struct otfp_buf *indexes,
                                      const struct otfp_parquet_chunk *chunks, unsigned n, uint64_t at, size_t rows);
/** Append the footer with its length and the four bytes at the end of the file. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_footer_put(const struct otfp_parquet_footer *f, struct otfp_buf *b,
                                    const struct otfp_parquet_column *columns, unsigned ncolumns,
                                    const struct otfp_parquet_pair *pairs, size_t npairs);
void otfp_footer_release(struct otfp_parquet_footer *f);
#endif
