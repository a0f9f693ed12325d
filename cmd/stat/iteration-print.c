/* iteration-print.c - the rows of --table iteration as text, --tsv and --json. */
#include "base/human.h"
#include "cmd/run/report/report.h"
#include "cmd/run/safe.h"
#include "cmd/stat/iteration.h"
#include "cmd/stat/print.h"
#include "cmd/stat/sheet.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

/* A column, and how to get its value; only_for_programs: people see another one. */
struct column {
	const char *name;
	int is_text, only_for_programs;
	void (*get)(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v);
};

static void whole(struct otfp_cell_value *v, uint64_t n, enum otfp_unit unit)
{
	*v = (struct otfp_cell_value){.is = OTFP_CELL_WHOLE, .unit = unit, .whole = n, .real = (double)n};
}

static void text(struct otfp_cell_value *v, struct otfp_str s)
{
	*v = (struct otfp_cell_value){.is = OTFP_CELL_TEXT, .text = s};
}

static const struct otfp_iteration *ended(const void *row)
{
	const struct otfp_iteration *i = row;

	return i->open < i->calls ? i : NULL;
}

#define NUMBER(name, type, value, unit)                                                                     \
	static void name(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v) \
	{                                                                                                   \
		const struct type *i = row;                                                                 \
                                                                                                            \
		(void)r;                                                                                    \
		whole(v, value, unit);                                                                      \
	}
NUMBER(get_number, otfp_iteration, i->number, OTFP_UNIT_NUMBER)
NUMBER(get_calls, otfp_iteration, i->calls, OTFP_UNIT_NUMBER)
NUMBER(get_open, otfp_iteration, i->open, OTFP_UNIT_NUMBER)
NUMBER(get_begin, otfp_iteration, i->begin, OTFP_UNIT_TICKS)
NUMBER(get_depth, otfp_loop, i->depth, OTFP_UNIT_NUMBER)
NUMBER(get_processes, otfp_loop, i->processes, OTFP_UNIT_NUMBER)
NUMBER(get_all_calls, otfp_loop, i->calls, OTFP_UNIT_NUMBER)
NUMBER(get_least, otfp_loop, i->least, OTFP_UNIT_NUMBER)
NUMBER(get_most, otfp_loop, i->most, OTFP_UNIT_NUMBER)
#undef NUMBER

static void get_end(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	(void)r;
	if (ended(row))
		whole(v, ended(row)->end, OTFP_UNIT_TICKS);
}

/* Rounded to nearest, half up. */
static void get_mean(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	const struct otfp_iteration *i = ended(row);
	const uint64_t n = i ? i->calls - i->open : 0;

	(void)r;
	if (!i)
		return;
	whole(v, (uint64_t)((i->total + n / 2) / n), OTFP_UNIT_TICKS);
	v->real = otfp_wide_real(i->total) / (double)n;
}

static void get_max(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	(void)r;
	if (ended(row))
		whole(v, ended(row)->max, OTFP_UNIT_TICKS);
}

static void get_slowest(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	(void)r;
	if (ended(row))
		whole(v, ended(row)->slowest, OTFP_UNIT_NUMBER);
}

static void get_slowest_name(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	const uint32_t process = ((const struct otfp_iteration *)row)->slowest;
	const struct otfp_definition *d;

	if (!ended(row))
		return;
	d = otfp_names_find(r->names, OTFP_NAMED_PROCESS,
	                    otfp_names_ref(r->names, OTFP_NAMED_PROCESS, process, process));
	if (d && d->name.p)
		text(v, d->name);
	else
		get_slowest(r, row, v);
}

static void get_slow(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	(void)r;
	if (((const struct otfp_iteration *)row)->is_slow)
		text(v, (struct otfp_str){"slow", 4});
}

static void get_name(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	text(v, r->loops->names.strings[((const struct otfp_loop *)row)->name - 1].text);
}

static void get_period(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	const struct otfp_loop *l = row;

	(void)r;
	whole(v, (uint64_t)(l->mean + 0.5), OTFP_UNIT_TICKS);
	v->real = l->mean;
}

static void get_spread(const struct otfp_iteration_report *r, const void *row, struct otfp_cell_value *v)
{
	(void)r;
	*v = (struct otfp_cell_value){.is = OTFP_CELL_REAL, .unit = OTFP_UNIT_PERCENT, .real = otfp_loop_spread(row)};
}

static const struct column iteration_columns[] = {
	{"iteration", 0, 0, get_number},
	{"calls", 0, 0, get_calls},
	{"open", 0, 0, get_open},
	{"begin", 0, 0, get_begin},
	{"end", 0, 0, get_end},
	{"mean", 0, 0, get_mean},
	{"max", 0, 0, get_max},
	{"slowest", 0, 1, get_slowest},
	{"slowest_name", 1, 0, get_slowest_name},
	{"mark", 1, 0, get_slow},
	{NULL, 0, 0, NULL},
};

