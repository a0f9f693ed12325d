/*
 * inventory.h - what the files of a directory of tables say of themselves, and trace.json, which says it of all.
 *
 * The footer of each file has these pairs: what it is, of which share of which trace, and how many rows each table of
 * its share has. So a file that is missing, doubled or foreign is found.
 */
#ifndef CMD_TO_PARQUET_INVENTORY_H
#define CMD_TO_PARQUET_INVENTORY_H
#include "base/buf.h"
#include "base/map.h"
#include "commit/newfile.h"
#include "record/share.h"
#include "tables/tables.h"

/* The keys of the pairs, and the version of the schema: it changes with every table or column that changes or goes. */
#define KEY_SCHEMA "otfpipe.schema"
#define KEY_PROGRAM "otfpipe.program"
#define KEY_TABLE "otfpipe.table"
#define KEY_SHARE "otfpipe.share" /* as @PART; not there: the whole trace */
#define KEY_TICKS "otfpipe.ticks_per_second"
#define KEY_START "otfpipe.start" /* the tick of nanosecond 0 */
#define KEY_FIRST "otfpipe.first"
#define KEY_LAST "otfpipe.last"
#define KEY_ROWS "otfpipe.rows"     /* of each table of the share: its name, a blank, a number, LF */
#define KEY_COUNTS "otfpipe.counts" /* likewise, of what could not be judged */
#define COLUMNS_SCHEMA "1"

struct inventory_table {
	char name[OTFP_TABLE_NAME];
	uint64_t rows, bytes;
	unsigned files;
};

/* A share, or the whole trace. */
struct inventory_part {
	unsigned part;
	char *name;                  /* of its first file, for messages */
	char *share, *rows, *counts; /* the values of its pairs; share NULL: the whole trace */
};

/* Zero-filled is empty. */
struct inventory {
	const char *dir;
	struct inventory_table *tables; /* by name */
	size_t ntables, tables_cap;
	struct inventory_part *parts;
	size_t nparts, parts_cap;
	struct otfp_map by_part; /* its number -> index in parts */
	struct otfp_shares shares;
	char *program, *ticks, *start; /* of the first file */
	uint64_t first, last;
	int has_first;
	int is_incomplete; /* inventory_read failed since something is missing: a share may still be at work */
	struct otfp_error *err;
};

/** Read what is in the directory, which must outlive v, as err must. @return 0; <0 if a file is missing, doubled or
 * foreign, or cannot be read */
int inventory_read(struct inventory *v, const char *dir, struct otfp_error *err);
/** Write it to a file that is open, and end that. @return 0 or <0 */
int inventory_write(const struct inventory *v, struct otfp_newfile *file);
/** Compare it with the file trace.json. @return 0, or <0 if they differ */
int inventory_compare(const struct inventory *v);
/** Free all. */
void inventory_release(struct inventory *v);
#endif
