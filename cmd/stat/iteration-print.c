/* iteration-print.c - the rows of --table iteration as text, --tsv and --json. */
#include "base/human.h"
#include "cmd/table/listing.h"
#include "cmd/text/safe.h"
#include "cmd/stat/iteration.h"
#include "cmd/stat/print.h"
#include "cmd/stat/sheet.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

/* A column, and how to get its value; only_for_programs: people see another one. */
struct print_column {
	const char *name;
	int is_text, only_for_programs;
	void (*get)(const struct iteration_report *r, const void *row, struct cell_value *v);
};

static void whole(struct cell_value *v, uint64_t n, enum otfp_unit unit)
{
	*v = (struct cell_value){.is = CELL_WHOLE, .unit = unit, .whole = n, .real = (double)n};
}

static void text(struct cell_value *v, struct otfp_str s)
{
	*v = (struct cell_value){.is = CELL_TEXT, .text = s};
}

static const struct iteration *ended(const void *row)
{
	const struct iteration *i = row;

	return i->open < i->calls ? i : NULL;
}

#define NUMBER(name, type, value, unit)                                                           \
	static void name(const struct iteration_report *r, const void *row, struct cell_value *v) \
	{                                                                                         \
		const struct type *i = row;                                                       \
                                                                                                  \
		(void)r;                                                                          \
		whole(v, value, unit);                                                            \
	}
NUMBER(get_number, iteration, i->number, OTFP_UNIT_NUMBER)
NUMBER(get_calls, iteration, i->calls, OTFP_UNIT_NUMBER)
NUMBER(get_open, iteration, i->open, OTFP_UNIT_NUMBER)
NUMBER(get_begin, iteration, i->begin, OTFP_UNIT_TICKS)
NUMBER(get_depth, loop, i->depth, OTFP_UNIT_NUMBER)
NUMBER(get_processes, loop, i->processes, OTFP_UNIT_NUMBER)
NUMBER(get_all_calls, loop, i->calls, OTFP_UNIT_NUMBER)
NUMBER(get_least, loop, i->least, OTFP_UNIT_NUMBER)
NUMBER(get_most, loop, i->most, OTFP_UNIT_NUMBER)
#undef NUMBER

static void get_end(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	(void)r;
	if (ended(row))
		whole(v, ended(row)->end, OTFP_UNIT_TICKS);
}

/* Rounded to nearest, half up. */
static void get_mean(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	const struct iteration *i = ended(row);
	const uint64_t n = i ? i->calls - i->open : 0;

	(void)r;
	if (!i)
		return;
	whole(v, (uint64_t)((i->total + n / 2) / n), OTFP_UNIT_TICKS);
	v->real = otfp_wide_real(i->total) / (double)n;
}

static void get_max(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	(void)r;
	if (ended(row))
		whole(v, ended(row)->max, OTFP_UNIT_TICKS);
}

static void get_slowest(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	(void)r;
	if (ended(row))
		whole(v, ended(row)->slowest, OTFP_UNIT_NUMBER);
}

static void get_slowest_name(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	const uint32_t process = ((const struct iteration *)row)->slowest;
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

static void get_slow(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	(void)r;
	if (((const struct iteration *)row)->is_slow)
		text(v, (struct otfp_str){"slow", 4});
}

static void get_name(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	text(v, r->loops->names.strings[((const struct loop *)row)->name - 1].text);
}

static void get_period(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	const struct loop *l = row;

	(void)r;
	whole(v, (uint64_t)(l->mean + 0.5), OTFP_UNIT_TICKS);
	v->real = l->mean;
}

static void get_spread(const struct iteration_report *r, const void *row, struct cell_value *v)
{
	(void)r;
	*v = (struct cell_value){.is = CELL_REAL, .unit = OTFP_UNIT_PERCENT, .real = loop_spread(row)};
}

static const struct print_column iteration_columns[] = {
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

static const struct print_column loop_columns[] = {
	{"function_name", 1, 0, get_name}, {"depth", 0, 0, get_depth},     {"processes", 0, 0, get_processes},
	{"calls", 0, 0, get_all_calls},    {"calls_min", 0, 0, get_least}, {"calls_max", 0, 0, get_most},
	{"period", 0, 0, get_period},      {"spread", 0, 0, get_spread},   {NULL, 0, 0, NULL},
};

/* ---- rows ---- */

struct rows {
	const struct iteration_report *r;
	const struct print_column *columns;
	const void **row;
	size_t n, shown;
};

static int by_number(const struct iteration *a, const struct iteration *b)
{
	return (a->number > b->number) - (a->number < b->number);
}

static int by_max(const void *a, const void *b)
{
	const struct iteration *x = *(const struct iteration *const *)a, *y = *(const struct iteration *const *)b;

	return x->max != y->max ? (x->max < y->max ? 1 : -1) : by_number(x, y);
}

static int by_mean(const void *a, const void *b)
{
	const struct iteration *x = *(const struct iteration *const *)a, *y = *(const struct iteration *const *)b;
	const double p = x->open < x->calls ? otfp_wide_real(x->total) / (double)(x->calls - x->open) : -1;
	const double q = y->open < y->calls ? otfp_wide_real(y->total) / (double)(y->calls - y->open) : -1;

	return p != q ? (p < q ? 1 : -1) : by_number(x, y);
}

static const char *sort_word(const struct iteration_report *r)
{
	return r->sort ? column_word((unsigned)r->sort - 1) : "";
}

int iteration_sorts(int sort)
{
	const char *word = column_word((unsigned)sort - 1);

	return strcmp(word, "max") == 0 || strcmp(word, "mean") == 0;
}

/* For people the longest come first. */
static int take_rows(struct rows *to, const struct iteration_report *r, int people)
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
	for (const struct print_column *c = rows->columns; c->name && rows->n; c++)
		fprintf(out, "\t%s", c->name);
	fputs(rows->n ? "\n" : "", out);
	for (size_t i = 0; i < rows->shown && rc == 0; i++) {
		line.n = 0;
		rc = otfp_buf_puts(&line, "iteration");
		for (const struct print_column *c = rows->columns; c->name && rc == 0; c++) {
			struct cell_value v = {.is = CELL_NONE};
			c->get(rows->r, rows->row[i], &v);
			rc = otfp_buf_puts(&line, "\t") < 0 || tsv_value(&line, &v) < 0 ? -1 : 0;
		}
		fwrite(line.p, 1, line.n, out);
		putc('\n', out);
	}
	otfp_buf_release(&line);
	return rc;
}

static int print_json(const struct rows *rows, FILE *out)
{
	const struct iteration_report *r = rows->r;
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
		for (const struct print_column *c = rows->columns; c->name; c++) {
			struct cell_value v = {.is = CELL_NONE};
			c->get(r, rows->row[i], &v);
			json_value(&j, c->name, &v);
		}
		otfp_json_end(&j, '}');
	}
	otfp_json_end(&j, ']');
	otfp_json_line(&j, 0);
	otfp_json_end(&j, '}');
	putc('\n', out);
	return 0;
}

