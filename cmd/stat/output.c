/* output.c - print the report, and warn of what is odd in the trace or missing in the report. */
#include "cmd/stat/output.h"
#include "base/error.h"
#include "cmd/run/message.h"
#include "cmd/run/share.h"
#include "cmd/run/signals.h"
#include "cmd/run/terminal.h"
#include "cmd/stat/partial.h"
#include "cmd/stat/print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TOP = 10 }; /* rows of a table for people */

int otfp_stat_report_begin(struct otfp_stat_report *r, const struct otfp_statistics *s)
{
	const int given = s->sort || s->top_given || s->columns;
	struct otfp_error err;

	r->s = s;
	if (s->sort && !otfp_column_is_sortable(s->sort))
		return otfp_usage("--sort: give the name of one column, or name");
	if (given && (s->form == OTFP_STAT_FOLDED || s->partial))
		return otfp_usage("--sort, --top and --columns are for tables, --tsv and --json");
	if (s->partial && otfp_partial_usage())
		return 2;
	r->choice.sort = s->sort;
	r->choice.has_top = s->top_given || s->form == OTFP_STAT_TABLE;
	r->choice.top = s->top_given ? (uint64_t)s->top : TOP;
	if (s->columns && otfp_choice_columns(&r->choice, s->columns, &err) < 0)
		return otfp_bad_value(&err);
	return 0;
}

void otfp_stat_report_release(struct otfp_stat_report *r)
{
	free(r->choice.columns);
	r->choice = (struct otfp_report_choice){0};
}

int otfp_stat_report_odd(const struct otfp_report *report, const char *where)
{
	char what[80];
	int is_odd = 0;

	for (unsigned i = 0; i < OTFP_NREPORT_ODD; i++) {
		uint64_t n = otfp_report_odd(report, i, what);
		if (n)
			otfp_warn("%s%s%s: %" PRIu64, where, *where ? ": " : "", what, n);
		is_odd |= n != 0;
	}
	return is_odd;
}

static int has_key(const struct otfp_report *report, unsigned kind)
{
	for (size_t i = 0; i < report->n; i++) {
		const unsigned table = report->rows[i]->key.table;
		if (memchr(report->kinds[table], (int)kind, report->nkinds[table]))
			return 1;
	}
	return 0;
}

/* Warn of what --by asks for and the trace does not have. */
static void warn_missing_keys(struct otfp_stat_report *r, const struct otfp_report *report)
{
	for (unsigned kind = 0; kind < OTFP_NBYS; kind++) {
		if (!(r->s->by >> kind & 1) || has_key(report, kind))
			continue;
		otfp_warn("--by %s: the report has no such row", otfp_key_kinds[kind].name);
		r->is_odd = 1;
	}
}

static int has_column(const struct otfp_report *report, const char *name)
{
	struct otfp_column columns[OTFP_MAX_COLUMNS];
	int found = 0;

	for (size_t b = 0; b < report->nblocks && !found; b++) {
		const unsigned n =
			otfp_report_all_columns(report, report->rows[report->blocks[b].from]->key.table, columns);
		for (unsigned i = 0; i < n; i++)
			found |= strcmp(columns[i].name, name) == 0;
	}
	return found;
}

/* Warn of columns that --columns and --sort ask for and no table has. */
static void warn_missing_columns(struct otfp_stat_report *r, const struct otfp_report *report)
{
	const char *sort = r->choice.sort ? otfp_column_word((unsigned)r->choice.sort - 1) : NULL;

	for (size_t i = 0; i < r->choice.ncolumns && !r->choice.columns_all; i++) {
		const char *name = otfp_column_word(r->choice.columns[i]);
		if (!has_column(report, name)) {
			otfp_warn("--columns %s: the report has no such column", name);
			r->is_odd = 1;
		}
	}
	if (sort && r->choice.sort != OTFP_SORT_NAME && !has_column(report, sort)) {
		otfp_warn("--sort %s: the report has no such column", sort);
		r->is_odd = 1;
	}
}

void otfp_stat_report_folded(const struct otfp_profile *p, const char *where)
{
	if (p->folded)
		otfp_warn("%s%scalls deeper than %" PRIu32 " frames, counted in the frame at that depth: %" PRIu64
		          "; --depth shows more",
		          where, *where ? ": " : "", p->o.depth, p->folded);
}

void otfp_stat_report_missing(struct otfp_stat_report *r, const struct otfp_report *report)
{
	warn_missing_keys(r, report);
	warn_missing_columns(r, report);
}

/* The summary says that there are none, and JSON has the names of its tables. */
static void warn_no_events(struct otfp_stat_report *r, const struct otfp_report *report)
{
	const int says = (r->s->form == OTFP_STAT_TABLE && !r->s->table) || r->s->form == OTFP_STAT_JSON;

	if (report->n || r->p->events || r->p->from_summaries || r->s->time || says ||
	    otfp_selection_given(&r->s->select))
		return;
	otfp_warn_no_events();
	r->is_odd = 1;
}

/* For people: the summary, unless tables are named, and as wide as the terminal. */
static int print_for_people(struct otfp_stat_report *r, struct otfp_report *report)
{
	return otfp_print_table(report, !r->s->table, otfp_terminal_width(STDOUT_FILENO), stdout);
}

static int print_form(struct otfp_stat_report *r, struct otfp_report *report)
{
	static int (*const print[])(struct otfp_report * r, FILE * out) = {
		[OTFP_STAT_TSV] = otfp_print_tsv,
		[OTFP_STAT_JSON] = otfp_print_json,
		[OTFP_STAT_FOLDED] = otfp_print_folded,
	};

	return r->s->form == OTFP_STAT_TABLE ? print_for_people(r, report) : print[r->s->form](report, stdout);
}

int otfp_stat_report_print(struct otfp_stat_report *r, const struct otfp_profile *p, struct otfp_error *err)
{
	static const enum otfp_report_order orders[] = {
		[OTFP_STAT_TABLE] = OTFP_ORDER_PEOPLE,
		[OTFP_STAT_TSV] = OTFP_ORDER_WINDOW,
		[OTFP_STAT_JSON] = OTFP_ORDER_TABLE,
		[OTFP_STAT_FOLDED] = OTFP_ORDER_TABLE,
	};
	struct otfp_report report = {0};
	int rc;

	r->p = p;
	otfp_signals_release(); /* there is nothing to undo, and sorting many rows takes time */
	if (r->s->partial)      /* nothing is odd: another share may have what this one lacks */
		return otfp_partial_write(r->p, r->shares, STDOUT_FILENO, err);
	rc = otfp_report_make(&report, r->p, r->tables, orders[r->s->form], &r->choice);
	if (rc == 0)
		rc = print_form(r, &report);
	if (rc == 0) {
		r->is_odd |= otfp_stat_report_odd(&report, "");
		otfp_stat_report_missing(r, &report);
		otfp_stat_report_folded(p, "");
		warn_no_events(r, &report);
	}
	otfp_report_release(&report);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}
