/*
 * otfpipe-tables.h - a source as tables whose rows are made of several records: calls with parents and exclusive time,
 * messages with both ends, waits; as columns of numbers. otfpipe.h includes it.
 *
 * otf-to-parquet(1) describes the tables. The columns here have the same names and values as there.
 */
#ifndef OTFPIPE_TABLES_H
#define OTFPIPE_TABLES_H

#include "otfpipe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Tables that are collected from a source. */
struct otfp_rows;

/* What the 64 bits of a value are. */
enum otfp_rows_type {
	OTFP_ROWS_UNSIGNED,
	OTFP_ROWS_SIGNED, /* two's complement */
	OTFP_ROWS_REAL,   /* IEEE-754 */
	OTFP_ROWS_TEXT,   /* the number of a text of the column, counted from 0; most often UTF-8 */
	OTFP_ROWS_BYTES   /* the same, of bytes that are no text */
};

/* A column. What is below `unit` is NULL and 0 until all rows are there. */
struct otfp_rows_column {
	uint8_t type;     /* enum otfp_rows_type */
	uint8_t is_null;  /* a row may have no value */
	uint8_t is_names; /* its texts are names, which repeat in many rows */
	const char *name;
	const char *unit;       /* "bytes"; "" = none */
	const uint64_t *values; /* one a row; 0 where there is none */
	const uint8_t *nulls;   /* one a row, 1 where there is no value; NULL = all rows have one */
	uint64_t ntexts; /* different texts; that of number i is bytes[ends[i]] to bytes[ends[i + 1]], without it */
	const uint64_t *ends;
	const char *bytes;
};

/* A table: its rows by `id`, if it has one, else as they came. */
struct otfp_rows_table {
	const char *name;
	uint64_t nrows; /* so far */
	unsigned ncolumns;
	const struct otfp_rows_column *columns;
};

struct otfp_rows_options {
	size_t size;               /* of this struct, bytes */
	const char *const *tables; /* their names: "calls" */
	unsigned ntables;
	unsigned ncolumns;
	const char *const *columns; /* only columns of these names, which each of the tables has; NULL = all */
	/* Rows of records of [from, to), in ticks, and of these processes alone, as -t and -p of otf-to-parquet select
	 * them. Do not restrict the source: what other processes did, or was done before, decides on these rows, too.
	 */
	uint64_t from, to;
	int has_to;                /* 0 = no upper end */
	const uint32_t *processes; /* NULL = all */
	size_t nprocesses;
};

/** Set the defaults: no table. */
static inline void otfp_rows_options_init(struct otfp_rows_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

/** Write the name of table i, counted from 0, to text, cut to room and terminated.
 * @return its bytes without the NUL; 0 if there is no such table, or text is NULL */
OTFP_API size_t otfp_rows_name(unsigned i, char *text, size_t room);
/**
 * Begin to collect tables from a source of which nothing was read. Open it with need_times and in_order.
 * @param o    read during the call only
 * @param err  filled if the call fails; may be NULL
 * @return 0, or <0 and *rows is NULL: OTFP_EUSAGE for a table or column that does not exist, and for the table
 * "causes", which only otf-to-parquet makes. The caller closes *rows.
 */
OTFP_API int otfp_rows_open(struct otfp_rows **rows, struct otfp_source *src, const struct otfp_rows_options *o,
                            struct otfp_error *err);
/**
 * Read some records of the source. The caller calls it until the end, and does not read the source meanwhile.
 * @return 0 = there is more; 1 = all rows are there, and the source may be closed; <0 on error, and otfp_source_error
 * says why
 */
OTFP_API int otfp_rows_read(struct otfp_rows *rows);
/** Table i, in the order of the options. @return NULL if there is none; valid until otfp_rows_close */
OTFP_API const struct otfp_rows_table *otfp_rows_table(const struct otfp_rows *rows, unsigned i);
/** At the end: what is odd in these tables, such as calls without end, from i = 0 on.
 * @param n  set to how many there are; 0 = it is no number. May be NULL
 * @return its text, never freed; NULL after the last one */
OTFP_API const char *otfp_rows_note(const struct otfp_rows *rows, unsigned i, uint64_t *n);
/** Free the tables, before or after the source is closed. rows may be NULL. */
OTFP_API void otfp_rows_close(struct otfp_rows *rows);

#ifdef __cplusplus
}
#endif
#endif
