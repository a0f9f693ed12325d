/*
 * db.h - a SQLite database that is filled once: rows go to tables in batches.
 *
 * The tables are filled through a virtual table, "feed", that gives the rows of a batch: one statement stores a batch,
 * which is twice as fast as a statement for each row.
 *
 * The database is written without a journal in one transaction. It is complete when otfp_db_close returned 0; before,
 * the file is of no use, so the caller gives it its name only then.
 *
 * Errors are kept in `code`, with their text in the error of otfp_db_open; rows put after an error are dropped.
 */
#ifndef OTFP_CMD_TO_SQLITE_DB_H
#define OTFP_CMD_TO_SQLITE_DB_H
#include "base/arena.h"
#include "otfpipe.h"
#include <sqlite3.h>

enum otfp_db_cell_type { OTFP_CELL_NULL, OTFP_CELL_INT, OTFP_CELL_REAL, OTFP_CELL_TEXT, OTFP_CELL_BLOB };

struct otfp_db_cell {
	union {
		int64_t i;
		double real;
		const char *p;
	} v;
	uint32_t n; /* bytes of a text or blob */
	uint8_t type;
};

/* A table to be filled. Zero-filled, then `name` and `ncolumns`, until its first row. */
struct otfp_db_table {
	const char *name;
	unsigned ncolumns;
	int is_keyed; /* its first column is its key: rows come in any order, those with an equal key replace others */
	uint64_t nrows;  /* put so far */
	size_t n;        /* in the batch */
	unsigned column; /* of the cell that is put next */
	sqlite3_stmt *insert;
	struct otfp_db_cell *cells;
	uint32_t *order; /* of the rows of the batch, if is_keyed */
	struct otfp_arena texts;
	size_t text_bytes;
};

/* Zero-filled is closed. */
struct otfp_db {
	sqlite3 *db;
	const char *name; /* for messages */
	struct otfp_error *err;
	int code;
	const struct otfp_db_table *feeding; /* whose batch "feed" gives */
	int is_hidden;                       /* rows that are put are dropped */
};

enum { OTFP_DB_COLUMNS = 16 }; /* of a table at most */

/** Open the empty file `path` as a database and begin. name, for messages, and err are kept as pointers. @return 0 or
 * <0 */
int otfp_db_open(struct otfp_db *d, const char *path, const char *name, struct otfp_error *err);
/** Memory is out: this is the error, unless there was one before. @return the code <0 */
int otfp_db_fail(struct otfp_db *d);
/** Run statements that give no rows. @return 0 or <0 */
int otfp_db_run(struct otfp_db *d, const char *sql);
/** Store what is left in the batches of n tables. @return 0 or <0 */
int otfp_db_flush(struct otfp_db *d, struct otfp_db_table *tables, size_t n);
/** Commit and close. @return 0, or the code <0 of the first error */
int otfp_db_close(struct otfp_db *d);
/** Close without commit, if it is open. */
void otfp_db_release(struct otfp_db *d);
/** Free the batch and the statement of a table; before the database is closed. */
void otfp_db_table_release(struct otfp_db_table *t);

/* ---- rows: begin, then the cells in the order of the columns, then end ---- */

/** Begin a row. @return 0; <0 to put nothing: after an error, or if d->is_hidden, and then d->code is 0 */
int otfp_row_begin(struct otfp_db *d, struct otfp_db_table *t);
/** End it: all its cells are put. */
void otfp_row_end(struct otfp_db *d, struct otfp_db_table *t);

void otfp_cell_null(struct otfp_db_table *t);
void otfp_cell_signed(struct otfp_db_table *t, int64_t v);
/** A number without a sign: text in decimal if it is above 2^63-1, which SQLite's integers do not have. */
void otfp_cell_unsigned(struct otfp_db *d, struct otfp_db_table *t, uint64_t v);
/** NULL if has is 0. */
void otfp_cell_maybe(struct otfp_db *d, struct otfp_db_table *t, int has, uint64_t v);
/** NaN, which SQLite has no number for, becomes NULL: aggregates leave it out. */
void otfp_cell_real(struct otfp_db_table *t, double v);
/** A string is text if it is UTF-8, else a blob; NULL if s.p is NULL. It is copied. */
void otfp_cell_text(struct otfp_db *d, struct otfp_db_table *t, struct otfp_str s);
/** Bytes as a blob. */
void otfp_cell_blob(struct otfp_db *d, struct otfp_db_table *t, struct otfp_str s);
/** A word of ours; not copied. */
void otfp_cell_word(struct otfp_db_table *t, const char *word);
#endif
