/*
 * tables.h - a trace as tables: rows and columns for databases.
 *
 * tables.def lists the tables and their columns; each record type that has none there has a table of its own, made from
 * records.def: DefFunction is def_function. Records go in (otfp_tables_add), rows come out: they go to a sink, a struct
 * of functions, which computes nothing of a row. What a table has for one kind of sinks alone says tables.def.
 *
 *     struct otfp_table_sink sink = {OTFP_FOR_PARQUET, ctx, open_table, put_row, close_table};
 *     m = otfp_tables_new(&options, &header, &sink, &err);    opens each table
 *     otfp_tables_add(m, rec);                                 for each record and control line; puts rows
 *     otfp_tables_end(m);                                      puts what is open at the end, closes each table
 *     otfp_tables_free(m);
 *
 * A row is an array of cells, one for each column, in the order of the columns. The model writes them where `row` of
 * the table points to, then calls put(), which may leave `row` as it is or move it to where the next row should go: a
 * sink that collects batches copies nothing. Strings in cells are valid during put() only, words for ever.
 *
 * Rows of calls, messages and operations come when they end, not in the order of their ids.
 *
 * Memory: the definitions; 80 bytes for each open call, 120 for each message or operation of which one end came; what
 * the engine of waits needs; with OTFP_FOR_PARQUET 90 bytes for each combination of sender, receiver, communicator and
 * tag.
 */
#ifndef OTFP_TABLES_TABLES_H
#define OTFP_TABLES_TABLES_H
#include "record/names.h"
#include "wait/roots.h"

/* Whom a table or column is for. */
enum { OTFP_FOR_NOBODY, OTFP_FOR_SQLITE, OTFP_FOR_PARQUET, OTFP_FOR_BOTH };

/* ---- cells ---- */

enum otfp_cell_type {
	OTFP_CELL_NULL,
	OTFP_CELL_UNSIGNED, /* v.u */
	OTFP_CELL_SIGNED,   /* v.i */
	OTFP_CELL_REAL,     /* v.real; may be NaN */
	OTFP_CELL_TOKEN,    /* v.u: the otfp_ref of a definition of `space` */
	OTFP_CELL_TEXT,     /* v.p[0..n), any bytes, most often UTF-8 */
	OTFP_CELL_BLOB,     /* v.p[0..n), bytes */
	OTFP_CELL_WORD      /* v.p[0..n), a word of ours that is never freed */
};

struct otfp_table_cell {
	union {
		uint64_t u;
		int64_t i;
		double real;
		const char *p;
	} v;
	uint32_t n;    /* bytes of a text, blob or word */
	uint8_t type;  /* enum otfp_cell_type */
	uint8_t space; /* of a token: enum otfp_named */
};

/* ---- columns ---- */

enum otfp_column_type {
	OTFP_COLUMN_ID,       /* UNSIGNED: names the row; of records that define a token: TOKEN, its ref */
	OTFP_COLUMN_ROW,      /* UNSIGNED or TOKEN: the id of a row of the table that it refers to */
	OTFP_COLUMN_TOKEN,    /* TOKEN: a definition; its table is the one that it refers to */
	OTFP_COLUMN_UNSIGNED, /* UNSIGNED */
	OTFP_COLUMN_TICK,     /* UNSIGNED: a time in ticks */
	OTFP_COLUMN_TICKS,    /* UNSIGNED: a duration in ticks */
	OTFP_COLUMN_VALUE,    /* UNSIGNED, SIGNED or REAL; of a key-value also BLOB */
	OTFP_COLUMN_TEXT,     /* TEXT or WORD */
	OTFP_COLUMN_NAME,     /* TEXT: one of few, which repeat */
	OTFP_COLUMN_WORD,     /* WORD */
	/* What other columns of the row say in another way: of column `of`, and `to`. They are for Parquet alone.
	 * A NULL there is NULL here, too. */
	OTFP_COLUMN_SAME, /* the same cell: see otfp_table_cell_at */
	/* Nanoseconds, SIGNED. The cells are those of `of` and `to`; a sink asks otfp_tables_make, for many rows at
	 * once and when the first event of the trace is known. */
	OTFP_COLUMN_SINCE,       /* of a TICK: since the first event */
	OTFP_COLUMN_NS,          /* of TICKS */
	OTFP_COLUMN_BETWEEN,     /* of two TICK: from `of` to `to` */
	OTFP_COLUMN_AS_REAL,     /* of a VALUE. REAL: the nearest number */
	OTFP_COLUMN_AS_SIGNED,   /* of a VALUE. SIGNED; NULL if it is no whole number or does not fit */
	OTFP_COLUMN_AS_UNSIGNED, /* of a VALUE. UNSIGNED; likewise */
	OTFP_COLUMN_AS_BYTES,    /* of a VALUE. BLOB; NULL if it is a number */
	/* The cell is that of the TOKEN. What it means is the same for all rows with it: a sink asks otfp_tables_text
	 * or, for a LINE, otfp_tables_line once. */
	OTFP_COLUMN_NAME_OF,  /* a text: the name of the definition */
	OTFP_COLUMN_GROUP_OF, /* a text: the name of the group of a function */
	OTFP_COLUMN_FILE_OF,  /* a text: the file of a source location */
	OTFP_COLUMN_LINE_OF   /* a number: its line */
};

