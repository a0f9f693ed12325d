/*
 * diff.h - two profiles compared: their rows joined by names, and the difference of their values.
 *
 * Processes are joined by their rank (ranks.h). Rows of one profile whose names are the same are added up.
 */
#ifndef CMD_STAT_DIFF_DIFF_H
#define CMD_STAT_DIFF_DIFF_H
#include "base/arena.h"
#include "cmd/table/listing.h"
#include "cmd/table/pair.h"
#include "cmd/table/ranks.h"
#include "cmd/stat/run.h"

/* A row of both profiles. */
struct compare_row {
	unsigned table;
	struct otfp_str id[OTFP_MAX_PARTS];     /* what it is joined by */
	const struct otfp_row *row[PAIR_SIDES]; /* NULL = the side does not have it */
	struct pair_number value[PAIR_SIDES];   /* those that are compared */
	struct pair_number difference;          /* B - A */
};

/* The rows of a table. */
struct compare_block {
	unsigned table;
	size_t from, n;
	int compares; /* there is a column that is compared */
	struct column compared;
	int has_total; /* the column adds up ... */
	struct compare_row total;
};

/* Zero-filled is empty. */
struct compare {
	const struct listing_choice *choice;
	struct listing_choice all; /* what both reports take */
	struct listing report[PAIR_SIDES];
	struct ranks ranks[PAIR_SIDES];
	struct pair_clock clock;
	struct compare_row *rows;
	size_t n;
	struct compare_block blocks[OTFP_NSTATS];
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
int compare_make(struct compare *d, const struct otfp_profile *a, const struct otfp_profile *b, unsigned tables,
                 const struct listing_choice *choice, struct otfp_error *err);
/** Free what d owns. */
void compare_release(struct compare *d);
/** Get the value of one side of a row in a column. @return 0, or -1 when memory is out */
int compare_value(struct compare *d, const struct compare_row *row, const struct column *column, unsigned side,
                  struct pair_number *v);
/** B - A of two values of a row. A row that a side does not have is 0 there. */
struct pair_number compare_difference(const struct compare_row *row, const struct pair_number value[PAIR_SIDES]);
/** The side to ask for the names of a row. */
static inline unsigned compare_side(const struct compare_row *row)
{
	return row->row[PAIR_A] ? PAIR_A : PAIR_B;
}

/* ---- columns: columns.c ---- */

struct compare_column {
	char name[40];
	enum compare_shows {
		COMPARE_RANK, /* of a process */
		COMPARE_KEY,
		COMPARE_IN,    /* "a", "b" or "both" */
		COMPARE_VALUE, /* of one side */
		COMPARE_DIFFERENCE,
		COMPARE_RATIO
	} shows;
	unsigned part; /* of the key: RANK and KEY */
	unsigned side; /* VALUE */
	struct column of;
};
enum { COMPARE_COLUMNS = 96 };

/** Find the column of a table that is compared: that of --sort, else one by table. @return 1; 0 if there is none */
int compare_compared(const struct listing *r, unsigned table, const struct listing_choice *choice, struct column *to);
/** The columns of a table. @param people  they are for people @param to  room for COMPARE_COLUMNS
 * @return the number of columns */
unsigned compare_columns(const struct compare *d, unsigned table, int people, struct compare_column *to);
/** Get a cell; v->text is valid until the next call. @return 0, or -1 when memory is out */
int compare_cell(struct compare *d, const struct compare_row *row, const struct compare_column *column,
                 struct cell_value *v);
/** How many rows of a block are printed. */
size_t compare_shown(const struct compare *d, const struct compare_block *b);

/* ---- output: print.c; as in print.h ---- */

/** @param names  of the traces */
int compare_print(struct compare *d, const char *const names[PAIR_SIDES], int form, int with_summary, size_t width,
                  FILE *out);
/** `main;solve;MPI_Send 1234 1250`: the exclusive ticks of each call path in A and B. */
int compare_print_folded(struct compare *d, FILE *out);

/* ---- the command: diff.c ---- */

/** Run --diff. @return the exit status */
int stat_compare_run(struct job *job, struct stat_options *s);
#endif
