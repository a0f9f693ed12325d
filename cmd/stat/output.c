/* output.c - print the report, and warn of what is odd in the trace or missing in the report. */
#include "cmd/stat/output.h"
#include "base/error.h"
#include "cmd/text/message.h"
#include "cmd/option/share.h"
#include "cmd/text/signals.h"
#include "cmd/text/terminal.h"
#include "cmd/stat/partial/partial.h"
#include "cmd/stat/print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TOP = 10 }; /* rows of a table for people */

int stat_report_begin(struct stat_report *r, const struct stat_options *s)
{
	const int given = s->sort || s->top_given || s->columns;
	struct otfp_error err;

	r->s = s;
	if (s->sort && !column_is_sortable(s->sort))
		return message_usage("--sort: give the name of one column, or name");
	if (given && (s->form == STAT_FOLDED || s->partial))
		return message_usage("--sort, --top and --columns are for tables, --tsv and --json");
	if (s->partial && partial_usage())
		return 2;
	r->choice.sort = s->sort;
	r->choice.has_top = s->top_given || s->form == STAT_TABLE;
	r->choice.top = s->top_given ? (uint64_t)s->top : TOP;
	if (s->columns && choice_columns(&r->choice, s->columns, &err) < 0)
		return message_bad_value(&err);
	return 0;
}

void stat_report_release(struct stat_report *r)
{
	free(r->choice.columns);
	r->choice = (struct listing_choice){0};
}

int stat_report_odd(const struct listing *report, const char *where)
{
	char what[80];
	int is_odd = 0;

	for (unsigned i = 0; i < LISTING_NODD; i++) {
		uint64_t n = listing_odd(report, i, what);
		if (n)
			message_warning("%s%s%s: %" PRIu64, where, *where ? ": " : "", what, n);
		is_odd |= n != 0;
	}
	return is_odd;
}

/* Whether a row has this key of --by. Rows of the matrix are by process twice: sender and receiver. */
static int has_key(const struct listing *report, unsigned kind)
{
	for (size_t i = 0; i < report->n; i++) {
		const unsigned table = report->rows[i]->key.table,
			       same = table == OTFP_STAT_MATRIX && kind == OTFP_KEY_PROCESS ? OTFP_KEY_SENDER : kind;
		if (memchr(report->kinds[table], (int)same, report->nkinds[table]))
			return 1;
	}
	return 0;
}

/* Warn of what --by asks for and the trace does not have. */
static void warn_missing_keys(struct stat_report *r, const struct listing *report)
{
	for (unsigned kind = 0; kind < OTFP_NBYS; kind++) {
		if (!(r->s->by >> kind & 1) || has_key(report, kind))
			continue;
		message_warning("--by %s: the report has no such row", otfp_key_kinds[kind].name);
		r->is_odd = 1;
	}
}

static int has_column(const struct listing *report, const char *name)
{
	struct column columns[MAX_COLUMNS];
	int found = 0;

	for (size_t b = 0; b < report->nblocks && !found; b++) {
		const unsigned n =
			listing_all_columns(report, report->rows[report->blocks[b].from]->key.table, columns);
		for (unsigned i = 0; i < n; i++)
			found |= strcmp(columns[i].name, name) == 0;
	}
	return found;
}

/* Warn of columns that --columns and --sort ask for and no table has. */
static void warn_missing_columns(struct stat_report *r, const struct listing *report)
{
	const char *sort = r->choice.sort ? column_word((unsigned)r->choice.sort - 1) : NULL;

	for (size_t i = 0; i < r->choice.ncolumns && !r->choice.columns_all; i++) {
		const char *name = column_word(r->choice.columns[i]);
		if (!has_column(report, name)) {
			message_warning("--columns %s: the report has no such column", name);
			r->is_odd = 1;
		}
	}
	if (sort && r->choice.sort != SORT_NAME && !has_column(report, sort)) {
		message_warning("--sort %s: the report has no such column", sort);
		r->is_odd = 1;
	}
}

static void warn_others(const struct otfp_profile *p, const char *where)
{
	if (p->other_paths)
		message_warning("%s%scall paths with few calls, counted as (other) below their caller: %" PRIu64
		                "; a larger --buffer shows more",
		                where, *where ? ": " : "", p->other_paths);
	if (p->other_pairs)
		message_warning("%s%spairs of processes with few messages, counted as (other): %" PRIu64
		                "; a larger --buffer shows more",
		                where, *where ? ": " : "", p->other_pairs);
}

void stat_report_folded(const struct otfp_profile *p, const char *where)
{
	if (p->folded)
		message_warning("%s%scalls deeper than %" PRIu32 " frames, counted in the frame at that depth: %" PRIu64
		                "; --depth shows more",
		                where, *where ? ": " : "", p->o.depth, p->folded);
	warn_others(p, where);
}

int stat_report_odd_calls(const struct otfp_state *state)
{
	static const unsigned odds[] = {OTFP_ODD_LEAVE, OTFP_ODD_LEAVE_OTHER};
	int is_odd = 0;

	for (unsigned i = 0; i < sizeof odds / sizeof *odds; i++) {
		const uint64_t n = state->odd[odds[i]];
		if (n)
			message_warning("%s: %" PRIu64, otfp_oddity_name(odds[i]), n);
		is_odd |= n != 0;
	}
	return is_odd;
}

void stat_report_missing(struct stat_report *r, const struct listing *report)
{
	warn_missing_keys(r, report);
	warn_missing_columns(r, report);
}

/* The summary says that there are none, and JSON has the names of its tables. */
static void warn_no_events(struct stat_report *r, const struct listing *report)
{
	const int says = (r->s->form == STAT_TABLE && !r->s->table) || r->s->form == STAT_JSON;

	if (report->n || r->p->events || r->p->from_summaries || r->s->time || says || selection_given(&r->s->select))
		return;
	message_no_events();
	r->is_odd = 1;
}

/* For people: the summary, unless tables are named, and as wide as the terminal. */
static int print_form(struct stat_report *r, struct listing *report)
{
	if (r->s->form == STAT_FOLDED)
		return stat_print_folded(report, stdout);
	return stat_print(report, r->s->form, !r->s->table, terminal_width(STDOUT_FILENO), stdout);
}

int stat_report_print(struct stat_report *r, const struct otfp_profile *p, struct otfp_error *err)
{
	static const enum listing_order orders[] = {
		[STAT_TABLE] = ORDER_PEOPLE,
		[STAT_TSV] = ORDER_WINDOW,
		[STAT_JSON] = ORDER_TABLE,
		[STAT_FOLDED] = ORDER_TABLE,
	};
	struct listing report = {0};
	int rc;

	r->p = p;
	signals_release();   /* there is nothing to undo, and sorting many rows takes time */
	if (r->s->partial) { /* nothing is odd: another share may have what this one lacks */
		warn_others(p, "");
		return partial_write(r->p, r->shares, STDOUT_FILENO, err);
	}
	rc = listing_make(&report, r->p, r->tables, orders[r->s->form], &r->choice);
	if (rc == 0)
		rc = print_form(r, &report);
	if (rc == 0) {
		r->is_odd |= stat_report_odd(&report, "");
		stat_report_missing(r, &report);
		stat_report_folded(p, "");
		warn_no_events(r, &report);
	}
	listing_release(&report);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}
