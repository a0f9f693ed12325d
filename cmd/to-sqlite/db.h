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
#include "tables/tables.h"
#include <sqlite3.h>

/* A table to be filled. Zero-filled, then `name`, `ncolumns` and `is_keyed`, until db_table_begin. */
struct db_table {
	const char *name;
	unsigned ncolumns;
	int is_keyed;  /* its first column is its key: rows come in any order, those with an equal key replace others */
	int has_texts; /* some cells are strings of others, which are copied */
	int has_names; /* for the caller */
	uint64_t nrows; /* put so far */
	size_t n;       /* in the batch */
	sqlite3_stmt *insert;
	struct otfp_table_cell *cells;
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
};

enum { DB_COLUMNS = 16 }; /* of a table at most */

/** Open the empty file `path` as a database and begin. name, for messages, and err are kept as pointers. @return 0 or
 * <0 */
int db_open(struct db *d, const char *path, const char *name, struct otfp_error *err);
/** Memory is out: this is the error, unless there was one before. @return the code <0 */
int db_fail(struct db *d);
/** Run statements that give no rows. @return 0 or <0 */
int db_run(struct db *d, const char *sql);
/** Commit and close. @return 0, or the code <0 of the first error */
int db_close(struct db *d);
/** Close without commit, if it is open. */
void db_release(struct db *d);

/** Make room for rows; the table is in the database. @return 0 or <0 */
int db_table_begin(struct db *d, struct db_table *t);
/** Where the cells of the next row go. */
static inline struct otfp_table_cell *db_row(const struct db_table *t)
{
	return t->cells + t->n * t->ncolumns;
}

/** Put the row there. Its strings are copied. @return the code */
int db_put(struct db *d, struct db_table *t);
/** Store what is left in the batch. @return the code */
int db_flush(struct db *d, struct db_table *t);
/** Free the batch and the statement of a table; before the database is closed. */
void db_table_release(struct db_table *t);
#endif
