/* report.h - the rows of a profile in order, their columns and values: what all forms of output share. */
#ifndef OTFP_PROFILE_REPORT_H
#define OTFP_PROFILE_REPORT_H
#include "base/buf.h"
#include "profile/profile.h"

enum otfp_report_order {
	OTFP_ORDER_WINDOW, /* window, table, key */
	OTFP_ORDER_TABLE,  /* table, window, key */
	OTFP_ORDER_PEOPLE  /* window, table, largest value first, name */
};

/* Zero-filled, then otfp_report_make. */
struct otfp_report {
	const struct otfp_profile *p;
	enum otfp_report_order order;
	unsigned tables; /* bits of enum otfp_stat_table */
	struct otfp_row **rows;
	size_t n;
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
 * @return 0, or -1 when memory is out; release r in both cases
 */
int otfp_report_make(struct otfp_report *r, const struct otfp_profile *p, unsigned tables,
                     enum otfp_report_order order);
/** Free what r owns. */
void otfp_report_release(struct otfp_report *r);

/* Number of kinds of oddities: those of the profile, then tokens without a definition, by space. */
enum { OTFP_NREPORT_ODD = OTFP_NPODDITIES + OTFP_NNAMED };
/** Oddities of kind i < OTFP_NREPORT_ODD. @param what  gets the name of the kind; has room for 80 bytes
 * @return how many there are */
uint64_t otfp_report_odd(const struct otfp_report *r, unsigned i, char *what);

/* ---- columns ---- */

enum otfp_column_kind { OTFP_COLUMN_TOKEN, OTFP_COLUMN_NAME, OTFP_COLUMN_SUM, OTFP_COLUMN_DIST, OTFP_COLUMN_COUNTED };

struct otfp_column {
	char name[24];
	enum otfp_column_kind kind;
	unsigned index; /* part of the key, number of the sum, or value of the distribution or counter */
	int people;     /* the table for people has this column */
};
enum { OTFP_MAX_COLUMNS = 40 };

/** The columns of a table. @param to  room for OTFP_MAX_COLUMNS @return the number of columns */
unsigned otfp_report_columns(const struct otfp_report *r, unsigned table, struct otfp_column *to);

/* The value of a row in a column. */
struct otfp_cell_value {
	enum { OTFP_CELL_NONE, OTFP_CELL_WHOLE, OTFP_CELL_SIGNED, OTFP_CELL_REAL, OTFP_CELL_TEXT, OTFP_CELL_TOKEN } is;
	enum otfp_unit unit;
	otfp_wide whole; /* WHOLE; TOKEN without a text */
	otfp_signed_wide signed_whole;
	double real;
	struct otfp_str text; /* TEXT; TOKEN that is no single number, else p is NULL. Valid until the next value */
};

/** Get the value of a row in a column; v->text is valid until the next call. @return 0, or -1 when memory is out */
int otfp_report_value(struct otfp_report *r, const struct otfp_row *row, const struct otfp_column *column,
                      struct otfp_cell_value *v);
#endif
