/* sheet.h - rows of texts as aligned columns that fit a width. */
#ifndef CMD_STAT_SHEET_H
#define CMD_STAT_SHEET_H
#include "base/buf.h"
#include "otfpipe.h"
#include <stdio.h>

enum { SHEET_COLUMNS = 96 };

struct sheet_column {
	char name[24];
	enum { SHEET_NUMBER, SHEET_TEXT, SHEET_PATH } is; /* texts stand left; a path is cut at its start */
	int is_key;                                       /* it is never left out */
	size_t width;                                     /* characters */
	int left_out;
};

/* Zero-filled is empty. The caller sets the columns, then adds the cells of each row. */
struct sheet {
	struct sheet_column columns[SHEET_COLUMNS];
	unsigned n;
	struct otfp_buf text; /* the cells, row by row, each with a NUL */
	size_t *at;           /* where each cell starts in it */
	size_t ncells, cap;
};

/** Free s, of calloc(3), and all that it owns; s may be NULL. */
void sheet_free(struct sheet *s);
/** Remove all columns and rows. */
void sheet_clear(struct sheet *s);
/** End a cell, whose text the caller appended to s->text. @return 0, or -1 when memory is out */
int sheet_cell(struct sheet *s);
/**
 * Make the sheet fit: texts longer than half of the width are cut, and columns left out, the least important first.
 * @param width  characters; 0 = no limit
 * @param all  cut texts only
 * @return whether a column is left out
 */
int sheet_fit(struct sheet *s, size_t width, int all);
/** Print text, cut to so many characters; 0 = do not cut it. */
void sheet_print_text(struct otfp_str text, size_t width, FILE *out);
/** Leave out the columns in which every cell is "-". */
void sheet_drop_empty(struct sheet *s);
/** Print, after the last sheet, that columns were left out. @param width  as for sheet_fit
 * @param option  prints all columns */
void sheet_print_left_out(size_t width, const char *option, FILE *out);
/** Print the line of column names. */
void sheet_print_head(const struct sheet *s, FILE *out);
/** Print a row, from 0. */
void sheet_print_row(const struct sheet *s, size_t row, FILE *out);
#endif
