/*
 * table.h - a table of values for output: columns, then cells row by row. The form says how they are printed.
 *
 *     struct table t = {.form = &table_tsv, .out = stdout};
 *     table_begin(&t, "wait", NULL);
 *     table_column(&t, "kind", TABLE_TEXT);
 *     table_column(&t, "time", 0);
 *     table_word(&t, "late_sender");
 *     table_ticks(&t, 42);
 *     table_end(&t);
 *     rc = table_finish(&t);
 *
 * A column has one name in all forms. If it has the suffix _name, its values are names of what another column has the
 * tokens of; people see no tokens, and the suffix is left out for them.
 *
 * Memory that is out is noted in `failed`, and what is put then is dropped; so the caller checks once, at the end.
 */
#ifndef CMD_TABLE_TABLE_H
#define CMD_TABLE_TABLE_H
#include "base/buf.h"
#include "base/json.h"
#include "profile/profile.h"
#include <stdio.h>

/* ---- values ---- */

struct cell_value {
	enum {
		CELL_NONE,  /* there is no such value */
		CELL_BLANK, /* the same, but people see nothing */
		CELL_YES,   /* whole: 1 or 0 */
		CELL_WHOLE,
		CELL_SIGNED,
		CELL_REAL,
		CELL_TEXT
	} is;
	enum otfp_unit unit;
	int is_change;   /* people see a sign, of plus too */
	otfp_wide whole; /* WHOLE */
	otfp_signed_wide signed_whole;
	double real;          /* REAL; of WHOLE and SIGNED before it was rounded */
	struct otfp_str text; /* TEXT */
};

/** A whole number. */
struct cell_value cell_whole(otfp_wide v, enum otfp_unit unit);
/** A text, or none if p is NULL. */
struct cell_value cell_text(struct otfp_str s);

/* Each appends a value in the way of a form. @return 0, or -1 when memory is out */

/** For people. @param resolution  ticks per second; 0 = unknown @param first  ticks that instants are counted from */
int cell_add_text(struct otfp_buf *b, const struct cell_value *v, uint64_t resolution, uint64_t first);

/* ---- tables ---- */

/* What a column is. */
enum {
	TABLE_TEXT = 1,      /* its values stand left, and lose their middle if they do not fit */
	TABLE_PATH = 2,      /* a call path: the same, but it loses its start */
	TABLE_LEFT = 4,      /* numbers that stand left */
	TABLE_KEY = 8,       /* it is not left out, whatever the width; texts and paths are not, anyway */
	TABLE_PROGRAMS = 16, /* people do not see it */
	TABLE_PEOPLE = 32,   /* programs do not see it */
	TABLE_LEADS = 64     /* TSV: it comes before the name of the table */
};
/* And so many characters wide at least. */
#define TABLE_LEAST(n) ((unsigned)(n) << 8)

struct table_column {
	const char *name; /* words joined by _; valid until table_end */
	unsigned flags;
};
/* Two columns: tokens, which people do not see, and their names. */
#define TABLE_NAMED(word)                \
	{word, TABLE_PROGRAMS},          \
	{                                \
		word "_name", TABLE_TEXT \
	}
enum { TABLE_COLUMNS = 96 };

struct table;

/* How a table is printed. Those that are NULL have nothing to do. */
struct table_form {
	unsigned hides;                 /* flags of columns that are not printed */
	void (*begin)(struct table *t); /* the columns are known */
	void (*row)(struct table *t);
	void (*cell)(struct table *t, unsigned column, const struct cell_value *v);
	void (*end_row)(struct table *t);
	void (*end)(struct table *t);
};
extern const struct table_form table_text, /* aligned columns with units; an empty line comes before a further table */
	table_tsv,                         /* values separated by tabs, times in ticks; an empty line as above */
	table_json;                        /* an array of objects in the open object of `json`, times in ticks */

/* Zero-filled, then the first part. */
struct table {
	const struct table_form *form;
	FILE *out;              /* text and TSV; check it for errors */
	struct otfp_json *json; /* JSON */
	int is_flat;            /* JSON: all in one line */
	void *ctx;              /* of a form of the caller */
	uint64_t resolution;    /* ticks per second; 0 = unknown: people see ticks */
	uint64_t first;         /* ticks; people see instants from here on */
	size_t width;           /* text: characters of a line; 0 = no limit */
	unsigned indent;        /* text: blanks before a line */
	const char *option;     /* text: what prints the columns that do not fit */
	unsigned printed;       /* tables so far; may begin above 0, if something else comes before the first */