static const struct column loop_columns[] = {
	{"function_name", 1, 0, get_name}, {"depth", 0, 0, get_depth},     {"processes", 0, 0, get_processes},
	{"calls", 0, 0, get_all_calls},    {"calls_min", 0, 0, get_least}, {"calls_max", 0, 0, get_most},
	{"period", 0, 0, get_period},      {"spread", 0, 0, get_spread},   {NULL, 0, 0, NULL},
};

/* ---- rows ---- */

struct rows {
	const struct otfp_iteration_report *r;
	const struct column *columns;
	const void **row;
	size_t n, shown;
};

static int by_number(const struct otfp_iteration *a, const struct otfp_iteration *b)
{
	return (a->number > b->number) - (a->number < b->number);
}

static int by_max(const void *a, const void *b)
{
	const struct otfp_iteration *x = *(const struct otfp_iteration *const *)a,
				    *y = *(const struct otfp_iteration *const *)b;

	return x->max != y->max ? (x->max < y->max ? 1 : -1) : by_number(x, y);
}

static int by_mean(const void *a, const void *b)
{
	const struct otfp_iteration *x = *(const struct otfp_iteration *const *)a,
				    *y = *(const struct otfp_iteration *const *)b;
	const double p = x->open < x->calls ? otfp_wide_real(x->total) / (double)(x->calls - x->open) : -1;
	const double q = y->open < y->calls ? otfp_wide_real(y->total) / (double)(y->calls - y->open) : -1;

	return p != q ? (p < q ? 1 : -1) : by_number(x, y);
}

static const char *sort_word(const struct otfp_iteration_report *r)
{
	return r->sort ? otfp_column_word((unsigned)r->sort - 1) : "";
}

int otfp_iteration_sorts(int sort)
{
	const char *word = otfp_column_word((unsigned)sort - 1);

	return strcmp(word, "max") == 0 || strcmp(word, "mean") == 0;
}

/* For people the longest come first. */
static int take_rows(struct rows *to, const struct otfp_iteration_report *r, int people)
{
	const size_t n = r->inside ? r->iterations->n : r->loops->n;
	const char *word = sort_word(r);

	to->r = r;
	to->columns = r->inside ? iteration_columns : loop_columns;
	to->row = malloc((n + 1) * sizeof *to->row);
	if (!to->row)
		return -1;
	for (size_t i = 0; i < n; i++)
		to->row[i] = r->inside ? (const void *)&r->iterations->rows[i] : (const void *)&r->loops->all[i];
	if (r->inside && n && strcmp(word, "mean") == 0)
		qsort(to->row, n, sizeof *to->row, by_mean);
	else if (r->inside && n && (strcmp(word, "max") == 0 || (people && !r->sort)))
		qsort(to->row, n, sizeof *to->row, by_max);
	to->n = n;
	to->shown = r->most && r->most < n ? r->most : n;
	return 0;
}

/* ---- forms ---- */

static int print_tsv(const struct rows *rows, FILE *out)
{
	struct otfp_buf line = {0};
	int rc = 0;

	if (rows->n)
		fputs("table", out);
	for (const struct column *c = rows->columns; c->name && rows->n; c++)
		fprintf(out, "\t%s", c->name);
	fputs(rows->n ? "\n" : "", out);
	for (size_t i = 0; i < rows->shown && rc == 0; i++) {
		line.n = 0;
		rc = otfp_buf_puts(&line, "iteration");
		for (const struct column *c = rows->columns; c->name && rc == 0; c++) {
			struct otfp_cell_value v = {.is = OTFP_CELL_NONE};
			c->get(rows->r, rows->row[i], &v);
			rc = otfp_buf_puts(&line, "\t") < 0 || otfp_tsv_value(&line, &v) < 0 ? -1 : 0;
		}
		fwrite(line.p, 1, line.n, out);
		putc('\n', out);
	}
	otfp_buf_release(&line);
	return rc;
}

static int print_json(const struct rows *rows, FILE *out)
{
	const struct otfp_iteration_report *r = rows->r;
	struct otfp_json j = {.out = out};

	otfp_json_begin(&j, NULL, '{');
	otfp_json_number(&j, "resolution", r->resolution != 0, r->resolution);
	otfp_json_number(&j, "first", r->has_span, r->first);
	otfp_json_number(&j, "last", r->has_span, r->last);
	otfp_json_word(&j, "inside", r->inside);
	if (r->inside)
		otfp_json_number(&j, "fence", r->iterations->has_fence, r->iterations->fence);
	otfp_json_line(&j, 1);
	otfp_json_begin(&j, r->inside ? "iteration" : "proposal", '[');
	for (size_t i = 0; i < rows->shown; i++) {
		otfp_json_line(&j, 2);
		otfp_json_begin(&j, NULL, '{');
		for (const struct column *c = rows->columns; c->name; c++) {
			struct otfp_cell_value v = {.is = OTFP_CELL_NONE};
			c->get(r, rows->row[i], &v);
			otfp_json_value(&j, c->name, &v);
		}
		otfp_json_end(&j, '}');
	}
	otfp_json_end(&j, ']');
	otfp_json_line(&j, 0);
	otfp_json_end(&j, '}');
	putc('\n', out);
	return 0;
}

