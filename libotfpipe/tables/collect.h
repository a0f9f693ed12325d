/*
 * collect.h - a sink of the tables of a trace that keeps their rows in memory, as the columns of otfpipe-tables.h.
 *
 * Beside the rows it has, of each cell that a column needs, a store: 8 bytes a row, and one more where it may be NULL
 * and once was. Columns of the same numbers share a store; names and nanoseconds are made of stores at the end, when
 * all definitions are known. Texts are in a store by number, each once.
 */
#ifndef OTFP_TABLES_COLLECT_H
#define OTFP_TABLES_COLLECT_H
#include "base/arena.h"
#include "base/intern.h"
#include "tables/tables.h"

struct otfp_collected_store {
	uint8_t cell, puts; /* puts: what becomes of the cell */
	uint8_t *nulls;     /* NULL: no row is */
	uint64_t *values;
	struct otfp_interns texts;
};

/* What is made at the end, of a column that is not its store. */
struct otfp_collected_column {
	uint8_t from;     /* the column of the model */
	uint8_t of, with; /* its stores */
	uint64_t *values;
	uint8_t *nulls;
	uint64_t *ends;
	char *bytes;
};

/* A table that is wanted. */
struct otfp_collected {
	const struct otfp_table *model; /* until the end */
	size_t n, cap;                  /* rows */
	unsigned nstores, ncolumns;
	struct otfp_collected_store stores[OTFP_TABLE_COLUMNS];
	struct otfp_collected_column own[OTFP_TABLE_COLUMNS];
	struct otfp_rows_column columns[OTFP_TABLE_COLUMNS];
	struct otfp_rows_table table;
	struct otfp_table_cell row[OTFP_TABLE_COLUMNS];
};

/* Zero-filled, then otfp_collect_begin. */
struct otfp_collect {
	const struct otfp_rows_options *o; /* until all tables are open */
	struct otfp_collected *tables;     /* o->ntables of them */
	unsigned ntables;
	struct otfp_arena names;
	struct otfp_error *err; /* until the end */
};

/** Begin with room for the tables of the options. @param to  set to what the model needs; c is its ctx. @return 0 or <0
 */
int otfp_collect_begin(struct otfp_collect *c, const struct otfp_rows_options *o, struct otfp_table_sink *to,
                       struct otfp_error *err);
/** All rows are put: make the columns. The model is not needed any more. @return 0 or <0 */
int otfp_collect_end(struct otfp_collect *c, const struct otfp_tables *m);
/** Whether a column of nanoseconds is among them, before the end. */
int otfp_collect_has_times(const struct otfp_collect *c);
/** Free all. */
void otfp_collect_release(struct otfp_collect *c);
#endif
