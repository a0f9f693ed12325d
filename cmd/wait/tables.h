/* tables.h - the tables of otf-wait. */
#ifndef CMD_WAIT_TABLES_H
#define CMD_WAIT_TABLES_H
#include "cmd/table/table.h"
#include "wait/gain.h"
#include "wait/roots.h"
#include "wait/trail.h"
#include "wait/transfers.h"

/* What a table shows. */
struct wait_view {
	const struct otfp_wait_engine *w;
	const struct otfp_trail *trail; /* NULL: there was no second pass, or not for these */
	const struct otfp_roots *roots;
	const struct otfp_gain *gain;           /* NULL: there was no third pass */
	const struct otfp_even *even;           /* NULL: the same */
	const struct otfp_transfers *transfers; /* NULL: nobody asked */
	const struct otfp_nodes *nodes;         /* NULL: transfers are by process */
	const struct otfp_names *names;
	unsigned by;     /* bits of enum otfp_wait_key */
	int has_windows; /* rows are by window, ... */
	int is_calls;    /* ... which are calls */
	int is_part;     /* not all processes are reported */
};

/* Each prints a table, with its rows sorted. Memory that is out shows in t->failed. */
void wait_table_efficiency(const struct wait_view *v, struct table *t);
void wait_table_process(const struct wait_view *v, struct table *t);
void wait_table_load(const struct wait_view *v, struct table *t);
void wait_table_rest(const struct wait_view *v, struct table *t);
void wait_table_wait(const struct wait_view *v, struct table *t);
void wait_table_worst(const struct wait_view *v, struct table *t);
void wait_table_transfer(const struct wait_view *v, struct table *t);
void wait_table_operation(const struct wait_view *v, struct table *t);
void wait_table_idle(const struct wait_view *v, struct table *t);
void wait_table_cause(const struct wait_view *v, struct table *t);
void wait_table_blame(const struct wait_view *v, struct table *t);
void wait_table_path(const struct wait_view *v, struct table *t);
void wait_table_gain(const struct wait_view *v, struct table *t);

/** The rows of the trail added up by the keys `by`, the largest first; those of 0 ticks are left out. @return NULL when
 * memory is out; free(3) */
struct otfp_trail_row *wait_trail_rows(const struct wait_view *v, unsigned by, int is_blame, size_t *n);

/** After the second pass: add the repairs that are worth a try, the first rows of the critical path and of the root
 * causes by process and function. @return 0, or -1 when memory is out */
int wait_choose_repairs(const struct wait_view *v, struct otfp_gain *g);
/** After the first pass: add the repair that the screen has a sentence for. @return whether there is one; -1 when
 * memory is out */
int wait_choose_repair(const struct wait_view *v, struct otfp_gain *g);
/** After the first pass: add the functions that are made even, those of the first rows of the root causes, then those
 * with the most time. @return 0, or -1 when memory is out */
int wait_choose_even(const struct wait_view *v, struct otfp_even *e);

/* ---- for those that make tables ---- */

void wait_view_window_column(const struct wait_view *v, struct table *t);
void wait_view_window(const struct wait_view *v, struct table *t, uint64_t window);
/** Put the cells of a token and of its name. */
void wait_view_name(const struct wait_view *v, struct table *t, unsigned space, otfp_ref ref);
/** Put the cells of a call path: tokens and names. */
void wait_view_path(const struct wait_view *v, struct table *t, const struct otfp_paths *paths, uint32_t path);
/** Add the columns of the keys process, function and path that are asked for. */
void wait_view_key_columns(struct table *t, unsigned by);
/** Put the cells of what has no token: none, and a word. */
void wait_view_word(struct table *t, const char *text);

/* What a process was in. */
struct wait_what {
	const struct otfp_paths *paths;
	otfp_ref function; /* OTFP_NO_REF: outside of every call */
	uint32_t path;     /* 0: the same */
	const char *outside;
};
/** Put the cells of the keys function and path. */
void wait_view_what(const struct wait_view *v, struct table *t, unsigned by, struct wait_what what);
#endif
