/* columns.c - the columns of compared rows and their cells. */
#include "cmd/table/listing.h"
#include "cmd/stat/diff/diff.h"
#include <stdio.h>
#include <string.h>

/* Without --columns: those with a star have a difference and a ratio, and the first of them is compared. */
static const char *const defaults[OTFP_NSTATS][5] = {
	[OTFP_STAT_FUNCTION] = {"calls", "*exclusive"},
	[OTFP_STAT_MESSAGE] = {"sent", "*bytes_sent", "*latency_mean"},
	[OTFP_STAT_MATRIX] = {"sent", "*bytes_sent", "*latency_mean"},
	[OTFP_STAT_LENGTH] = {"sent", "*bytes_sent", "*latency_mean"},
	[OTFP_STAT_COLLECTIVE] = {"count", "*time"},
	[OTFP_STAT_COUNTER] = {"count", "*mean", "*increase"},
	[OTFP_STAT_FILE] = {"reads", "writes", "*time"},
	[OTFP_STAT_RMA] = {"puts", "gets", "*bytes_put", "*bytes_got"},
};

static int is_key(const struct column *c)
{
	return c->kind == COLUMN_TOKEN || c->kind == COLUMN_NAME;
}

/* Find a value column by name. @return 1, or 0 if the table does not have it */
static int find(const struct listing *r, unsigned table, const char *name, struct column *to)
{
	struct column columns[MAX_COLUMNS];
	const unsigned n = listing_all_columns(r, table, columns);

	for (unsigned i = 0; i < n; i++)
		if (!is_key(&columns[i]) && strcmp(columns[i].name, name) == 0) {
			*to = columns[i];
			return 1;
		}
	return 0;
}

/* ---- what is compared ---- */

/* A report from summaries has fewer columns. */
static int find_rank(const struct listing *r, unsigned table, struct column *to)
{
	const struct otfp_stat_kind *k = &otfp_stat_kinds[table];

	return k->rank >= 0 && find(r, table, k->sums[k->rank].name, to);
}

int compare_compared(const struct listing *r, unsigned table, const struct listing_choice *choice, struct column *to)
{
	const char *const *name = defaults[table];

	if (choice->sort && choice->sort != SORT_NAME && find(r, table, column_word((unsigned)choice->sort - 1), to))
		return 1;
	for (; *name; name++)
		if (**name == '*' && find(r, table, *name + 1, to))
			return 1;
	return find_rank(r, table, to);
}

/* ---- columns ---- */

struct list {
	struct compare_column *to;
	unsigned n;
};

static struct compare_column *add(struct list *l, enum compare_shows shows, const char *name, const char *suffix)
{
	struct compare_column *c = &l->to[l->n++];

	*c = (struct compare_column){.shows = shows};
	snprintf(c->name, sizeof c->name, "%s%s", name, suffix);
	return c;
}

static int is_process(unsigned kind)
{
	return kind == OTFP_KEY_PROCESS || kind == OTFP_KEY_SENDER || kind == OTFP_KEY_RECEIVER;
}

static void add_keys(struct list *l, const struct listing *r, unsigned table, int people)
{
	for (unsigned i = 0; i < r->nkinds[table]; i++) {
		const unsigned kind = r->kinds[table][i];
		const struct otfp_key_kind *k = &otfp_key_kinds[kind];
		const int has_name = k->space >= 0;
		struct compare_column *c;
		if (is_process(kind) && !people)
			add(l, COMPARE_RANK, k->name, "_rank")->part = i;
		c = add(l, COMPARE_KEY, k->name, has_name ? "_name" : "");
		c->part = i;
		c->of = (struct column){.kind = has_name ? COLUMN_NAME : COLUMN_TOKEN, .index = i};
	}
	if (!people)
		add(l, COMPARE_IN, "in", "");
}

static void add_value(struct list *l, const struct column *of, int is_compared, int people)
{
	static const char *const suffix[PAIR_SIDES] = {"_a", "_b"};

	if (l->n + 4 > COMPARE_COLUMNS)
		return;
	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		struct compare_column *c = add(l, COMPARE_VALUE, of->name, suffix[side]);
		c->of = *of;
		c->side = side;
	}
	if (!is_compared)
		return;
	add(l, COMPARE_DIFFERENCE, of->name, "_diff")->of = *of;
	add(l, COMPARE_RATIO, people ? "change" : of->name, people ? "" : "_ratio")->of = *of;
}

