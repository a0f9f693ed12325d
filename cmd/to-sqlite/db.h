/*
 * db.h - a SQLite database that is filled once: rows go to tables in batches.
 *
 * The tables are filled through a virtual table, "feed", that gives the rows of a batch: one statement stores a batch,
 * which is twice as fast as a statement for each row.
 *
 * The database is written without a journal in one transaction. It is complete when db_close returned 0; before,
 * the file is of no use, so the caller gives it its name only then.
 *
 * Errors are kept in `code`, with their text in the error of db_open; rows put after an error are dropped.
 */
#ifndef CMD_TO_SQLITE_DB_H
#define CMD_TO_SQLITE_DB_H
#include "base/arena.h"
#include "otfpipe.h"
#include <sqlite3.h>

enum db_cell_type { CELL_NULL, CELL_INT, CELL_REAL, CELL_TEXT, CELL_BLOB };

struct db_cell {
	union {
		int64_t i;
		double real;
		const char *p;
	} v;
	uint32_t n; /* bytes of a text or blob */
	uint8_t type;
};

/* A table to be filled. Zero-filled, then `name` and `ncolumns`, until its first row. */
struct db_table {
	const char *name;
	unsigned ncolumns;
	int is_keyed; /* its first column is its key: rows come in any order, those with an equal key replace others */
	uint64_t nrows;  /* put so far */
	size_t n;        /* in the batch */
	unsigned column; /* of the cell that is put next */
	sqlite3_stmt *insert;
	struct db_cell *cells;
	uint32_t *order; /* of the rows of the batch, if is_keyed */
	struct otfp_arena texts;
	size_t text_bytes;
};

/* Zero-filled is closed. */
struct db {
	sqlite3 *db;
	const char *name; /* for messages */
	struct otfp_error *err;
	int code;
	const struct db_table *feeding; /* whose batch "feed" gives */
	int is_hidden;                  /* rows that are put are dropped */
};

enum { DB_COLUMNS = 16 }; /* of a table at most */

/** Open the empty file `path` as a database and begin. name, for messages, and err are kept as pointers. @return 0 or
 * <0 */
int db_open(struct db *d, const char *path, const char *name, struct otfp_error *err);
/** Memory is out: this is the error, unless there was one before. @return the code <0 */
int db_fail(struct db *d);
/** Run statements that give no rows. @return 0 or <0 */
int db_run(struct db *d, const char *sql);
/** Store what is left in the batches of n tables. @return 0 or <0 */
int db_flush(struct db *d, struct db_table *tables, size_t n);
/** Commit and close. @return 0, or the code <0 of the first error */
int db_close(struct db *d);
/** Close without commit, if it is open. */
void db_release(struct db *d);
/** Free the batch and the statement of a table; before the database is closed. */
void db_table_release(struct db_table *t);

/* ---- rows: begin, then the cells in the order of the columns, then end ---- */

/** Begin a row. @return 0; <0 to put nothing: after an error, or if d->is_hidden, and then d->code is 0 */
int row_begin(struct db *d, struct db_table *t);
/** End it: all its cells are put. */
void row_end(struct db *d, struct db_table *t);

void cell_null(struct db_table *t);
void cell_signed(struct db_table *t, int64_t v);
/** A number without a sign: text in decimal if it is above 2^63-1, which SQLite's integers do not have. */
void cell_unsigned(struct db *d, struct db_table *t, uint64_t v);
/** NULL if has is 0. */
void cell_maybe(struct db *d, struct db_table *t, int has, uint64_t v);
/** NaN, which SQLite has no number for, becomes NULL: aggregates leave it out. */
void cell_real(struct db_table *t, double v);
/** A string is text if it is UTF-8, else a blob; NULL if s.p is NULL. It is copied. */
void cell_text(struct db *d, struct db_table *t, struct otfp_str s);
/** Bytes as a blob. */
void cell_blob(struct db *d, struct db_table *t, struct otfp_str s);
/** A word of ours; not copied. */
void cell_word(struct db_table *t, const char *word);
#endif
