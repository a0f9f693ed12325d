/*
 * writer.h - writes Parquet files. It knows no trace.
 *
 *     struct otfp_parquet *w;
 *     otfp_parquet_new(&w, &file, &options, &err);
 *     for each row:
 *             otfp_parquet_begin(w, &row);
 *             otfp_store_set(otfp_parquet_at(w, 0), row, 17);        a value or NULL for each store
 *             otfp_parquet_text(w, 1, p, n, &text) ... otfp_store_set(otfp_parquet_at(w, 1), row, text);
 *             otfp_parquet_end(w);
 *     otfp_parquet_finish(w, pairs, npairs);
 *     otfp_parquet_free(w);
 *
 * Rows are collected as a row group, sorted, encoded column by column, and appended to the file. Pages are of version
 * 1, compressed with zstd (in a build without it: not compressed). Texts, and numbers of which there are few different
 * ones, have a dictionary (RLE_DICTIONARY); other integers are DELTA_BINARY_PACKED, other reals PLAIN. Row groups have
 * statistics, pages a column index and an offset index. Of texts of more than 64 bytes, and where there is NaN, nothing
 * is said.
 *
 * A column says which store has its values, or what they are made of: two columns may share a store, and what is made
 * of another column, or means the same in all its rows, is no value of a row but computed when the group is written.
 *
 * Memory: a row group, 8 or 9 bytes for each value of a store, 50 bytes and its bytes for each different text, of which
 * 64 MiB end the group; and the row group encoded. After a group that is full its memory stays for the next one; after
 * otfp_parquet_flush it is free. After an error only otfp_parquet_free may follow.
 */
#ifndef OTFP_PARQUET_WRITER_H
#define OTFP_PARQUET_WRITER_H
#include "commit/newfile.h"
#include "parquet/column.h"
#include "parquet/footer.h"
#include "parquet/store.h"

struct otfp_pool;
struct otfp_parquet;

/* Zero-filled but for the columns are the defaults. */
struct otfp_parquet_options {
	const struct otfp_parquet_column *columns; /* must outlive the writer, with their names, which differ */
	unsigned ncolumns;                         /* above 0 */
	unsigned nstores;                          /* above 0 */
	struct otfp_parquet_maker maker;           /* if columns need it */
	uint32_t rows;                             /* of a row group; 0 = 1,000,000 */
	int level;                                 /* of zstd; 0 = 1 */
	unsigned sort_by[2]; /* 1 + a column of stored integers; 0 = none: row groups are sorted by the first, then the
	                        second */
	struct otfp_pool *pool; /* columns are encoded in its threads; NULL: in that of the caller */
};

/** Begin. file is open, empty, and outlives the writer, as err does: later errors are set there. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_parquet_new(struct otfp_parquet **w, struct otfp_newfile *file,
                                     const struct otfp_parquet_options *o, struct otfp_error *err);
/** Begin a row. @param row  set to its number in the row group. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_parquet_begin(struct otfp_parquet *w, size_t *row);
/** Whether the row that was begun is the last one of its row group. */
int otfp_parquet_is_last(const struct otfp_parquet *w);
/** A store, for the rows that were begun: each is set before otfp_parquet_end of the last one, or is rare; those behind
 * it are next to it. */
struct otfp_store *otfp_parquet_at(struct otfp_parquet *w, unsigned store);
/** Keep a text of a store. @param value  set to what otfp_store_set takes, in rows of this row group. @return 0 or <0;
 * OTFP_EFAIL if it is longer than 256 MiB */
OTFP_MUST_CHECK int otfp_parquet_text(struct otfp_parquet *w, unsigned store, const char *p, size_t n, uint64_t *value);
/** All stores of the row are set. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_parquet_end(struct otfp_parquet *w);
/** Write the rows so far as a row group, if there are any, and free their memory. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_parquet_flush(struct otfp_parquet *w);
/** Bytes of memory that rows take, or took before they were written, if it is kept. */
size_t otfp_parquet_memory(const struct otfp_parquet *w);
/** Write what is left, and the footer with pairs of a key and a value. The caller ends the file. @param bytes  set to
 * the size of the file; may be NULL. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_parquet_finish(struct otfp_parquet *w, const struct otfp_parquet_pair *pairs, size_t npairs,
                                        uint64_t *bytes);
/** Free it; w may be NULL. */
void otfp_parquet_free(struct otfp_parquet *w);
#endif
