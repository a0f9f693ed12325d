/* diff-table.c - compared rows for people: a summary, then tables of the largest differences. */
#include "base/human.h"
#include "cmd/text/safe.h"
#include "cmd/stat/diff.h"
#include "cmd/stat/print.h"
#include "cmd/stat/sheet.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells ---- */

/* "+1.5 ms", and 0 without a sign. */
static int put_difference(struct otfp_buf *b, const struct cell_value *v, uint64_t resolution)
{
	struct cell_value size = *v;
	const int minus = v->is == CELL_SIGNED ? v->signed_whole < 0 : v->real < 0;
	const int is_zero = v->is == CELL_SIGNED ? v->signed_whole == 0 : v->real == 0;

	if (v->is == CELL_NONE || is_zero)
		return otfp_buf_puts(b, is_zero && v->is != CELL_NONE ? "0" : "-");
	size.real = v->real < 0 ? -v->real : v->real;
	if (v->is == CELL_SIGNED) {
		size.is = CELL_WHOLE;
		size.whole = (otfp_wide)(minus ? -v->signed_whole : v->signed_whole);
	}
	return otfp_buf_puts(b, minus ? "-" : "+") < 0 ? -1 : people_value(b, &size, resolution);
}

static int put_change(struct otfp_buf *b, const struct compare_row *row, const struct cell_value *v)
{
	const double percent = (v->real - 1) * 100;

	if (!row->row[COMPARE_A] || !row->row[COMPARE_B])
		return otfp_buf_puts(b, row->row[COMPARE_A] ? "only in a" : "only in b");
	if (v->is == CELL_NONE)
		return otfp_buf_puts(b, "-");
	return otfp_buf_printf(b, percent > -0.05 && percent < 0.05 ? "0.0%%" : "%+.1f%%", percent);
}

static int put_cell(struct compare *d, const struct compare_row *row, const struct compare_column *c,
                    struct otfp_buf *b)
{
	struct compare_column difference = *c;
	struct cell_value v;

	difference.shows = COMPARE_DIFFERENCE;
	if (c->shows == COMPARE_RATIO && compare_cell(d, row, &difference, &v) == 0 && !v.is)
		return otfp_buf_puts(b, "-"); /* the row has no such value */
	if (compare_cell(d, row, c, &v) < 0)
		return -1;
	if (c->shows == COMPARE_DIFFERENCE)
		return put_difference(b, &v, d->resolution);
	return c->shows == COMPARE_RATIO ? put_change(b, row, &v) : people_value(b, &v, d->resolution);
}

/* The first difference and its change are what a table is for: no width leaves them out. */
static int is_kept(const struct compare_column *columns, unsigned i, unsigned table)
{
	const unsigned shows = columns[i].shows;

	if (table == OTFP_STAT_COUNTER || (shows != COMPARE_DIFFERENCE && shows != COMPARE_RATIO))
		return 0;
	while (i-- > 0)
		if (columns[i].shows == shows)
			return 0;
	return 1;
}

/* ---- a block ---- */

static void begin_sheet(const struct compare *d, struct sheet *s, unsigned table, const struct compare_column *columns,
                        unsigned n)
{
	sheet_clear(s);
	for (unsigned i = 0; i < n; i++) {
		struct sheet_column *to = &s->columns[s->n++];
		*to = (struct sheet_column){.is_key = columns[i].shows == COMPARE_KEY || is_kept(columns, i, table)};
		snprintf(to->name, sizeof to->name, "%.*s", (int)sizeof to->name - 1, columns[i].name);
		if (columns[i].shows == COMPARE_KEY && columns[i].of.kind == COLUMN_NAME)
			to->is = d->report[COMPARE_A].kinds[table][columns[i].part] == OTFP_KEY_PATH ? SHEET_PATH :
			                                                                               SHEET_TEXT;
		to->width = strlen(to->name);
	}
}

static int add_row(struct compare *d, const struct compare_row *row, const struct compare_column *columns,
                   struct sheet *s)
{
	for (unsigned i = 0; i < s->n; i++)
		if (put_cell(d, row, &columns[i], &s->text) < 0 || sheet_cell(s) < 0)
			return -1;
	return 0;
}

/* What does not add up is blank. */
static int add_total(struct compare *d, const struct compare_block *b, const struct compare_column *columns,
                     struct sheet *s)
{
	int rc = 0;

	for (unsigned i = 0; i < s->n && rc == 0; i++) {
		if (columns[i].shows == COMPARE_KEY)
			rc = i ? 0 : otfp_buf_puts(&s->text, "total");
		else if (columns[i].of.adds_up)
			rc = put_cell(d, &b->total, &columns[i], &s->text);
		if (rc == 0)
			rc = sheet_cell(s);
	}
	return rc;
}

