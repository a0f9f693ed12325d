/* report.h - the rows of a profile in order, their columns and values: what all forms of output share. */
#ifndef OTFP_RUN_REPORT_REPORT_H
#define OTFP_RUN_REPORT_REPORT_H
#include "base/buf.h"
#include "base/error.h"
#include "profile/profile.h"

enum otfp_report_order {
	OTFP_ORDER_WINDOW, /* window, table, key */
	OTFP_ORDER_TABLE,  /* table, window, key */
	OTFP_ORDER_PEOPLE  /* window, table, largest value first, name */
};

/* What of the rows is printed, from --sort, --top and --columns. Zero-filled: every row and column, in the order of the
 * form. */
struct otfp_report_choice {
	int sort;     /* 1 + number of a word of otfp_column_word; 0 = as the form does */
	int has_top;  /* print only the first `top` rows of each block */
	uint64_t top; /* 0 = all */
	int columns_all;
	uint8_t *columns; /* numbers of words of otfp_column_word, owned; NULL = those of the form */
	size_t ncolumns;
};

/* The rows of a table in a window. */
struct otfp_block {
	size_t from, n;  /* in `rows` of the report */
	otfp_wide whole; /* what the percents are of: the sum of what otfp_measure gives */
};

/* Zero-filled, then `choice` and otfp_report_make. */
struct otfp_report {
	const struct otfp_profile *p;
	enum otfp_report_order order;
	const struct otfp_report_choice *choice;
	unsigned tables;        /* bits of enum otfp_stat_table */
	struct otfp_row **rows; /* in each block first those that are printed, in order */
	size_t n;
	struct otfp_block *blocks; /* in the order of the rows */
	size_t nblocks, blocks_cap;
	const struct otfp_block *block; /* that of the rows that otfp_report_value is called for */
	uint8_t kinds[OTFP_NSTATS][OTFP_MAX_PARTS];
	unsigned nkinds[OTFP_NSTATS];
	struct otfp_rows merged;                /* counters, merged over all processes */
	struct otfp_map undefined[OTFP_NNAMED]; /* for each space: tokens in rows that have no definition */
	struct otfp_buf text;                   /* of the last otfp_report_value */
	uint32_t *ranks;                        /* of call paths: their order */
};

/**
 * Collect and sort the rows of a profile.
 * @param p  after its end; must outlive r
 * @param tables  bits of enum otfp_stat_table
 * @param choice  must outlive r
 * @return 0, or -1 when memory is out; release r in both cases
 */
int otfp_report_make(struct otfp_report *r, const struct otfp_profile *p, unsigned tables, enum otfp_report_order order,
                     const struct otfp_report_choice *choice);
/** Sort the rows and divide them into blocks: order.c. @return 0, or -1 when memory is out */
int otfp_report_sort(struct otfp_report *r);
/** @return how many rows of a block are printed */
size_t otfp_block_shown(const struct otfp_report *r, const struct otfp_block *b);
/** What a row contributes to its table: the exclusive time of calls, the bytes of messages ... 0 for counters. */
otfp_wide otfp_measure(const struct otfp_report *r, const struct otfp_row *row);
/** Free what r owns. */
void otfp_report_release(struct otfp_report *r);

/* Number of kinds of oddities: those of the profile, then tokens without a definition, by space. */
enum { OTFP_NREPORT_ODD = OTFP_NPODDITIES + OTFP_NNAMED };
/** Oddities of kind i < OTFP_NREPORT_ODD. @param what  gets the name of the kind; has room for 80 bytes
 * @return how many there are */
uint64_t otfp_report_odd(const struct otfp_report *r, unsigned i, char *what);

/* ---- columns ---- */

enum otfp_column_kind {
	OTFP_COLUMN_TOKEN,
	OTFP_COLUMN_NAME,
	OTFP_COLUMN_SUM,
	OTFP_COLUMN_DIST,
	OTFP_COLUMN_COUNTED,
	OTFP_COLUMN_PERCENT
};

struct otfp_column {
	char name[24];
	enum otfp_column_kind kind;
	unsigned index; /* part of the key, number of the sum, or value of the distribution or counter */
	int people;     /* the table for people has this column */
	int adds_up;    /* the sum over all rows means something */
};
enum { OTFP_MAX_COLUMNS = 40 };

/** The words that --sort and --columns take: otfp_word_fn. choose.c. */
const char *otfp_column_word(unsigned i);
/** @return whether a word of --sort, counted from 1, is a column or OTFP_SORT_NAME */
int otfp_column_is_sortable(int word);
enum { OTFP_SORT_NAME = 1 }; /* by the keys, which every table has */
/** Parse the list of --columns. @return 0; OTFP_EUSAGE, OTFP_EFAIL. The caller frees c->columns */
int otfp_choice_columns(struct otfp_report_choice *c, const char *list, struct otfp_error *err);
/** Keep the columns of the choice, keys first. @return the number that stay */
unsigned otfp_choice_apply(const struct otfp_report *r, struct otfp_column *columns, unsigned n);
/** Find the column of a table that --sort names. @return 1 with *to set; 0 if the table does not have it */
int otfp_choice_sort(const struct otfp_report *r, unsigned table, struct otfp_column *to);

/** All columns that a table can have. @param to  room for OTFP_MAX_COLUMNS @return the number of columns */
unsigned otfp_report_all_columns(const struct otfp_report *r, unsigned table, struct otfp_column *to);

/** The columns of a table that are printed; for people also those that have no `people`. @param to  room for
 * OTFP_MAX_COLUMNS @return the number of columns */
unsigned otfp_report_columns(const struct otfp_report *r, unsigned table, struct otfp_column *to);

/* The value of a row in a column. */
struct otfp_cell_value {
	enum { OTFP_CELL_NONE, OTFP_CELL_WHOLE, OTFP_CELL_SIGNED, OTFP_CELL_REAL, OTFP_CELL_TEXT, OTFP_CELL_TOKEN } is;
	enum otfp_unit unit;
	otfp_wide whole; /* WHOLE; TOKEN without a text */
	otfp_signed_wide signed_whole;
	double real;          /* REAL; of WHOLE before it was rounded */
	struct otfp_str text; /* TEXT; TOKEN that is no single number, else p is NULL. Valid until the next value */
};

/** Get the value of a row in a column; v->text is valid until the next call. @return 0, or -1 when memory is out */
int otfp_report_value(struct otfp_report *r, const struct otfp_row *row, const struct otfp_column *column,
                      struct otfp_cell_value *v);
#endif
