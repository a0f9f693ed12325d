/*
 * report.h - the rows of a profile in order, and what stands in their columns: what all forms of output share.
 */
#ifndef OTFP_CMD_STAT_REPORT_H
#define OTFP_CMD_STAT_REPORT_H
#include "base/buf.h"
#include "profile/profile.h"

enum otfp_report_order {
	OTFP_ORDER_WINDOW, /* window, table, key */
	OTFP_ORDER_TABLE,  /* table, window, key */
	OTFP_ORDER_PEOPLE  /* window, table, the largest first, name */
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
	struct otfp_rows merged;                /* counters of all processes */
	struct otfp_map undefined[OTFP_NNAMED]; /* tokens in rows that have no definition */
	struct otfp_buf text;                   /* of the value that was asked for last */
};

/** @param p  lives as long. @return 0, or -1 when memory is out */
int otfp_report_make(struct otfp_report *r, const struct otfp_profile *p, unsigned tables,
                     enum otfp_report_order order);
void otfp_report_release(struct otfp_report *r);

/* What is odd, as a list: i from 0 on. @return its number, in `what` its name (room for 80); 0 = nothing; the list
 * ends with OTFP_NREPORT_ODD */
enum { OTFP_NREPORT_ODD = OTFP_NPODDITIES + OTFP_NNAMED };
uint64_t otfp_report_odd(const struct otfp_report *r, unsigned i, char *what);

/* ---- columns ---- */

enum otfp_column_kind { OTFP_COLUMN_TOKEN, OTFP_COLUMN_NAME, OTFP_COLUMN_SUM, OTFP_COLUMN_DIST, OTFP_COLUMN_COUNTED };

struct otfp_column {
	char name[24];
	enum otfp_column_kind kind;
	unsigned index; /* part of the key, sum, or what of the distribution or the counter */
	int people;     /* it stands in the table for people */
};
enum { OTFP_MAX_COLUMNS = 40 };

/** The columns of a table. @return how many */
unsigned otfp_report_columns(const struct otfp_report *r, unsigned table, struct otfp_column *to);

/* What stands in a column of a row. */
struct otfp_cell_value {
	enum { OTFP_CELL_NONE, OTFP_CELL_WHOLE, OTFP_CELL_SIGNED, OTFP_CELL_REAL, OTFP_CELL_TEXT, OTFP_CELL_TOKEN } is;
	enum otfp_unit unit;
	otfp_wide whole; /* WHOLE; TOKEN: a global one */
	otfp_signed_wide signed_whole;
	double real;
	struct otfp_str text; /* TEXT; TOKEN: p NULL = `whole` says it. Valid until the next is asked for */
};

/** @return 0, or -1 when memory is out */
int otfp_report_value(struct otfp_report *r, const struct otfp_row *row, const struct otfp_column *column,
                      struct otfp_cell_value *v);
#endif
