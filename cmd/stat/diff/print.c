/* print.c - compared rows: the tables, a summary before them for people, and --folded. */
#include "cmd/text/safe.h"
#include "cmd/stat/diff/diff.h"
#include "cmd/stat/print.h"

/* What is being printed. */
struct printer {
	struct compare *d;
	struct table t;
	struct compare_column columns[COMPARE_COLUMNS]; /* of the table that is being printed */
};

static int is_for_people(const struct printer *p)
{
	return p->t.form == &table_text;
}

/* ---- cells ---- */

static void put_change(struct table *t, const struct compare_row *row, const struct cell_value *ratio)
{
	const int has[PAIR_SIDES] = {row->row[PAIR_A] != NULL, row->row[PAIR_B] != NULL};

	table_scratch(t, pair_add_change(&t->scratch, has, ratio->is == CELL_NONE ? NULL : &ratio->real));
}

static int has_difference(struct printer *p, const struct compare_row *row, const struct compare_column *c)
{
	struct compare_column difference = *c;
	struct cell_value v;

	difference.shows = COMPARE_DIFFERENCE;
	return compare_cell(p->d, row, &difference, &v) < 0 || v.is != CELL_NONE;
}

static void put_cell(struct printer *p, const struct compare_row *row, const struct compare_column *c)
{
	struct cell_value v;

	if (compare_cell(p->d, row, c, &v) < 0)
		p->t.failed = 1;
	else if (c->shows == COMPARE_RATIO && is_for_people(p) && has_difference(p, row, c))
		put_change(&p->t, row, &v);
	else
		table_cell(&p->t, &v);
}

/* ---- a block ---- */

/* The first difference and its change are what a table is for: no width leaves them out. */
static int is_kept(const struct printer *p, unsigned i, unsigned table)
{
	const unsigned shows = p->columns[i].shows;

	if (table == OTFP_STAT_COUNTER || (shows != COMPARE_DIFFERENCE && shows != COMPARE_RATIO))
		return 0;
	while (i-- > 0)
		if (p->columns[i].shows == shows)
			return 0;
	return 1;
}

static unsigned flags_of(const struct printer *p, unsigned i, unsigned table)
{
	const struct compare_column *c = &p->columns[i];

	if (c->shows == COMPARE_KEY && c->of.kind == COLUMN_NAME)
		return p->d->report[PAIR_A].kinds[table][c->part] == OTFP_KEY_PATH ? TABLE_PATH : TABLE_TEXT;
	return c->shows == COMPARE_KEY || is_kept(p, i, table) ? TABLE_KEY : 0;
}

static void begin(struct printer *p, unsigned table)
{
	const unsigned n = compare_columns(p->d, table, is_for_people(p), p->columns);

	table_begin(&p->t, otfp_stat_kinds[table].name, NULL);
	for (unsigned i = 0; i < n; i++)
		table_column(&p->t, p->columns[i].name, flags_of(p, i, table));
	p->t.drops_empty = !p->d->choice->ncolumns;
	p->t.keeps_all = p->d->choice->ncolumns > 0;
}

static void put_rows(struct printer *p, const struct compare_block *b)
{
	for (size_t i = 0; i < compare_shown(p->d, b) && !p->t.failed; i++)
		for (unsigned c = 0; c < p->t.n; c++)
			put_cell(p, &p->d->rows[b->from + i], &p->columns[c]);
}

/* What does not add up is blank. */
static void put_total(struct printer *p, const struct compare_block *b)
{
	table_total(&p->t);
	for (unsigned i = 0; i < p->t.n; i++)
		if (p->columns[i].shows != COMPARE_KEY && p->columns[i].of.adds_up)
			put_cell(p, &b->total, &p->columns[i]);
		else if (i == 0)
			table_word(&p->t, "total");
		else
			table_blank(&p->t);
}

static void print_block(struct printer *p, const struct compare_block *b)
{
	begin(p, b->table);
	p->t.all = b->n;
	put_rows(p, b);
	if (is_for_people(p) && b->has_total)
		put_total(p, b);
	table_end(&p->t);
}

/* ---- the summary ---- */

static struct pair_number number_of(uint64_t n)
{
	return (struct pair_number){.is = PAIR_WHOLE, .whole = (otfp_signed_wide)n, .real = (double)n};
}

/* A line of it: what, A, B, difference, change. */
static void put_line(struct printer *p, const char *what, const struct pair_number value[PAIR_SIDES])
{
	const struct otfp_row any = {.counted = NULL};
	const struct compare_row row = {.row = {&any, &any}};
	const struct pair_number difference = compare_difference(&row, value);
	struct cell_value v;

	table_word(&p->t, what);
	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		pair_cell(&value[side], 0, &v);
		table_cell(&p->t, &v);
	}
	pair_cell(&difference, 1, &v);
	table_cell(&p->t, &v);
	v.is = pair_ratio(value, &v.real) ? CELL_REAL : CELL_NONE;
	put_change(&p->t, &row, &v);
}