static int put_cell(const struct rows *rows, const void *row, const struct print_column *c, struct otfp_buf *b)
{
	struct cell_value v = {.is = CELL_NONE};

	c->get(rows->r, row, &v);
	if (v.is == CELL_WHOLE && (c->get == get_begin || c->get == get_end))
		return people_instant(b, (uint64_t)v.whole, rows->r->first, rows->r->resolution);
	if (v.is == CELL_NONE && c->get == get_slow)
		return 0;
	return people_value(b, &v, rows->r->resolution);
}

static int fill_sheet(const struct rows *rows, struct sheet *s)
{
	for (const struct print_column *c = rows->columns; c->name; c++) {
		struct sheet_column *to = &s->columns[s->n];
		if (c->only_for_programs)
			continue;
		*to = (struct sheet_column){.is = c->is_text ? SHEET_TEXT : SHEET_NUMBER, .is_key = 1};
		to->width = strlen(strcpy(to->name, c->name));
		if (strstr(to->name, "_name"))
			*strstr(to->name, "_name") = '\0';
		s->n++;
	}
	for (size_t i = 0; i < rows->shown; i++)
		for (const struct print_column *c = rows->columns; c->name; c++)
			if (!c->only_for_programs &&
			    (put_cell(rows, rows->row[i], c, &s->text) < 0 || sheet_cell(s) < 0))
				return -1;
	return 0;
}

/* Below the rows: how many are slow; or how to print the proposal. */
static int print_note(const struct rows *rows, FILE *out)
{
	const struct iteration_report *r = rows->r;
	struct cell_value v;
	struct otfp_buf b = {0};
	int rc = 0;

	if (r->inside) {
		whole(&v, r->iterations->fence, OTFP_UNIT_TICKS);
		rc = people_value(&b, &v, r->resolution);
		if (rc == 0 && r->iterations->has_fence && otfp_buf_str(&b))
			fprintf(out,
			        "\n%" PRIu64 " of %zu iterations took longer than %s%s: p75 + 3 (p75 - p25) of max\n",
			        r->iterations->slow, rows->n, b.p, r->resolution ? "" : " ticks");
	} else if (rows->n) {
		const struct loop *l = rows->row[0];
		get_name(r, l, &v);
		rc = safe_add(&b, v.text);
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
	struct sheet *s = calloc(1, sizeof *s);
	int rc = s ? fill_sheet(rows, s) : -1, left_out = 0;

	if (rc == 0 && rows->n) {
		left_out = sheet_fit(s, width, 0);
		fputs(rows->r->inside ? "iteration\n" : "functions that repeat, the likeliest loop first\n", out);
		sheet_print_head(s, out);
		for (size_t i = 0; i < rows->shown; i++)
			sheet_print_row(s, i, out);
		if (rows->shown < rows->n)
			fprintf(out, "\u2026 %zu more, --top 0\n", rows->n - rows->shown);
		rc = print_note(rows, out);
	}
	if (rc == 0 && left_out)
		sheet_print_left_out(width, "--tsv", out);
	sheet_free(s);
	return rc;
}

int iteration_print(struct iteration_report *r, int form, size_t width, FILE *out)
{
	struct rows rows = {.r = r};
	int rc = take_rows(&rows, r, form == STAT_TABLE);

	if (rc == 0 && form == STAT_TSV)
		rc = print_tsv(&rows, out);
	else if (rc == 0)
		rc = form == STAT_JSON ? print_json(&rows, out) : print_people(&rows, width, out);
	free(rows.row);
	return rc;
}
