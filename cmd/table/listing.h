/* listing.h - the rows of a profile in order, their columns and values: what all forms of output share. */
#ifndef CMD_TABLE_LISTING_H
#define CMD_TABLE_LISTING_H
#include "base/buf.h"
#include "base/error.h"
#include "profile/profile.h"

enum listing_order {
	ORDER_WINDOW, /* window, table, key */
	ORDER_TABLE,  /* table, window, key */
	ORDER_PEOPLE  /* window, table, largest value first, name */
};

/* What of the rows is printed, from --sort, --top and --columns. Zero-filled: every row and column, in the order of the
 * form. */
struct listing_choice {
	int sort;     /* 1 + number of a word of column_word; 0 = as the form does */
	int has_top;  /* print only the first `top` rows of each block */
	uint64_t top; /* 0 = all */
	int columns_all;
	uint8_t *columns; /* numbers of words of column_word, owned; NULL = those of the form */
	size_t ncolumns;
};

/* The rows of a table in a window. */
struct column_block {
	size_t from, n;  /* in `rows` of the report */
	otfp_wide whole; /* what the percents are of: the sum of what column_measure gives */
};

/* Zero-filled, then `choice` and listing_make. */
struct listing {
	const struct otfp_profile *p;
	enum listing_order order;
	const struct listing_choice *choice;
	unsigned tables;        /* bits of enum otfp_stat_table */
	struct otfp_row **rows; /* in each block first those that are printed, in order */
	size_t n;
	struct column_block *blocks; /* in the order of the rows */
	size_t nblocks, blocks_cap;
	const struct column_block *block; /* that of the rows that listing_value is called for */
	uint8_t kinds[OTFP_NSTATS][OTFP_MAX_PARTS];
	unsigned nkinds[OTFP_NSTATS];
	struct otfp_rows merged;                /* counters, merged over all processes */
	struct otfp_map undefined[OTFP_NNAMED]; /* for each space: tokens in rows that have no definition */
	struct otfp_buf text;                   /* of the last listing_value */
	uint32_t *ranks;                        /* of call paths: their order */
};

/**
 * Collect and sort the rows of a profile.
 * @param p  after its end; must outlive r
 * @param tables  bits of enum otfp_stat_table
 * @param choice  must outlive r
 * @return 0, or -1 when memory is out; release r in both cases
 */
int listing_make(struct listing *r, const struct otfp_profile *p, unsigned tables, enum listing_order order,
                 const struct listing_choice *choice);
/** Sort the rows and divide them into blocks: order.c. @return 0, or -1 when memory is out */
int listing_sort(struct listing *r);
/** @return how many rows of a block are printed */
size_t block_shown(const struct listing *r, const struct column_block *b);
/** What a row contributes to its table: the exclusive time of calls, the bytes of messages ... 0 for counters. */
otfp_wide column_measure(const struct listing *r, const struct otfp_row *row);
/** Free what r owns. */
void listing_release(struct listing *r);

/* Number of kinds of oddities: those of the profile, then tokens without a definition, by space. */
enum { LISTING_NODD = OTFP_NPODDITIES + OTFP_NNAMED };
/** Oddities of kind i < LISTING_NODD. @param what  gets the name of the kind; has room for 80 bytes
 * @return how many there are */
uint64_t listing_odd(const struct listing *r, unsigned i, char *what);

/* ---- columns ---- */

enum column_kind { COLUMN_TOKEN, COLUMN_NAME, COLUMN_SUM, COLUMN_DIST, COLUMN_COUNTED, COLUMN_PERCENT };

struct column {
	char name[24];
	enum column_kind kind;
	unsigned index; /* part of the key, number of the sum, or value of the distribution or counter */
	int people;     /* the table for people has this column */
	int adds_up;    /* the sum over all rows means something */
};
enum { MAX_COLUMNS = 40 };

/** The words that --sort and --columns take: word_fn. choose.c. */
const char *column_word(unsigned i);
/** @return whether a word of --sort, counted from 1, is a column or SORT_NAME */
int column_is_sortable(int word);
enum { SORT_NAME = 1 }; /* by the keys, which every table has */
/** Parse the list of --columns. @return 0; OTFP_EUSAGE, OTFP_EFAIL. The caller frees c->columns */
int choice_columns(struct listing_choice *c, const char *list, struct otfp_error *err);
/** Keep the columns of the choice, keys first. @return the number that stay */
unsigned choice_apply(const struct listing *r, struct column *columns, unsigned n);
/** Find the column of a table that --sort names. @return 1 with *to set; 0 if the table does not have it */
int choice_sort(const struct listing *r, unsigned table, struct column *to);

/** All columns that a table can have. @param to  room for MAX_COLUMNS @return the number of columns */
unsigned listing_all_columns(const struct listing *r, unsigned table, struct column *to);

/** The columns of a table that are printed; for people also those that have no `people`. @param to  room for
 * MAX_COLUMNS @return the number of columns */
unsigned listing_columns(const struct listing *r, unsigned table, struct column *to);

/* The value of a row in a column. */
struct cell_value {
	enum { CELL_NONE, CELL_WHOLE, CELL_SIGNED, CELL_REAL, CELL_TEXT, CELL_TOKEN } is;
	enum otfp_unit unit;
	otfp_wide whole; /* WHOLE; TOKEN without a text */
	otfp_signed_wide signed_whole;
	double real;          /* REAL; of WHOLE before it was rounded */
	struct otfp_str text; /* TEXT; TOKEN that is no single number, else p is NULL. Valid until the next value */
};

/** Get the value of a row in a column; v->text is valid until the next call. @return 0, or -1 when memory is out */
int listing_value(struct listing *r, const struct otfp_row *row, const struct column *column, struct cell_value *v);
#endif
