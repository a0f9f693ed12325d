/* print.c - compared rows as tables. */
#include "cmd/text/safe.h"
#include "cmd/wait/diff/diff.h"

static const char *const key_names[DIFF_NKEYS] = {
	[DIFF_METRIC] = "metric",
	[DIFF_WAIT] = "wait",
	[DIFF_PROCESS] = "process",
	[DIFF_FUNCTION] = "function_name",
	[DIFF_PATH] = "path_name",
	[DIFF_PEER] = "peer",
	[DIFF_COMMUNICATOR] = "communicator_name",
};

static int is_process(unsigned key)
{
	return key == DIFF_PROCESS || key == DIFF_PEER;
}

/* ---- columns ---- */

/* The names of columns live as long as their table. */
struct column_names {
	char at[TABLE_COLUMNS][32];
};

static void put_column(struct table *t, struct column_names *names, const char *name, const char *suffix,
                       unsigned flags)
{
	char *to = names->at[t->n];

	snprintf(to, sizeof names->at[0], "%s%s", name, suffix);
	table_column(t, to, flags);
}

static void put_key_columns(struct table *t, struct column_names *names, const struct diff_block *b)
{
	for (unsigned i = 0; i < b->nkeys; i++) {
		const unsigned key = b->keys[i];
		if (is_process(key))
			put_column(t, names, key_names[key], "_rank", TABLE_PROGRAMS | TABLE_TEXT);
		put_column(t, names, key_names[key], is_process(key) ? "_name" : "",
		           key == DIFF_PATH ? TABLE_PATH : TABLE_TEXT);
	}
	put_column(t, names, "in", "", TABLE_PROGRAMS | TABLE_TEXT);
}

/* People see the first value, with its difference and change. */
static void put_columns(struct table *t, struct column_names *names, const struct diff_block *b)
{
	const struct diff_kind *kind = &diff_kinds[b->kind];

	put_key_columns(t, names, b);
	for (unsigned i = 0; i < DIFF_VALUES && kind->values[i].name; i++) {
		const char *name = kind->values[i].name;
		put_column(t, names, name, "_a", i ? 0 : TABLE_KEY);
		put_column(t, names, name, "_b", i ? 0 : TABLE_KEY);
		put_column(t, names, name, "_diff", i ? TABLE_PROGRAMS : TABLE_KEY);
		put_column(t, names, name, "_ratio", TABLE_PROGRAMS);
		if (!i)
			put_column(t, names, "change", "", TABLE_PEOPLE | TABLE_KEY);
	}
}

/* ---- cells ---- */

static void put_keys(struct table *t, const struct diff_block *b, const struct diff_row *row)
{
	for (unsigned i = 0; i < b->nkeys; i++) {
		if (is_process(b->keys[i]))
			row->key[i].rank.p ? table_text_cell(t, row->key[i].rank) : table_none(t);
		table_text_cell(t, row->key[i].text);
	}
	table_word(t, row->has[PAIR_A] && row->has[PAIR_B] ? "both" : row->has[PAIR_A] ? "a" : "b");
}

static void put_total_keys(struct table *t, const struct diff_block *b)
{
	table_total(t);
	for (unsigned i = 0; i < b->nkeys; i++) {
		if (is_process(b->keys[i]))
			table_blank(t);
		i ? table_blank(t) : table_word(t, "total");
	}
	table_blank(t);
}

static void put_number(struct table *t, const struct pair_number *n, int is_difference)
{
	struct cell_value v;

	pair_cell(n, is_difference, &v);
	table_cell(t, &v);
}

static void put_value(struct table *t, const struct diff_row *row, unsigned i)
{
	const struct pair_number difference = pair_difference(row->value[i], row->has);
	struct cell_value ratio = {.is = CELL_NONE};

	put_number(t, &row->value[i][PAIR_A], 0);
	put_number(t, &row->value[i][PAIR_B], 0);
	put_number(t, &difference, 1);
	if (pair_ratio(row->value[i], &ratio.real))
		ratio.is = CELL_REAL;
	table_cell(t, &ratio);
	if (!i && difference.unit == OTFP_UNIT_SHARE) /* the difference is in points */
		table_blank(t);
	else if (!i)
		table_scratch(t, pair_add_change(&t->scratch, row->has, ratio.is == CELL_NONE ? NULL : &ratio.real));
}

static void put_values(struct table *t, const struct diff_row *row)
{
	for (unsigned i = 0; i < DIFF_VALUES && diff_kinds[row->kind].values[i].name; i++)
		put_value(t, row, i);
}

/* ---- tables ---- */

static void print_block(const struct wait_diff *d, const struct diff_block *b, size_t top, struct table *t)
{
	const size_t shown = top && top < b->n && b->kind != DIFF_EFFICIENCY ? top : b->n;
	struct column_names names;

	table_begin(t, diff_kinds[b->kind].name, NULL);
	put_columns(t, &names, b);
	t->all = b->n;
	for (size_t i = 0; i < shown; i++) {
		put_keys(t, b, &d->rows[b->from + i]);
		put_values(t, &d->rows[b->from + i]);
	}
	if (t->form == &table_text && b->n > 1 && b->kind != DIFF_EFFICIENCY) {
		put_total_keys(t, b);
		put_values(t, &b->total);
	}
	table_end(t);
}

static void print_tables(const struct wait_diff *d, size_t top, struct table *t)
{
	for (size_t i = 0; i < d->nblocks && !t->failed; i++)
		print_block(d, &d->blocks[i], top, t);
}

static void print_names(const struct diff_output *o, FILE *out)
{
	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		fputs(side == PAIR_A ? "a  " : "b  ", out);
		safe_puts(o->names[side], out);
		putc('\n', out);
	}
}

/* ---- JSON ---- */

static void json_side(const struct wait_output *of, const char *member, const char *name, struct otfp_json *j)
{
	otfp_json_line(j, 1);
	otfp_json_begin(j, member, '{');
	otfp_json_word(j, "name", name);
	otfp_json_number(j, "resolution", of->resolution != 0, of->resolution);
	for (unsigned i = 0; i < OTFP_WAIT_NCOUNTS; i++)
		otfp_json_number(j, otfp_wait_count_name(i), 1, wait_count_of(&of->view, i));
	otfp_json_end(j, '}');
}

static void print_json(const struct wait_diff *d, const struct diff_output *o, struct table *t)
{
	static const char *const members[PAIR_SIDES] = {"a", "b"};
	struct otfp_json *j = t->json;

	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "resolution", d->clock.resolution != 0, d->clock.resolution);
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		json_side(d->of[side], members[side], o->names[side], j);
	print_tables(d, o->top, t);
	if (t->failed) /* it must not look complete */
		return;
	otfp_json_line(j, 0);
	otfp_json_end(j, '}');
	putc('\n', t->out);
}

int diff_print(const struct wait_diff *d, const struct diff_output *o)
{
	static const struct table_form *const forms[] = {
		[WAIT_FORM_TABLE] = &table_text, [WAIT_FORM_TSV] = &table_tsv, [WAIT_FORM_JSON] = &table_json};
	struct otfp_json json = {.out = stdout};
	struct table t = {.form = forms[o->form],
	                  .out = stdout,
	                  .json = &json,
	                  .resolution = d->clock.resolution,
	                  .width = o->width,
	                  .option = "--tsv"};

	if (o->form == WAIT_FORM_JSON) {
		print_json(d, o, &t);
		return table_finish(&t);
	}
	if (o->form == WAIT_FORM_TABLE && o->with_names) {
		print_names(o, stdout);
		t.printed = 1;
	}
	print_tables(d, o->top, &t);
	return table_finish(&t);
}