static void add_all(struct list *l, const struct listing *r, unsigned table, int people)
{
	struct column columns[MAX_COLUMNS];
	const unsigned n = listing_all_columns(r, table, columns);

	for (unsigned i = 0; i < n; i++)
		if (!is_key(&columns[i]))
			add_value(l, &columns[i], 1, people);
}

/* The columns by default; that of --sort is among them. */
static void add_defaults(struct list *l, const struct compare *d, unsigned table, int people)
{
	const struct listing *r = &d->report[PAIR_A];
	struct column column, compared;
	const int compares = compare_compared(r, table, d->choice, &compared);
	int has = 0;

	for (const char *const *name = defaults[table]; *name; name++) {
		const int star = **name == '*';
		if (!find(r, table, *name + star, &column))
			continue;
		if (compares && strcmp(column.name, compared.name) == 0)
			has = 1;
		add_value(l, &column, star || (compares && strcmp(column.name, compared.name) == 0), people);
	}
	if (compares && !has)
		add_value(l, &compared, 1, people);
}

unsigned compare_columns(const struct compare *d, unsigned table, int people, struct compare_column *to)
{
	const struct listing *r = &d->report[PAIR_A];
	struct list l = {to, 0};
	struct column column;

	add_keys(&l, r, table, people);
	if (d->choice->columns_all)
		add_all(&l, r, table, people);
	else if (!d->choice->ncolumns)
		add_defaults(&l, d, table, people);
	else
		for (size_t i = 0; i < d->choice->ncolumns; i++)
			if (find(r, table, column_word(d->choice->columns[i]), &column))
				add_value(&l, &column, 1, people);
	return l.n;
}

size_t compare_shown(const struct compare *d, const struct compare_block *b)
{
	const struct listing_choice *c = d->choice;

	return c->has_top && c->top && c->top < b->n ? (size_t)c->top : b->n;
}

/* ---- cells ---- */

static int put_rank(struct compare *d, const struct compare_row *row, unsigned part, struct cell_value *v)
{
	const unsigned side = compare_side(row);
	const uint64_t process = row->row[side]->key.part[part];
	int rc;

	d->text.n = 0;
	if (process == OTFP_OTHER_PROCESS)
		rc = otfp_buf_puts(&d->text, "(other)");
	else
		rc = ranks_put(&d->ranks[side], (uint32_t)process, &d->text);
	v->is = CELL_TEXT;
	v->text = (struct otfp_str){d->text.p, d->text.n};
	return rc;
}

static void put_in(const struct compare_row *row, struct cell_value *v)
{
	const char *text = row->row[PAIR_A] ? "a" : "b";

	if (row->row[PAIR_A] && row->row[PAIR_B])
		text = "both";
	v->is = CELL_TEXT;
	v->text = (struct otfp_str){text, strlen(text)};
}

static int put_compared(struct compare *d, const struct compare_row *row, const struct compare_column *c,
                        struct cell_value *v)
{
	struct pair_number value[PAIR_SIDES], difference;

	for (unsigned side = 0; side < PAIR_SIDES; side++)
		if (compare_value(d, row, &c->of, side, &value[side]) < 0)
			return -1;
	difference = compare_difference(row, value);
	if (c->shows == COMPARE_VALUE)
		pair_cell(&value[c->side], 0, v);
	else if (c->shows == COMPARE_DIFFERENCE)
		pair_cell(&difference, 1, v);
	else if (pair_ratio(value, &v->real))
		v->is = CELL_REAL;
	return 0;
}

int compare_cell(struct compare *d, const struct compare_row *row, const struct compare_column *column,
                 struct cell_value *v)
{
	const unsigned side = compare_side(row);

	*v = (struct cell_value){.is = CELL_NONE};
	switch (column->shows) {
	case COMPARE_RANK: return put_rank(d, row, column->part, v);
	case COMPARE_KEY: return listing_value(&d->report[side], row->row[side], &column->of, v);
	case COMPARE_IN: put_in(row, v); return 0;
	default: return put_compared(d, row, column, v);
	}
}
