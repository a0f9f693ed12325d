/*
 * schema.h - the tables, indexes and views of the database; otf-to-sqlite(1) documents them.
 *
 * What several records make together (calls, messages, operations) has tables of its own. Every other record type has a
 * table whose name and columns come from records.def: DefFunction is def_function, with a row for each record. A list
 * of a record (DefProcessGroup) is a table of its members.
 */
#ifndef CMD_TO_SQLITE_SCHEMA_H
#define CMD_TO_SQLITE_SCHEMA_H
#include "record/table.h"
#include "cmd/to-sqlite/db.h"

/* PRAGMA user_version: a number that changes with every table, column or view that changes or goes. */
enum { SCHEMA_VERSION = 2 };

enum db_place {
	DB_META,
	DB_STRINGS,
	DB_CALLS,
	DB_MESSAGES,
	DB_COLLECTIVES,
	DB_FILE_OPERATIONS,
	DB_WAITS,
	DB_LIVES,
	DB_COUNTERS,
	DB_MARKERS,
	DB_KEY_VALUES,
	DB_OTHER,
	DB_ELSEWHERE,
	DB_RECORDS,                          /* + the type: of a record type; no name: it has none */
	DB_LISTS = DB_RECORDS + OTFP_NTYPES, /* + the type: of its list */
	NDB_TABLES = DB_LISTS + OTFP_NTYPES
};

enum { DB_NAME = 48 };

struct schema_names {
	char p[2 * OTFP_NTYPES][DB_NAME];
};

/** Fill `tables`, of NDB_TABLES, and create them. @param names  gets their names. @return 0 or <0 */
int schema_create(struct db *d, struct db_table *tables, struct schema_names *names);
/** After the rows: create the indexes. @return 0 or <0 */
int schema_index(struct db *d);
/** After the indexes: of members that are not selected, keep those of instances that have a selected one. @return 0 or
 * <0
 */
int schema_clean(struct db *d);
/** After the rows: create the views, and set the version.
 * @param resolution  ticks per second; 0: a tick is a microsecond. @param base  the tick of ts 0. @return 0 or <0 */
int schema_views(struct db *d, uint64_t resolution, uint64_t base);
#endif