static void print_summary(struct printer *p, const char *const names[PAIR_SIDES])
{
	static const struct table_column columns[] = {
		{"", TABLE_TEXT}, {"a", TABLE_KEY}, {"b", TABLE_KEY}, {"difference", TABLE_KEY}, {"change", TABLE_KEY}};
	struct pair_number span[PAIR_SIDES], processes[PAIR_SIDES], events[PAIR_SIDES];
	int has_events = 1;

	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		const struct otfp_profile *profile = p->d->report[side].p;
		fputs(side == PAIR_A ? "a  " : "b  ", p->t.out);
		safe_puts(names[side], p->t.out);
		putc('\n', p->t.out);
		span[side] = pair_ticks(&p->d->clock, side, profile->last - profile->first);
		processes[side] = number_of(profile->processes.n);
		events[side] = number_of(profile->events);
		has_events &= !profile->from_summaries;
	}
	putc('\n', p->t.out);
	table_begin(&p->t, "", NULL);
	table_columns(&p->t, columns, sizeof columns / sizeof *columns);
	put_line(p, "span", span);
	if (has_events) {
		put_line(p, "processes", processes);
		put_line(p, "events", events);
	}
	table_end(&p->t);
}

/* ---- JSON ---- */

static void json_trace(const struct listing *r, const char *member, const char *name, struct otfp_json *j)
{
	const struct otfp_profile *p = r->p;

	otfp_json_line(j, 1);
	otfp_json_begin(j, member, '{');
	otfp_json_word(j, "name", name);
	json_span(j, p->resolution, p->has_span || p->processes.n, p->first, p->last);
	json_odd(r, 2, j);
	otfp_json_end(j, '}');
}

static void print_json(struct printer *p, const char *const names[PAIR_SIDES])
{
	const struct compare *d = p->d;
	const unsigned tables = d->report[PAIR_A].tables | d->report[PAIR_B].tables;
	struct otfp_json *j = p->t.json;
	size_t at = 0;

	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "resolution", d->clock.resolution != 0, d->clock.resolution);
	json_trace(&d->report[PAIR_A], "a", names[PAIR_A], j);
	json_trace(&d->report[PAIR_B], "b", names[PAIR_B], j);
	for (unsigned table = 0; table < OTFP_NSTATS; table++) {
		if (!(tables >> table & 1))
			continue;
		begin(p, table);
		if (at < d->nblocks && d->blocks[at].table == table)
			put_rows(p, &d->blocks[at++]);
		table_end(&p->t);
	}
	json_end(j);
}

int compare_print(struct compare *d, const char *const names[PAIR_SIDES], int form, int with_summary, size_t width,
                  FILE *out)
{
	struct otfp_json json = {.out = out};
	struct printer p = {.d = d,
	                    .t = {.form = stat_form(form),
	                          .out = out,
	                          .json = &json,
	                          .resolution = d->clock.resolution,
	                          .width = width,
	                          .option = "--columns all"}};

	if (form == STAT_JSON) {
		print_json(&p, names);
		return table_finish(&p.t);
	}
	if (with_summary && is_for_people(&p))
		print_summary(&p, names);
	for (size_t i = 0; i < d->nblocks && !p.t.failed; i++)
		print_block(&p, &d->blocks[i]);
	return table_finish(&p.t);
}

/* ---- --folded ---- */

int compare_print_folded(struct compare *d, FILE *out)
{
	static const struct column exclusive = {.kind = COLUMN_SUM, .index = OTFP_EXCLUSIVE};
	struct pair_number v[PAIR_SIDES];

	for (size_t i = 0; i < d->n; i++) {
		const struct compare_row *row = &d->rows[i];
		const unsigned side = compare_side(row);
		if (compare_value(d, row, &exclusive, PAIR_A, &v[PAIR_A]) < 0 ||
		    compare_value(d, row, &exclusive, PAIR_B, &v[PAIR_B]) < 0)
			return -1;
		if (!v[PAIR_A].whole && !v[PAIR_B].whole)
			continue;
		if (folded_key(&d->report[side], row->row[side], out) < 0)
			return -1;
		putc(' ', out);
		otfp_signed_wide_print(v[PAIR_A].whole, out);
		putc(' ', out);
		otfp_signed_wide_print(v[PAIR_B].whole, out);
		putc('\n', out);
	}
	return 0;
}
