/* print.c - the rows of --table iteration as a table. */
#include "cmd/stat/iteration/iteration.h"
#include "base/order.h"
#include "cmd/stat/print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

struct rows {
	const struct iteration_report *r;
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

	return x->max != y->max ? otfp_order_down(x->max, y->max) : by_number(x, y);
}

static int by_mean(const void *a, const void *b)
{
	const struct iteration *x = *(const struct iteration *const *)a, *y = *(const struct iteration *const *)b;
	const double p = x->open < x->calls ? otfp_wide_real(x->total) / (double)(x->calls - x->open) : -1;
	const double q = y->open < y->calls ? otfp_wide_real(y->total) / (double)(y->calls - y->open) : -1;

	return p != q ? (p < q) - (p > q) : by_number(x, y);
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

/* ---- iterations ---- */

/* People see fractions of ticks. */
static void put_mean(struct table *t, otfp_wide total, uint64_t n)
{
	struct cell_value v = cell_whole((total + n / 2) / n, OTFP_UNIT_TICKS);

	v.real = otfp_wide_real(total) / (double)n;
	table_cell(t, &v);
}

static void put_iteration(struct table *t, const struct iteration_report *r, const struct iteration *i)
{
	table_number(t, i->number);
	table_number(t, i->calls);
	table_number(t, i->open);
	table_instant(t, i->begin);
	if (i->open < i->calls) {
		table_instant(t, i->end);
		put_mean(t, i->total, i->calls - i->open);
		table_ticks(t, i->max);
		table_definition(t, r->names, OTFP_NAMED_PROCESS,
		                 otfp_names_ref(r->names, OTFP_NAMED_PROCESS, i->slowest, i->slowest), i->slowest);
	} else {
		for (int k = 0; k < 5; k++)
			table_none(t);
	}
	if (i->is_slow)
		table_word(t, "slow");
	else
		table_blank(t);
}

static const struct table_column iteration_columns[] = {
	{"iteration", TABLE_KEY}, {"calls", 0},           {"open", 0},          {"begin", 0}, {"end", 0}, {"mean", 0},
	{"max", TABLE_KEY},       TABLE_NAMED("slowest"), {"mark", TABLE_TEXT},
};

/* ---- functions that repeat ---- */

static void put_loop(struct table *t, const struct iteration_report *r, const struct loop *l)
{
	struct cell_value period = cell_whole((uint64_t)(l->mean + 0.5), OTFP_UNIT_TICKS);

	period.real = l->mean;
	table_text_cell(t, r->loops->names.strings[l->name - 1].text);
	table_number(t, l->depth);
	table_number(t, l->processes);
	table_number(t, l->calls);
	table_number(t, l->least);
	table_number(t, l->most);
	table_cell(t, &period);
	table_cell(t, &(struct cell_value){.is = CELL_REAL, .unit = OTFP_UNIT_PERCENT, .real = loop_spread(l)});
}

static const struct table_column loop_columns[] = {
	{"function_name", TABLE_TEXT},
	{"depth", 0},
	{"processes", 0},
	{"calls", 0},
	{"calls_min", 0},
	{"calls_max", 0},
	{"period", TABLE_KEY},
	{"spread", 0},
};

/* ---- output ---- */

/* TSV has one name for both, JSON a member of its own for each. */
static void put_table(struct table *t, const struct rows *rows, const char *name)
{
	const struct iteration_report *r = rows->r;

	table_begin(t, name, r->inside ? NULL : "functions that repeat, the likeliest loop first");
	if (r->inside)
		table_columns(t, iteration_columns, sizeof iteration_columns / sizeof *iteration_columns);
	else
		table_columns(t, loop_columns, sizeof loop_columns / sizeof *loop_columns);
	t->all = rows->n;
	for (size_t i = 0; i < rows->shown; i++)
		if (r->inside)
			put_iteration(t, r, rows->row[i]);
		else
			put_loop(t, r, rows->row[i]);
	table_end(t);
}

static void print_json(struct table *t, const struct rows *rows)
{
	const struct iteration_report *r = rows->r;

	otfp_json_begin(t->json, NULL, '{');
	json_span(t->json, r->resolution, r->has_span, r->first, r->last);
	otfp_json_word(t->json, "inside", r->inside);
	if (r->inside)
		otfp_json_number(t->json, "fence", r->iterations->has_fence, r->iterations->fence);
	put_table(t, rows, r->inside ? "iteration" : "proposal");
	json_end(t->json);
}

static int note_slow(const struct rows *rows, struct otfp_buf *b, FILE *out)
{
	const struct iteration_report *r = rows->r;
	const struct cell_value fence = cell_whole(r->iterations->fence, OTFP_UNIT_TICKS);

	if (cell_add_text(b, &fence, r->resolution, 0) < 0)
		return -1;
	if (r->iterations->has_fence && otfp_buf_str(b))
		fprintf(out, "\n%" PRIu64 " of %zu iterations took longer than %s%s: p75 + 3 (p75 - p25) of max\n",
		        r->iterations->slow, rows->n, b->p, r->resolution ? "" : " ticks");
	return 0;
}

static int note_loop(const struct rows *rows, struct otfp_buf *b, FILE *out)
{
	const struct loop *l = rows->row[0];
	const struct cell_value name = cell_text(rows->r->loops->names.strings[l->name - 1].text);

	if (cell_add_text(b, &name, 0, 0) < 0 || !otfp_buf_str(b))
		return -1;
	fprintf(out,
	        "\n%s is called %" PRIu64 " times on %s of %" PRIu64
	        " processes; --inside prints the calls of a function\n",
	        b->p, l->most, l->least == l->most ? "each" : "one", l->processes);
	return 0;
}

/* Below the rows: how many are slow; or how to print the proposal. */
static void print_people(struct table *t, const struct rows *rows)
{
	struct otfp_buf b = {0};

	put_table(t, rows, "iteration");
	if ((rows->r->inside ? note_slow : note_loop)(rows, &b, t->out) < 0)
		t->failed = 1;
	otfp_buf_release(&b);
}

int iteration_print(struct iteration_report *r, int form, size_t width, FILE *out)
{
	struct otfp_json json = {.out = out};
	struct table t = {.form = stat_form(form),
	                  .out = out,
	                  .json = &json,
	                  .resolution = r->resolution,
	                  .first = r->first,
	                  .width = width,
	                  .option = "--tsv"};
	struct rows rows = {.r = r};

	t.failed = take_rows(&rows, r, form == STAT_TABLE) < 0;
	if (!t.failed && form == STAT_JSON)
		print_json(&t, &rows);
	else if (rows.n && form == STAT_TSV)
		put_table(&t, &rows, "iteration");
	else if (rows.n)
		print_people(&t, &rows);
	free(rows.row);
	return table_finish(&t);
}
