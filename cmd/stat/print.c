/* print.c - a profile as text, TSV or JSON: a table for each of its tables, and for each window. */
#include "cmd/stat/print.h"
#include "cmd/stat/summary.h"

const struct table_form *stat_form(int form)
{
	static const struct table_form *const forms[] = {
		[STAT_TABLE] = &table_text, [STAT_TSV] = &table_tsv, [STAT_JSON] = &table_json};

	return forms[form];
}

/* ---- a block ---- */

/* What is being printed. */
struct printer {
	struct listing *r;
	struct table t;
	struct column columns[MAX_COLUMNS]; /* of the table that is being printed */
	unsigned n;
	struct otfp_buf title;
};

static int is_for_people(const struct printer *p)
{
	return p->t.form == &table_text;
}

static uint64_t window_of(const struct printer *p, const struct otfp_row *row)
{
	return otfp_profile_window_start(p->r->p, row->key.window);
}

/* People see the window in the title: "function, from TIME on". */
static const char *title_of(struct printer *p, const struct otfp_row *row)
{
	const char *name = otfp_stat_kinds[row->key.table].name;

	p->title.n = 0;
	if (!p->r->p->o.every || !is_for_people(p))
		return name;
	if (otfp_buf_printf(&p->title, "%s, from ", name) == 0 &&
	    summary_time(p->r->p, window_of(p, row), &p->title) == 0 && otfp_buf_puts(&p->title, " on") == 0 &&
	    otfp_buf_str(&p->title))
		return p->title.p;
	p->t.failed = 1;
	return name;
}

static void begin(struct printer *p, unsigned table, const char *title)
{
	p->n = listing_columns(p->r, table, p->columns);
	table_begin(&p->t, otfp_stat_kinds[table].name, title);
	if (p->r->p->o.every)
		table_column(&p->t, "window", TABLE_PROGRAMS | TABLE_LEADS);
	for (unsigned i = 0; i < p->n; i++)
		listing_column(p->r, table, &p->columns[i], &p->t);
}

static void put_row(struct printer *p, const struct otfp_row *row)
{
	if (p->r->p->o.every)
		table_number(&p->t, window_of(p, row));
	for (unsigned i = 0; i < p->n; i++)
		listing_cell(p->r, row, &p->columns[i], &p->t);
}

static void put_rows(struct printer *p, const struct column_block *b)
{
	const size_t shown = block_shown(p->r, b);

	p->r->block = b;
	for (size_t i = 0; i < shown && !p->t.failed; i++)
		put_row(p, p->r->rows[b->from + i]);
}

/* ---- the total, for people ---- */

/* The distributions of the rows can be added up. */
static int is_countable(const struct listing *r, const struct column_block *b)
{
	otfp_wide n = 0;

	for (size_t i = b->from; i < b->from + b->n; i++) {
		otfp_rows_fetch(r->rows, i, r->n);
		n += r->rows[i]->dist.n;
	}
	return n <= OTFP_BUCKET_MOST;
}

/* @return 0, or -1 when memory is out */
static int sum_up(const struct listing *r, const struct column_block *b, struct otfp_row *total)
{
	const int countable = is_countable(r, b);
	int rc = 0;

	for (size_t i = b->from; i < b->from + b->n && rc == 0; i++) {
		otfp_rows_fetch(r->rows, i, r->n);
		otfp_row_add_sums(total, r->rows[i]);
		rc = countable ? otfp_dist_merge(&total->dist, &r->rows[i]->dist) : 0;
	}
	return rc;
}

/* The sum of all rows; what does not add up is blank. */
static void put_total(struct printer *p, const struct column_block *b)
{
	struct otfp_row total = {.key = p->r->rows[b->from]->key};

	if (sum_up(p->r, b, &total) < 0)
		p->t.failed = 1;
	table_total(&p->t);
	if (p->r->p->o.every)
		table_none(&p->t);
	for (unsigned i = 0; i < p->n; i++)
		if (p->columns[i].adds_up)
			listing_cell(p->r, &total, &p->columns[i], &p->t);
		else if (i == 0)
			table_word(&p->t, "total");
		else
			table_blank(&p->t);
	otfp_dist_release(&total.dist);
}

