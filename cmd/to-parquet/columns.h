/*
 * columns.h - a table of the model as a Parquet file.
 *
 * Beside a column of texts of the trace there is NAME_raw, of bytes: a text that is no UTF-8 is there. Nanoseconds are
 * made, and what a token means is asked, when a row group is written: a definition may come after what it names.
 */
#ifndef CMD_TO_PARQUET_COLUMNS_H
#define CMD_TO_PARQUET_COLUMNS_H
#include "base/arena.h"
#include "parquet/writer.h"
#include "tables/tables.h"

struct columns_options {
	uint32_t rows; /* of a row group */
	int level;     /* of zstd */
	struct otfp_pool *pool;
	struct otfp_tables *const *model; /* whose rows are put; it need not be there before the first */
};

/* Zero-filled is not open. */
struct columns {
	struct otfp_table *of; /* its `row` is where the next one goes */
	const struct columns_options *o;
	struct otfp_error *err;
	struct otfp_newfile file; /* the caller opens and ends it */
	struct otfp_parquet *writer;
	struct otfp_arena names;
	struct otfp_parquet_column columns[2 * OTFP_TABLE_COLUMNS];
	uint8_t from[2 * OTFP_TABLE_COLUMNS]; /* the column of the model; that of NAME_raw is that of NAME */
	unsigned ncolumns;
	/* the stores of their values: the cells of the model that they need, and for each of texts one for NAME_raw */
	struct columns_store {
		uint8_t cell, put; /* put: what becomes of the cell */
	} stores[2 * OTFP_TABLE_COLUMNS];
	unsigned nstores, nnumbers; /* those of numbers come first */
	/* rows that are put are stored some at once, column by column; those with texts, which do not stay, each */
	struct otfp_table_cell *rows;
	size_t nrows, batch, first; /* put, how many are stored at once, and the place of the first */
	uint64_t bytes;             /* of the file, after columns_finish */
};

/** Begin to write rows of a table to t->file, which is open. o and err must outlive t. @return 0 or <0 */
int columns_open(struct columns *t, struct otfp_table *of, const struct columns_options *o, struct otfp_error *err);
/** Put the row at of->row, which moves. @return 0 or <0 */
int columns_put(struct columns *t);
/** Write the rows so far as a row group, and free their memory. @return 0 or <0 */
int columns_flush(struct columns *t);
/** Write what is left, and the footer. @return 0 or <0 */
int columns_finish(struct columns *t, const struct otfp_parquet_pair *pairs, size_t npairs);
/** Free all, the file too. */
void columns_release(struct columns *t);
#endif