	/* of this table; may be set after table_begin */
	int drops_empty; /* text: leave out columns without a value */
	int keeps_all;   /* text: leave out no column to fit the width, only cut texts */
	size_t all;      /* rows that there are, if more than follow */
	size_t shown;    /* rows that follow, ... */
	const char *how; /* ... and the command that lists all, for forms that say so before the rows */

	/* for forms */
	const char *name, *title;
	struct table_column columns[TABLE_COLUMNS];
	unsigned n, at;          /* columns; that of the next cell */
	int is_open;             /* `begin` was called */
	int has_total;           /* the last row is that of table_total */
	struct otfp_buf scratch; /* of table_scratch */
	struct otfp_buf text;    /* TSV: the line. Text: the cells, row by row, each with a NUL */
	size_t rows;             /* text: of these cells */
	struct table_fit {
		size_t width; /* characters */
		int is_left_out, has_value;
	} fit[TABLE_COLUMNS]; /* text */
	int has_left_out;     /* text: columns do not fit, in some table */
	int failed;
};

/** Begin a table without columns. @param name  of the table @param title  for people; NULL = the name, "" = none */
void table_begin(struct table *t, const char *name, const char *title);
/** Add a column, before the first cell. @param flags  see above; 0 = a number */
void table_column(struct table *t, const char *name, unsigned flags);
/** Add several. */
void table_columns(struct table *t, const struct table_column *columns, size_t n);
/** End it, after its last row. Each row has a cell for each column. */
void table_end(struct table *t);
/** End the output and free what t owns. @return 0, or -1 when memory was out */
int table_finish(struct table *t);
/** @return whether the form does not print a column: its value need not be known */
static inline int table_hides(const struct table *t, unsigned column)
{
	return (t->columns[column].flags & t->form->hides) != 0;
}

/** What people see above a column: its name, without the suffix of names. */
struct otfp_str table_head(const struct table_column *c);
/** Put the next cell. */
void table_cell(struct table *t, const struct cell_value *v);
/** The next row is the total, and the last one. */
void table_total(struct table *t);

/* ---- cells ---- */

void table_none(struct table *t);
/** None for each further column of the row that has begun. */
void table_none_further(struct table *t);
/** None, for which people see nothing. */
void table_blank(struct table *t);
void table_number(struct table *t, otfp_wide v);
void table_bytes(struct table *t, otfp_wide v);
void table_ticks(struct table *t, otfp_wide v);
void table_instant(struct table *t, uint64_t v);
void table_yes(struct table *t, int yes);
/** The mean of so many ticks, rounded to whole ones; none if n is 0. */
void table_mean(struct table *t, otfp_wide ticks, uint64_t n);
/** part / whole; none if the whole is 0. People see percent. */
void table_share(struct table *t, otfp_wide part, otfp_wide whole);
/** The same in percent in all forms. */
void table_percent(struct table *t, otfp_wide part, otfp_wide whole);
void table_text_cell(struct table *t, struct otfp_str s);
void table_word(struct table *t, const char *word);
/** Two cells, for TABLE_NAMED: a token, and the name of its definition, or the token again if it has none. */
void table_definition(struct table *t, const struct otfp_names *names, unsigned space, otfp_ref ref, uint32_t token);
/** Put the text that the caller appended to t->scratch, and clear that. @param rc  <0: memory was out meanwhile */
void table_scratch(struct table *t, int rc);

/* ---- names; each appends and returns 0, or -1 when memory is out ---- */

/** "7", "7@2" of the stream 2, or "-" for OTFP_NO_REF. */
int token_add(struct otfp_buf *b, otfp_ref ref);
/** The name of a definition, or its token if it has none; "(other)" for OTFP_OTHER_PROCESS. @param space  enum
 * otfp_named */
int name_add(struct otfp_buf *b, const struct otfp_names *names, unsigned space, otfp_ref ref);
/** The functions of a call path, outermost first, separated by `;`. @param names  NULL: their tokens */
int path_add(struct otfp_buf *b, const struct otfp_names *names, const struct otfp_paths *paths, uint32_t path);

/** Print a text, cut to so many characters; 0 = do not cut it. */
void text_print_cut(struct otfp_str text, size_t width, FILE *out);
#endif