/* ---- tables ---- */

/* Of a single row the share says nothing, unless it is asked for. */
static void drop_percent(struct printer *p, const struct column_block *b)
{
	for (unsigned i = 0; i < p->n && b->n == 1 && !p->r->choice->ncolumns; i++)
		if (p->columns[i].kind == COLUMN_PERCENT)
			p->t.columns[p->t.n - p->n + i].flags |= TABLE_PROGRAMS;
}

static void print_block(struct printer *p, const struct column_block *b)
{
	const struct otfp_row *first = p->r->rows[b->from];

	begin(p, first->key.table, title_of(p, first));
	p->t.drops_empty = !p->r->choice->ncolumns;
	p->t.keeps_all = p->r->choice->ncolumns > 0;
	p->t.all = b->n;
	drop_percent(p, b);
	put_rows(p, b);
	if (is_for_people(p) && b->n > 1 && first->key.table != OTFP_STAT_COUNTER)
		put_total(p, b);
	table_end(&p->t);
}

static void print_blocks(struct printer *p)
{
	for (size_t i = 0; i < p->r->nblocks && !p->t.failed; i++)
		print_block(p, &p->r->blocks[i]);
}

/* ---- JSON ---- */

void json_span(struct otfp_json *j, uint64_t resolution, int has_span, uint64_t first, uint64_t last)
{
	otfp_json_number(j, "resolution", resolution != 0, resolution);
	otfp_json_number(j, "first", has_span, first);
	otfp_json_number(j, "last", has_span, last);
}

void json_end(struct otfp_json *j)
{
	otfp_json_line(j, 0);
	otfp_json_end(j, '}');
	putc('\n', j->out);
}

void json_odd(const struct listing *r, int blanks, struct otfp_json *j)
{
	char what[80];

	otfp_json_line(j, blanks);
	otfp_json_begin(j, "odd", '{');
	for (unsigned i = 0; i < LISTING_NODD; i++) {
		uint64_t n = listing_odd(r, i, what);
		if (!n)
			continue;
		for (char *p = what; *p; p++)
			*p = *p == ' ' ? '_' : *p;
		otfp_json_number(j, what, 1, n);
	}
	otfp_json_end(j, '}');
}

static void json_head(const struct listing *r, struct otfp_json *j)
{
	const struct otfp_profile *p = r->p;

	otfp_json_begin(j, NULL, '{');
	json_span(j, p->resolution, p->has_span || p->processes.n, p->first, p->last);
	json_odd(r, 1, j);
	if (p->o.by >> OTFP_KEY_PATH & 1) {
		otfp_json_number(j, "depth", p->o.depth != 0, p->o.depth);
		otfp_json_number(j, "folded", 1, p->folded);
		otfp_json_number(j, "other_paths", 1, p->other_paths);
	}
	if (p->other_pairs)
		otfp_json_number(j, "other_pairs", 1, p->other_pairs);
}

/* An array for each table that was asked for, with the rows of all its windows. */
static void print_json(struct printer *p)
{
	const struct listing *r = p->r;
	size_t at = 0;

	json_head(r, p->t.json);
	for (unsigned table = 0; table < OTFP_NSTATS; table++) {
		if (!(r->tables >> table & 1))
			continue;
		begin(p, table, NULL);
		for (; at < r->nblocks && r->rows[r->blocks[at].from]->key.table == table; at++)
			put_rows(p, &r->blocks[at]);
		table_end(&p->t);
	}
	json_end(p->t.json);
}

int stat_print(struct listing *r, int form, int with_summary, size_t width, FILE *out)
{
	struct otfp_json json = {.out = out};
	struct printer p = {.r = r,
	                    .t = {.form = stat_form(form),
	                          .out = out,
	                          .json = &json,
	                          .resolution = r->p->resolution,
	                          .width = width,
	                          .option = "--columns all"}};

	if (with_summary && is_for_people(&p)) {
		p.t.failed = summary_print(r, width, out) < 0;
		p.t.printed = 1;
	}
	if (form == STAT_JSON)
		print_json(&p);
	else
		print_blocks(&p);
	otfp_buf_release(&p.title);
	return table_finish(&p.t);
}
