/*
 * group.h - the columns of a row group, encoded.
 *
 * Columns whose stores have to do with each other are a family: they are encoded together, page by page, so that a
 * store is read once. Families are tasks of their own.
 */
#ifndef OTFP_PARQUET_GROUP_H
#define OTFP_PARQUET_GROUP_H
#include "parquet/chunk.h"

struct otfp_pool;

/* What is encoded. */
struct otfp_parquet_group {
	const struct otfp_parquet_column *columns;
	struct otfp_parquet_chunk *chunks; /* by column; zero-filled */
	unsigned ncolumns;
	const struct otfp_store *stores;
	unsigned nstores;
	const uint32_t *order; /* the places of the rows in the order of the file */
	size_t rows;           /* above 0 */
	const struct otfp_parquet_maker *maker;
	int level;              /* of zstd */
	struct otfp_pool *pool; /* NULL: all is done by the caller */
};

/** Encode all columns: fills the chunks. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_group_encode(const struct otfp_parquet_group *g);
#endif