struct otfp_column {
	const char *name;
	const char *unit;       /* "bytes"; "" = none */
	const char *references; /* the name of the table that a ROW or TOKEN refers to; NULL = none */
	uint16_t refers;        /* its enum otfp_table_place; 0 = none */
	uint8_t type;           /* enum otfp_column_type */
	uint8_t space;          /* of a TOKEN and what is made of it: enum otfp_named */
	uint8_t is_null;        /* it may be NULL */
	uint8_t is_for;         /* OTFP_FOR_...: a sink passes over columns of others */
	uint8_t of, to;         /* columns of the table */
};

/* ---- tables ---- */

enum otfp_table_place {
	OTFP_TABLE_NONE,
#define T(PLACE, name, ...) OTFP_TABLE_##PLACE,
#include "tables/tables.def"
#undef T
	OTFP_TABLE_RECORDS,                                  /* + the type: of a record type; some have none */
	OTFP_TABLE_LISTS = OTFP_TABLE_RECORDS + OTFP_NTYPES, /* + the type: of its list; few have one */
	OTFP_NTABLES = OTFP_TABLE_LISTS + OTFP_NTYPES
};

/* A table of the model; `name` NULL: there is none at that place. */
struct otfp_table {
	const char *name;
	const struct otfp_column *columns;
	uint8_t ncolumns; /* at most OTFP_TABLE_COLUMNS; those for SQLite come first, and it has no others */
	uint8_t nown;     /* the first of them; the others say them in another way */
	uint8_t derives;  /* some of these have cells */
	uint8_t is_for;
	uint8_t is_keyed;            /* its first column is its key: of rows with an equal key the last one counts */
	uint8_t is_open;             /* the sink wants its rows, ... */
	uint8_t is_dropped;          /* ... or only those of other tables that refer to them: they are not put */
	uint16_t place;              /* enum otfp_table_place */
	uint64_t nrows;              /* put so far */
	struct otfp_table_cell *row; /* for the sink: where the next row goes */
	void *own;                   /* for the sink */
};

enum { OTFP_TABLE_COLUMNS = 40 };

/** Whether otfp_tables_make makes the values of a column. */
static inline int otfp_column_is_made(const struct otfp_column *c)
{
	return c->type == OTFP_COLUMN_SINCE || c->type == OTFP_COLUMN_NS || c->type == OTFP_COLUMN_BETWEEN;
}

/** Where in a row the cell of a column is: columns that are the same, nanoseconds, and what a token means have none of
 * their own. */
static inline unsigned otfp_table_cell_at(const struct otfp_table *t, unsigned column)
{
	const struct otfp_column *c = &t->columns[column];

	return c->type == OTFP_COLUMN_SAME || otfp_column_is_made(c) || c->type >= OTFP_COLUMN_NAME_OF ? c->of : column;
}

/* Where rows go. */
struct otfp_table_sink {
	unsigned is_for; /* OTFP_FOR_SQLITE or OTFP_FOR_PARQUET */
	void *ctx;
	/** A table is there: set t->row to room for t->ncolumns cells. Called for all tables, in order, before the
	 * first row. @return 1; 0: rows of this table are not wanted; <0 after an error, whose message is set */
	int (*open)(void *ctx, struct otfp_table *t);
	/** A row is at t->row. @return 0 or <0 */
	int (*put)(void *ctx, struct otfp_table *t);
	/** All rows of a table that was opened are put; NULL: nothing to do. @return 0 or <0 */
	int (*close)(void *ctx, struct otfp_table *t);
};

/* ---- the model ---- */