/* @return 0 or 1, whether columns are left out, or -1 when memory is out */
static int print_block(struct compare *d, const struct compare_block *b, struct sheet *s, size_t width, FILE *out)
{
	const size_t shown = compare_shown(d, b);
	struct compare_column columns[COMPARE_COLUMNS];
	const unsigned n = compare_columns(d, b->table, 1, columns);
	int rc = 0, left_out;

	begin_sheet(d, s, b->table, columns, n);
	for (size_t i = 0; i < shown && rc == 0; i++)
		rc = add_row(d, &d->rows[b->from + i], columns, s);
	if (rc == 0 && !d->choice->ncolumns)
		sheet_drop_empty(s);
	if (rc == 0 && b->has_total)
		rc = add_total(d, b, columns, s);
	if (rc < 0)
		return -1;
	left_out = sheet_fit(s, width, d->choice->ncolumns > 0);
	fprintf(out, "%s\n", otfp_stat_kinds[b->table].name);
	sheet_print_head(s, out);
	for (size_t i = 0; i < shown; i++)
		sheet_print_row(s, i, out);
	if (shown < b->n)
		fprintf(out, "\u2026 %zu more, --top 0\n", b->n - shown);
	if (b->has_total)
		sheet_print_row(s, shown, out);
	return left_out;
}

/* ---- the summary ---- */

/* A line of it: what, A, B, difference, change. */
static int add_line(struct sheet *s, const char *what, const struct compare_number value[COMPARE_SIDES],
                    uint64_t resolution)
{
	const struct otfp_row any = {.counted = NULL};
	const struct compare_row row = {.row = {&any, &any}};
	const struct compare_number difference = compare_difference(&row, value);
	struct cell_value v = {.is = CELL_NONE};
	int rc = otfp_buf_puts(&s->text, what) < 0 ? -1 : sheet_cell(s);

	for (unsigned side = 0; side < COMPARE_SIDES && rc == 0; side++) {
		compare_put_number(&value[side], 0, &v);
		rc = people_value(&s->text, &v, resolution) < 0 ? -1 : sheet_cell(s);
	}
	v.is = CELL_NONE;
	compare_put_number(&difference, 1, &v);
	if (rc == 0)
		rc = put_difference(&s->text, &v, resolution) < 0 ? -1 : sheet_cell(s);
	v.is = compare_ratio(value, &v.real) ? CELL_REAL : CELL_NONE;
	return rc < 0 || put_change(&s->text, &row, &v) < 0 ? -1 : sheet_cell(s);
}

static void begin_summary(struct sheet *s)
{
	static const char *const names[] = {"", "a", "b", "difference", "change"};

	sheet_clear(s);
	for (s->n = 0; s->n < sizeof names / sizeof *names; s->n++) {
		struct sheet_column *to = &s->columns[s->n];
		*to = (struct sheet_column){.is = s->n ? SHEET_NUMBER : SHEET_TEXT, .is_key = 1};
		to->width = strlen(strcpy(to->name, names[s->n]));
	}
}

static int add_lines(struct compare *d, struct sheet *s)
{
	struct compare_number span[COMPARE_SIDES], processes[COMPARE_SIDES], events[COMPARE_SIDES];
	int has_events = 1;

	for (unsigned side = 0; side < COMPARE_SIDES; side++) {
		const struct otfp_profile *p = d->report[side].p;
		span[side] = compare_ticks(d, side, p->last - p->first);
		processes[side] = (struct compare_number){.is = COMPARE_WHOLE,
		                                          .whole = (otfp_signed_wide)p->processes.n,
		                                          .real = (double)p->processes.n};
		events[side] = (struct compare_number){.is = COMPARE_WHOLE,
		                                       .whole = (otfp_signed_wide)p->events,
		                                       .real = (double)p->events};
		has_events &= !p->from_summaries;
	}
	if (add_line(s, "span", span, d->resolution) < 0)
		return -1;
	if (!has_events)
		return 0;
	return add_line(s, "processes", processes, 0) < 0 ? -1 : add_line(s, "events", events, 0);
}

static int print_summary(struct compare *d, const char *const names[COMPARE_SIDES], struct sheet *s, FILE *out)
{
	for (unsigned side = 0; side < COMPARE_SIDES; side++) {
		fputs(side == COMPARE_A ? "a  " : "b  ", out);
		safe_puts(names[side], out);
		putc('\n', out);
	}
	putc('\n', out);
	begin_summary(s);
	if (add_lines(d, s) < 0)
		return -1;
	sheet_print_head(s, out);
	for (size_t i = 0; i * s->n < s->ncells; i++)
		sheet_print_row(s, i, out);
	return 0;
}

int compare_print_table(struct compare *d, const char *const names[COMPARE_SIDES], int with_summary, size_t width,
                        FILE *out)
{
	struct sheet *s = calloc(1, sizeof *s);
	int rc = s ? 0 : -1, left_out = 0;

	if (rc == 0 && with_summary)
		rc = print_summary(d, names, s, out);
	for (size_t i = 0; i < d->nblocks && rc >= 0; i++) {
		if (i || with_summary)
			putc('\n', out);
		rc = print_block(d, &d->blocks[i], s, width, out);
		left_out |= rc > 0;
	}
	if (rc >= 0 && left_out)
		sheet_print_left_out(width, "--columns all", out);
	sheet_free(s);
	return rc < 0 ? -1 : 0;
}
