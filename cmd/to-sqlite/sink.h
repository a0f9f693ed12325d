/*
 * sink.h - a SQLite database as a sink of the tables of a trace: its schema, indexes and views. otf-to-sqlite(1)
 * documents them.
 *
 * Names of definitions are numbers of the rows of the table "strings", where each text is once.
 *
 * Memory: batches of rows, some MiB; SQLite's cache, 8 MiB; the strings.
 */
#ifndef CMD_TO_SQLITE_SINK_H
#define CMD_TO_SQLITE_SINK_H
#include "base/intern.h"
#include "cmd/to-sqlite/db.h"

/* PRAGMA user_version: a number that changes with every table, column or view that changes or goes. */
enum { SCHEMA_VERSION = 2 };

/* Zero-filled is not begun. */
struct sink {
	struct db db;
	struct db_table meta, strings, tables[OTFP_NTABLES];
	struct otfp_interns interned;
};

/** Begin in the empty file `path`. name, for messages, and err must outlive s. @param to  set to what the model needs;
 * s is its ctx. @return 0 or <0 */
int sink_begin(struct sink *s, const char *path, const char *name, struct otfp_table_sink *to, struct otfp_error *err);
/** After all rows of the model: put the table "meta". @return 0 or <0 */
int sink_meta(struct sink *s, const struct otfp_tables *m);
/** Then: create indexes and views, and complete the file.
 * @param is_selected  rows were selected: of members that are not, keep those of instances that have a selected one
 * @return 0 or <0 */
int sink_finish(struct sink *s, const struct otfp_tables *m, int is_selected);
/** The rows put so far. */
uint64_t sink_rows(const struct sink *s, const struct otfp_tables *m);
/** Free what s owns. */
void sink_release(struct sink *s);

/** After the rows: create the views, and set the version.
 * @param facts  of all rows; without a resolution a tick is a microsecond. @return 0 or <0 */
int views_create(struct db *d, const struct otfp_tables_facts *facts);
#endif
