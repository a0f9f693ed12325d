/*
 * sheet.h - a table of values for output: columns, and rows of cells that are added one after the other.
 *
 * Memory that is out is noted in `failed`; what is added then is ignored, so that the caller checks once.
 */
#ifndef CMD_WAIT_SHEET_H
#define CMD_WAIT_SHEET_H
#include "base/buf.h"
#include "base/wide.h"
#include "otfpipe.h"

enum wait_cell_kind {
	WAIT_CELL_NONE,
	WAIT_CELL_NUMBER,
	WAIT_CELL_TICKS, /* a time for people */
	WAIT_CELL_SHARE, /* a ratio; percent for people */
	WAIT_CELL_TEXT
};

struct wait_sheet_cell {
	enum wait_cell_kind kind;
	otfp_wide whole;
	double real;
	size_t at, n; /* of text */
};

struct wait_sheet_column {
	const char *name;
	int people;  /* the table for people has it */
	int is_text; /* aligned to the left */
};

enum { WAIT_COLUMNS_MAX = 40 };

/* Zero-filled, then `name`, is empty. */
struct wait_sheet {
	const char *name;
	struct wait_sheet_column columns[WAIT_COLUMNS_MAX];
	unsigned ncolumns;
	struct wait_sheet_cell *cells; /* row by row */
	size_t n, cap;
	struct otfp_buf text;
	int failed;
};

void wait_sheet_release(struct wait_sheet *s);
/** Add a column; before the first cell. @param name  a constant */
void wait_sheet_column(struct wait_sheet *s, const char *name, int people, int is_text);
/* Add the next cell. */
void wait_sheet_none(struct wait_sheet *s);
void wait_sheet_number(struct wait_sheet *s, otfp_wide v);
void wait_sheet_ticks(struct wait_sheet *s, otfp_wide v);
/** Ticks with a fraction: numerator / denominator; none if that is 0. */
void wait_sheet_mean(struct wait_sheet *s, otfp_wide ticks, uint64_t by);
/** A ratio; none if the denominator is 0. */
void wait_sheet_share(struct wait_sheet *s, otfp_wide part, otfp_wide of);
void wait_sheet_text(struct wait_sheet *s, struct otfp_str text);
/** End a text cell to which the caller appended to s->text from `at` on. */
void wait_sheet_text_from(struct wait_sheet *s, size_t at);

/** @return the number of rows */
static inline size_t wait_sheet_rows(const struct wait_sheet *s)
{
	return s->ncolumns ? s->n / s->ncolumns : 0;
}
#endif
