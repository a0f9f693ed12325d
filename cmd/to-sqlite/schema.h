/*
 * schema.h - the tables, indexes and views of the database; otf-to-sqlite(1) documents them.
 *
 * What several records make together (calls, messages, operations) has tables of its own. Every other record type has a
 * table whose name and columns come from records.def: DefFunction is def_function, with a row for each record. A list
 * of a record (DefProcessGroup) is a table of its members.
 */
#ifndef OTFP_CMD_TO_SQLITE_SCHEMA_H
#define OTFP_CMD_TO_SQLITE_SCHEMA_H
#include "record/table.h"
#include "cmd/to-sqlite/db.h"

/* PRAGMA user_version: a number that changes with every table, column or view that changes or goes. */
enum { OTFP_SCHEMA_VERSION = 2 };

enum otfp_db_place {
	OTFP_DB_META,
	OTFP_DB_STRINGS,
	OTFP_DB_CALLS,
	OTFP_DB_MESSAGES,
	OTFP_DB_COLLECTIVES,
	OTFP_DB_FILE_OPERATIONS,
	OTFP_DB_WAITS,
	OTFP_DB_LIVES,
	OTFP_DB_COUNTERS,
	OTFP_DB_MARKERS,
	OTFP_DB_KEY_VALUES,
	OTFP_DB_OTHER,
	OTFP_DB_ELSEWHERE,
	OTFP_DB_RECORDS,                               /* + the type: of a record type; no name: it has none */
	OTFP_DB_LISTS = OTFP_DB_RECORDS + OTFP_NTYPES, /* + the type: of its list */
	OTFP_NDB_TABLES = OTFP_DB_LISTS + OTFP_NTYPES
};

enum { OTFP_DB_NAME = 48 };

struct otfp_schema_names {
	char p[2 * OTFP_NTYPES][OTFP_DB_NAME];
};

/** Fill `tables`, of OTFP_NDB_TABLES, and create them. @param names  gets their names. @return 0 or <0 */
int otfp_schema_create(struct otfp_db *d, struct otfp_db_table *tables, struct otfp_schema_names *names);
/** After the rows: create the indexes. @return 0 or <0 */
int otfp_schema_index(struct otfp_db *d);
/** After the indexes: of members that are not selected, keep those of instances that have a selected one. @return 0 or
 * <0
 */
int otfp_schema_clean(struct otfp_db *d);
/** After the rows: create the views, and set the version.
 * @param resolution  ticks per second; 0: a tick is a microsecond. @param base  the tick of ts 0. @return 0 or <0 */
int otfp_schema_views(struct otfp_db *d, uint64_t resolution, uint64_t base);
#endif
