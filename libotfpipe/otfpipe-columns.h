/*
 * otfpipe-columns.h - many records of a source by one call, as columns of numbers. otfpipe.h includes it.
 *
 * For programs in which a call or a look at a record is slow: those of other languages, and those that want arrays.
 */
#ifndef OTFPIPE_COLUMNS_H
#define OTFPIPE_COLUMNS_H

#include "otfpipe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a column has: a field, by its slot, or one of these. */
enum otfp_column_of {
	OTFP_COL_TIME = OTFP_MAX_FIELDS, /* ticks */
	OTFP_COL_LOC,                    /* process; of definitions the stream */
	OTFP_COL_FORM,                   /* enum otfp_form of a counter value */
	OTFP_COL_TAGS,                   /* a span: the key-values, as struct otfp_tag_row */
	OTFP_COL_LINE,                   /* a span: the line of an OTFP_CONTROL or OTFP_OTHER */
	OTFP_NCOLS
};

/* A string, a list or the key-values of a record: n of them from byte `at` of otfp_columns.bytes; `at` is a multiple
 * of 8. n OTFP_NO_STRING = no string at all. */
struct otfp_span {
	uint64_t at;
	uint64_t n; /* bytes of a string, numbers (uint32_t) of a list, or struct otfp_tag_row of key-values */
};
#define OTFP_NO_STRING UINT64_MAX

/* A key-value; as struct otfp_tag. */
struct otfp_tag_row {
	uint32_t key;
	uint32_t type; /* enum otfp_tag_type */
	uint64_t bits;
	struct otfp_span bytes; /* of a byte array */
};

/* A column: the value of row i is at values + i * stride, which need not be aligned. Columns of several arrays, and
 * rows of one array of packed structs, are both possible. */
struct otfp_col {
	uint8_t of;    /* a slot, or enum otfp_column_of */
	uint8_t width; /* bytes of a number: 1, 2, 4 or 8, higher bits are dropped; 16 = struct otfp_span */
	size_t stride; /* bytes from one value to the next */
	void *values;
};

/* The rows of one record type. */
struct otfp_column_table {
	unsigned type; /* enum otfp_type, also OTFP_CONTROL and OTFP_OTHER */
	unsigned ncolumns;
	const struct otfp_col *columns;
	size_t room; /* rows for which the columns have memory */
	/* set by the caller before the first call, increased by each: */
	size_t n;       /* rows */
	uint64_t ntags; /* key-values of these records */
	unsigned forms; /* bits 1 << enum otfp_form of these records */
};

/* What otfp_source_columns fills. Zero-filled is empty. The caller owns all memory, and may change everything between
 * two calls. */
struct otfp_columns {
	struct otfp_column_table *tables; /* at most one of each type; records of other types are skipped */
	unsigned ntables;
	uint8_t *order; /* the index of the table of each record, in the order of the source; NULL = not wanted */
	size_t room;    /* records for which order has memory; not used if it is NULL */
	size_t n;       /* records in it; increased by each call */
	char *bytes;    /* strings, lists and key-values, aligned to 8 bytes; may be NULL if no column is a span */
	size_t bytes_room;
	size_t bytes_used; /* increased by each call */
	size_t need;       /* set by each call: bytes that the next record needs if there were too few; else 0 */
	/* Only timed records in [from, to), in ticks, of these processes. The source is not told: otfp_source_window
	 * and otfp_source_wanted make it skip the others. */
	uint64_t from, to;
	int has_to;                /* 0 = no upper end */
	const uint32_t *processes; /* in ascending order; NULL = all */
	size_t nprocesses;
	struct otfp_names *names; /* gets each record, as by otfp_names_add; NULL = none */
	uint64_t unused[4];       /* 0; for later versions */
};

/**
 * Read records and append them to columns, until a table, `order` or `bytes` has no room for the next record. That
 * record is not lost: the next call, or the next read, returns it. Each record becomes a row of the table of its type.
 * @return 0; 1 at the proper end, if no record was left; <0 on error. Records before an end or error are returned
 * first, with 0. OTFP_EUSAGE: a type, column or width that does not exist, a span without `bytes`, or
 * memory that is NULL though there is a number of it
 */
OTFP_API int otfp_source_columns(struct otfp_source *src, struct otfp_columns *c);

#ifdef __cplusplus
}
#endif
#endif