static int put_cell(const struct rows *rows, const void *row, const struct column *c, struct otfp_buf *b)
{
	struct otfp_cell_value v = {.is = OTFP_CELL_NONE};

	c->get(rows->r, row, &v);
	if (v.is == OTFP_CELL_WHOLE && (c->get == get_begin || c->get == get_end))
		return otfp_people_instant(b, (uint64_t)v.whole, rows->r->first, rows->r->resolution);
	if (v.is == OTFP_CELL_NONE && c->get == get_slow)
		return 0;
	return otfp_people_value(b, &v, rows->r->resolution);
}

static int fill_sheet(const struct rows *rows, struct otfp_sheet *s)
{
	for (const struct column *c = rows->columns; c->name; c++) {
		struct otfp_sheet_column *to = &s->columns[s->n];
		if (c->only_for_programs)
			continue;
		*to = (struct otfp_sheet_column){.is = c->is_text ? OTFP_SHEET_TEXT : OTFP_SHEET_NUMBER, .is_key = 1};
		to->width = strlen(strcpy(to->name, c->name));
		if (strstr(to->name, "_name"))
			*strstr(to->name, "_name") = '\0';
		s->n++;
	}
	for (size_t i = 0; i < rows->shown; i++)
		for (const struct column *c = rows->columns; c->name; c++)
			if (!c->only_for_programs &&
			    (put_cell(rows, rows->row[i], c, &s->text) < 0 || otfp_sheet_cell(s) < 0))
				return -1;
	return 0;
}

/* Below the rows: how many are slow; or how to print the proposal. */
static int print_note(const struct rows *rows, FILE *out)
{
	const struct otfp_iteration_report *r = rows->r;
	struct otfp_cell_value v;
	struct otfp_buf b = {0};
	int rc = 0;

	if (r->inside) {
		whole(&v, r->iterations->fence, OTFP_UNIT_TICKS);
		rc = otfp_people_value(&b, &v, r->resolution);
		if (rc == 0 && r->iterations->has_fence && otfp_buf_str(&b))
			fprintf(out,
			        "\n%" PRIu64 " of %zu iterations took longer than %s%s: p75 + 3 (p75 - p25) of max\n",
			        r->iterations->slow, rows->n, b.p, r->resolution ? "" : " ticks");
	} else if (rows->n) {
		const struct otfp_loop *l = rows->row[0];
		get_name(r, l, &v);
		rc = otfp_safe_add(&b, v.text);
		if (rc == 0 && otfp_buf_str(&b))
			fprintf(out, "\n%s is called %" PRIu64 " times", b.p, l->most);
		if (rc == 0)
			fprintf(out, " on %s of %" PRIu64 " processes; --inside prints the calls of a function\n",
			        l->least == l->most ? "each" : "one", l->processes);
	}
	otfp_buf_release(&b);
	return rc;
}

static int print_people(const struct rows *rows, size_t width, FILE *out)
{
	struct otfp_sheet *s = calloc(1, sizeof *s);
	int rc = s ? fill_sheet(rows, s) : -1, left_out = 0;

	if (rc == 0 && rows->n) {
		left_out = otfp_sheet_fit(s, width, 0);
		fputs(rows->r->inside ? "iteration\n" : "functions that repeat, the likeliest loop first\n", out);
		otfp_sheet_print_head(s, out);
		for (size_t i = 0; i < rows->shown; i++)
			otfp_sheet_print_row(s, i, out);
		if (rows->shown < rows->n)
			fprintf(out, "\u2026 %zu more, --top 0\n", rows->n - rows->shown);
		rc = print_note(rows, out);
	}
	if (rc == 0 && left_out)
		otfp_sheet_print_left_out(width, "--tsv", out);
	otfp_sheet_free(s);
	return rc;
}

int otfp_iteration_print(struct otfp_iteration_report *r, int form, size_t width, FILE *out)
{
	struct rows rows = {.r = r};
	int rc = take_rows(&rows, r, form == OTFP_STAT_TABLE);

	if (rc == 0 && form == OTFP_STAT_TSV)
		rc = print_tsv(&rows, out);
	else if (rc == 0)
		rc = form == OTFP_STAT_JSON ? print_json(&rows, out) : print_people(&rows, width, out);
	free(rows.row);
	return rc;
}