/* Counts of what is odd, for a report. */
enum otfp_tables_count {
	OTFP_TABLES_LEAVES,       /* Leaves without an Enter: calls without start */
	OTFP_TABLES_OTHER_LEAVES, /* Leaves of a function that is not the innermost, which was closed */
	OTFP_TABLES_OPEN,         /* calls without end */
	OTFP_TABLES_SENDS,        /* messages that were not received */
	OTFP_TABLES_RECEIVES,     /* messages that were not sent */
	OTFP_TABLES_NO_BEGIN,     /* operations that did not begin */
	OTFP_TABLES_NO_END,       /* operations that did not end */
	OTFP_TABLES_NCOUNTS
};

/* Zero-filled are the defaults. */
struct otfp_tables_options {
	struct otfp_wait_options waits; /* how to find waits */
	struct otfp_roots *roots;       /* NULL: there are no causes of waits; it follows the model, and outlives it */
	uint64_t from;                  /* ticks: rows that end before it are not put */
	/* NULL, or whether rows of records of a type of a process are put. All records must be passed in any case:
	 * messages, instances and waits have the records of others, too. */
	int (*shows)(void *ctx, unsigned type, uint32_t process);
	void *shows_ctx;
	uint64_t
		first; /* if has_first, the tick of the first event of the trace; else it is that of the first record */
	int has_first;
	/* The records are those of a share of the processes: there are neither messages, waits and lives, nor instances
	 * of collective operations, which need the other processes. */
	int is_share;
	uint64_t ids_from;       /* ids begin after it: those of a share K are unique with K << 44 */
	int without_definitions; /* global definitions have no rows: another share has them */
};

/* What is known of the trace as a whole. */
struct otfp_tables_facts {
	uint64_t resolution;  /* ticks per second; 0 = unknown: a tick counts as a microsecond */
	uint64_t first, last; /* ticks: times of the timed records, if has_first */
	uint64_t start;       /* ticks: nanoseconds count from it */
	int has_first;
};

enum { OTFP_TABLE_NAME = 48 }; /* bytes of the name of a table at most */

/** Write the name of the table at a place, if there is one for any of `is_for` there. @return whether there is */
int otfp_table_name(char to[OTFP_TABLE_NAME], unsigned place, unsigned is_for);

struct otfp_tables;

/** Begin: opens the tables of the sink, which is copied. err must outlive the model; later errors are set there, too.
 * @return NULL after an error; free with otfp_tables_free */
struct otfp_tables *otfp_tables_new(const struct otfp_tables_options *o, const struct otfp_header *h,
                                    const struct otfp_table_sink *sink, struct otfp_error *err);
/** Take the next record or control line. Of a timed record before `from`, or one that `shows` says no of, what it does
 * counts, but it has no row. @return 0 or <0 */
int otfp_tables_add(struct otfp_tables *m, const struct otfp_record *rec);
/** After a complete input: put what is open, close the tables. @return 0 or <0 */
int otfp_tables_end(struct otfp_tables *m);
/** Free the model; m may be NULL. */
void otfp_tables_free(struct otfp_tables *m);

/** The rows put so far, of all tables. */
uint64_t otfp_tables_rows(const struct otfp_tables *m);
struct otfp_tables_facts otfp_tables_facts(const struct otfp_tables *m);
/** A count of what is odd, and its text for a message. */
uint64_t otfp_tables_count(const struct otfp_tables *m, enum otfp_tables_count which);
const char *otfp_tables_count_name(enum otfp_tables_count which);
/** Whether waits are found: a table that is open needs them. */
int otfp_tables_has_waits(const struct otfp_tables *m);
/** How many of them could not be judged, by enum otfp_wait_count. */
uint64_t otfp_tables_wait_count(const struct otfp_tables *m, unsigned which);

/* ---- what a sink asks ---- */

/** The text of a NAME_OF, GROUP_OF or FILE_OF column for the ref in a token cell; p NULL if it has none. Valid until
 * the next record; a definition that comes later may still change it. */
struct otfp_str otfp_tables_text(const struct otfp_tables *m, const struct otfp_column *c, otfp_ref ref);
/** The number of a LINE_OF column. @return 1; 0 if it has none */
int otfp_tables_line(const struct otfp_tables *m, const struct otfp_column *c, otfp_ref ref, uint64_t *line);
/** Values of a column of nanoseconds, of n rows that have them: to[i] of the ticks a[i], for BETWEEN to b[i]. SINCE is
 * right once there was an event, or if options.has_first is set. */
void otfp_tables_make(const struct otfp_tables *m, const struct otfp_column *c, int64_t *to, const uint64_t *a,
                      const uint64_t *b, size_t n);
#endif
