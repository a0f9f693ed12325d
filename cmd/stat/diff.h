/*
 * diff.h - two profiles compared: their rows joined by names, and the difference of their values.
 *
 * Processes are joined by their rank (ranks.h). Rows of one profile whose names are the same are added up. Times of
 * both are in ticks of the finer clock.
 */
#ifndef OTFP_CMD_STAT_DIFF_H
#define OTFP_CMD_STAT_DIFF_H
#include "base/arena.h"
#include "cmd/run/report/report.h"
#include "cmd/stat/ranks.h"
#include "cmd/stat/run.h"

enum { OTFP_COMPARE_A, OTFP_COMPARE_B, OTFP_COMPARE_SIDES };

/* A value of one side, or a difference. */
struct otfp_compare_number {
	enum { OTFP_COMPARE_NONE, OTFP_COMPARE_WHOLE, OTFP_COMPARE_REAL } is;
	enum otfp_unit unit;
	otfp_signed_wide whole; /* WHOLE; numbers that do not fit become the largest one */
	double real;            /* REAL; of WHOLE before it was rounded */
};

/* A row of both profiles. */
struct otfp_compare_row {
	unsigned table;
	struct otfp_str id[OTFP_MAX_PARTS];                   /* what it is joined by */
	const struct otfp_row *row[OTFP_COMPARE_SIDES];       /* NULL = the side does not have it */
	struct otfp_compare_number value[OTFP_COMPARE_SIDES]; /* those that are compared */
	struct otfp_compare_number difference;                /* B - A */
};

/* The rows of a table. */
struct otfp_compare_block {
	unsigned table;
	size_t from, n;
	int compares; /* there is a column that is compared */
	struct otfp_column compared;
	int has_total; /* the column adds up ... */
	struct otfp_compare_row total;
};

/* Zero-filled is empty. */
struct otfp_comparison {
	const struct otfp_report_choice *choice;
	struct otfp_report_choice all; /* what both reports take */
	struct otfp_report report[OTFP_COMPARE_SIDES];
	struct otfp_ranks ranks[OTFP_COMPARE_SIDES];
	uint64_t resolution; /* of all times; 0 = unknown */
	struct otfp_compare_scale {
		uint64_t up, down;
	} scale[OTFP_COMPARE_SIDES]; /* from ticks of a side to these: times up, divided by down */
	struct otfp_compare_row *rows;
	size_t n;
	struct otfp_compare_block blocks[OTFP_NSTATS];
	size_t nblocks;
	struct otfp_row **sums; /* of several rows, and the totals */
	size_t nsums, sums_cap;
	struct otfp_arena arena; /* owns them, and the ids */
	struct otfp_buf text;    /* of the last rank */
};

/**
 * Join two profiles, with the same keys.
 * @param tables  bits of enum otfp_stat_table
 * @param choice  the column to compare is that of --sort; must outlive d
 * @return 0, OTFP_EFAIL if only one of them has a clock, or memory is out; release d in all cases
 */
int otfp_compare_make(struct otfp_comparison *d, const struct otfp_profile *a, const struct otfp_profile *b,
                      unsigned tables, const struct otfp_report_choice *choice, struct otfp_error *err);
/** Free what d owns. */
void otfp_compare_release(struct otfp_comparison *d);
/** Get the value of one side of a row in a column. @return 0, or -1 when memory is out */
int otfp_compare_value(struct otfp_comparison *d, const struct otfp_compare_row *row, const struct otfp_column *column,
                       unsigned side, struct otfp_compare_number *v);
/** B - A of two values of a row. A row that a side does not have is 0 there. */
struct otfp_compare_number otfp_compare_difference(const struct otfp_compare_row *row,
                                                   const struct otfp_compare_number value[OTFP_COMPARE_SIDES]);
/** Set *ratio to B / A. @return 1; 0 if there is none: a value is missing or A is 0 */
int otfp_compare_ratio(const struct otfp_compare_number value[OTFP_COMPARE_SIDES], double *ratio);
/** A time of one side, in the ticks of both. */
struct otfp_compare_number otfp_compare_ticks(const struct otfp_comparison *d, unsigned side, uint64_t ticks);
/** The side to ask for the names of a row. */
static inline unsigned otfp_compare_side(const struct otfp_compare_row *row)
{
	return row->row[OTFP_COMPARE_A] ? OTFP_COMPARE_A : OTFP_COMPARE_B;
}

/* ---- columns: diff-columns.c ---- */

struct otfp_compare_column {
	char name[40];
	enum otfp_compare_shows {
		OTFP_COMPARE_RANK, /* of a process */
		OTFP_COMPARE_KEY,
		OTFP_COMPARE_IN,    /* "a", "b" or "both" */
		OTFP_COMPARE_VALUE, /* of one side */
		OTFP_COMPARE_DIFFERENCE,
		OTFP_COMPARE_RATIO
	} shows;
	unsigned part; /* of the key: RANK and KEY */
	unsigned side; /* VALUE */
	struct otfp_column of;
};
enum { OTFP_COMPARE_COLUMNS = 96 };

/** Find the column of a table that is compared: that of --sort, else one by table. @return 1; 0 if there is none */
int otfp_compare_compared(const struct otfp_report *r, unsigned table, const struct otfp_report_choice *choice,
                          struct otfp_column *to);
/** The columns of a table. @param people  they are for people @param to  room for OTFP_COMPARE_COLUMNS
 * @return the number of columns */
unsigned otfp_compare_columns(const struct otfp_comparison *d, unsigned table, int people,
                              struct otfp_compare_column *to);
/** Get a cell; v->text is valid until the next call. @return 0, or -1 when memory is out */
int otfp_compare_cell(struct otfp_comparison *d, const struct otfp_compare_row *row,
                      const struct otfp_compare_column *column, struct otfp_cell_value *v);
/** The same for a number that the caller has. @param is_difference  it may be negative */
void otfp_compare_put_number(const struct otfp_compare_number *n, int is_difference, struct otfp_cell_value *v);
/** How many rows of a block are printed. */
size_t otfp_compare_shown(const struct otfp_comparison *d, const struct otfp_compare_block *b);

/* ---- output: diff-print.c and diff-table.c; as in print.h ---- */

/** @param names  of the traces */
int otfp_compare_print_table(struct otfp_comparison *d, const char *const names[OTFP_COMPARE_SIDES], int with_summary,
                             size_t width, FILE *out);
int otfp_compare_print_tsv(struct otfp_comparison *d, FILE *out);
int otfp_compare_print_json(struct otfp_comparison *d, const char *const names[OTFP_COMPARE_SIDES], FILE *out);
/** `main;solve;MPI_Send 1234 1250`: the exclusive ticks of each call path in A and B. */
int otfp_compare_print_folded(struct otfp_comparison *d, FILE *out);

/* ---- the command: diff.c ---- */

/** Run --diff. @return the exit status */
int otfp_stat_compare_run(struct otfp_job *job, struct otfp_statistics *s);
#endif
