/* columns.c - the columns of a report and their values. */
#include "cmd/table/listing.h"
#include <stdio.h>
#include <stdlib.h>

enum { DIST_TOTAL, DIST_MIN, DIST_MAX, DIST_MEAN, DIST_QUANTILE };
static const uint8_t percents[] = {25, 50, 75, 95, 99};

enum {
	COUNTED_N,
	COUNTED_FIRST,
	COUNTED_LAST,
	COUNTED_MIN,
	COUNTED_MAX,
	COUNTED_MEAN,
	COUNTED_INCREASE,
	COUNTED_RATE,
	COUNTED_HIGHEST,
	NCOUNTED
};
static const char *const counted_names[NCOUNTED] = {"count", "first",    "last", "min",         "max",
                                                    "mean",  "increase", "rate", "highest_rate"};

struct list {
	struct column *to;
	unsigned n;
};

static void add(struct list *l, enum column_kind kind, unsigned index, int people, const char *prefix, const char *name)
{
	struct column *c = &l->to[l->n++];

	*c = (struct column){.kind = kind, .index = index, .people = people};
	snprintf(c->name, sizeof c->name, "%s%s", prefix, name);
}

static void add_keys(struct list *l, const struct listing *r, unsigned table)
{
	for (unsigned i = 0; i < r->nkinds[table]; i++) {
		const struct otfp_key_kind *k = &otfp_key_kinds[r->kinds[table][i]];
		add(l, COLUMN_TOKEN, i, k->space < 0, k->name, "");
		if (k->space >= 0)
			add(l, COLUMN_NAME, i, 1, k->name, "_name");
	}
}

static void add_percent(struct list *l)
{
	add(l, COLUMN_PERCENT, 0, 1, "", "percent");
	l->to[l->n - 1].adds_up = 1;
}

static void add_dist(struct list *l, const struct otfp_stat_kind *k)
{
	const unsigned first = l->n;
	char name[8];

	if (k->has_total) {
		add(l, COLUMN_DIST, DIST_TOTAL, 1, k->times, "time");
		add_percent(l);
	}
	add(l, COLUMN_DIST, DIST_MIN, 1, k->times, "min");
	add(l, COLUMN_DIST, DIST_MAX, 1, k->times, "max");
	add(l, COLUMN_DIST, DIST_MEAN, 1, k->times, "mean");
	for (unsigned i = 0; i < sizeof percents && k->quantiles; i++) {
		snprintf(name, sizeof name, "p%u", percents[i]);
		add(l, COLUMN_DIST, DIST_QUANTILE + i, percents[i] == 50 || percents[i] == 95, k->times, name);
	}
	for (unsigned i = first; i < l->n; i++)
		l->to[i].adds_up = 1;
}

/* The sums that summary records contain; a report from summaries has no other columns. */
static const unsigned in_summaries[OTFP_NSTATS] = {
	[OTFP_STAT_FUNCTION] = 1u << OTFP_CALLS | 1u << OTFP_EXCLUSIVE | 1u << OTFP_INCLUSIVE,
	[OTFP_STAT_MESSAGE] = 1u << OTFP_SENT | 1u << OTFP_RECEIVED | 1u << OTFP_BYTES_SENT | 1u << OTFP_BYTES_RECEIVED,
	[OTFP_STAT_COLLECTIVE] = 1u << OTFP_COUNT | 1u << OTFP_COLL_SENT | 1u << OTFP_COLL_RECEIVED,
	[OTFP_STAT_FILE] = ~(1u << OTFP_OTHERS),
};

/* Recursive calls are in the sum of their callers, too, and so is inclusive time. */
static int adds_up(unsigned table, unsigned sum)
{
	return table != OTFP_STAT_FUNCTION || (sum != OTFP_INCLUSIVE && sum != OTFP_SUM);
}

/* Whether column_measure gives this sum; it gives the total of the distribution where that is a column. */
static int is_measure(const struct listing *r, unsigned table, unsigned sum)
{
	const struct otfp_stat_kind *k = &otfp_stat_kinds[table];

	if (table == OTFP_STAT_LENGTH)
		return sum == OTFP_SENT;
	return (int)sum == k->rank && (!k->has_total || r->p->from_summaries);
}

static void add_sums(struct list *l, const struct listing *r, unsigned table)
{
	const struct otfp_sum *sums = otfp_stat_kinds[table].sums;

	for (unsigned i = 0; sums[i].name; i++) {
		if (r->p->from_summaries && !(in_summaries[table] >> i & 1))
			continue;
		add(l, COLUMN_SUM, i, 1, "", sums[i].name);
		l->to[l->n - 1].adds_up = adds_up(table, i);
		if (is_measure(r, table, i))
			add_percent(l);
	}
}

unsigned listing_all_columns(const struct listing *r, unsigned table, struct column *to)
{
	const struct otfp_stat_kind *k = &otfp_stat_kinds[table];
	struct list l = {to, 0};

	add_keys(&l, r, table);
	add_sums(&l, r, table);
	if (k->times && !r->p->from_summaries)
		add_dist(&l, k);
	for (unsigned i = 0; table == OTFP_STAT_COUNTER && i < NCOUNTED; i++)
		add(&l, COLUMN_COUNTED, i, 1, "", counted_names[i]);
	return l.n;
}

unsigned listing_columns(const struct listing *r, unsigned table, struct column *to)
{
	return choice_apply(r, to, listing_all_columns(r, table, to));
}

/* ---- keys ---- */

static void set_text(struct listing *r, struct cell_value *v)
{
	*v = cell_text((struct otfp_str){r->text.p ? r->text.p : "", r->text.n});
}

static int token_value(struct listing *r, unsigned kind, uint64_t part, struct cell_value *v)
{
	int rc;

	if (part == OTFP_NO_REF)
		return 0;
	if (kind != OTFP_KEY_PATH && part >> 32 == 0) {
		v->is = CELL_WHOLE;
		v->whole = kind != OTFP_KEY_LENGTH || !part ? part : (uint64_t)1 << (part - 1);
		return 0;
	}
	rc = kind == OTFP_KEY_PATH ? path_add(&r->text, NULL, &r->p->paths, (uint32_t)part) : token_add(&r->text, part);
	set_text(r, v);
	return rc;
}

static int name_value(struct listing *r, unsigned kind, uint64_t part, struct cell_value *v)
{
	int rc = kind == OTFP_KEY_PATH ? path_add(&r->text, &r->p->names, &r->p->paths, (uint32_t)part) :
	                                 name_add(&r->text, &r->p->names, (unsigned)otfp_key_kinds[kind].space, part);

	set_text(r, v);
	return rc;
}

/* ---- numbers ---- */

static void set_whole(struct cell_value *v, otfp_wide whole, enum otfp_unit unit)
{
	v->is = CELL_WHOLE;
	v->whole = whole;
	v->real = otfp_wide_real(whole);
	v->unit = unit;
}

static void set_mean(struct cell_value *v, const struct otfp_dist *d)
{
	set_whole(v, otfp_dist_mean(d), OTFP_UNIT_TICKS);
	v->real = otfp_wide_real(d->total) / (double)d->n;
}

static void dist_value(const struct otfp_dist *d, unsigned what, struct cell_value *v)
{
	if (what == DIST_TOTAL)
		set_whole(v, d->total, OTFP_UNIT_TICKS);
	else if (d->n == 0)
		v->is = CELL_NONE;
	else if (what == DIST_MEAN)
		set_mean(v, d);
	else if (what < DIST_MEAN)
		set_whole(v, what == DIST_MIN ? d->min : d->max, OTFP_UNIT_TICKS);
	else
		set_whole(v, otfp_dist_quantile(d, percents[what - DIST_QUANTILE]), OTFP_UNIT_TICKS);
}

static void set_number(struct cell_value *v, struct otfp_number n)
{
	v->is = n.real ? CELL_REAL : CELL_SIGNED;
	if (n.real)
		v->real = n.v.d;
	else
		v->signed_whole = n.v.i;
}

static void set_real(struct cell_value *v, int has, double real)
{
	v->is = has ? CELL_REAL : CELL_NONE;
	v->real = real;
}

/* The share of a row in its block. */
static void percent_value(const struct listing *r, const struct otfp_row *row, struct cell_value *v)
{
	const otfp_wide whole = r->block ? r->block->whole : 0;

	v->is = whole ? CELL_REAL : CELL_NONE;
	v->real = whole ? otfp_wide_real(column_measure(r, row)) / otfp_wide_real(whole) * 100 : 0;
	v->unit = OTFP_UNIT_PERCENT;
}

/* Some values make sense only for levels, others only for counters that grow. */
static void counted_value(const struct listing *r, const struct otfp_counted *c, uint32_t properties, unsigned what,
                          struct cell_value *v)
{
	const double per_second = r->p->resolution ? (double)r->p->resolution : 1;
	const int is_level = otfp_counter_is_level(properties), alone = c->parts == 1 && c->n;

	v->is = CELL_NONE;
	if (what == COUNTED_N)
		set_whole(v, c->n, OTFP_UNIT_NUMBER);
	else if (what == COUNTED_FIRST || what == COUNTED_LAST)
		alone ? set_number(v, otfp_number_of(properties, what == COUNTED_FIRST ? c->first : c->last)) : (void)0;
	else if (what == COUNTED_MIN || what == COUNTED_MAX)
		c->n ? set_number(v, otfp_number_of(properties, what == COUNTED_MIN ? c->min : c->max)) : (void)0;
	else if (what == COUNTED_MEAN && is_level && c->weight > 0)
		set_real(v, 1, c->weighted / c->weight);
	else if (what == COUNTED_MEAN && is_level)
		set_real(v, c->n > 0, otfp_number_real(otfp_counted_sum(c)) / (double)c->n);
	else if (what == COUNTED_INCREASE && !is_level)
		set_number(v, otfp_counted_increase(c));
	else if (what == COUNTED_RATE && !is_level)
		set_real(v, c->time > 0, otfp_number_real(otfp_counted_increase(c)) / (double)c->time * per_second);
	else if (what == COUNTED_HIGHEST && !is_level)
		set_real(v, c->has_highest, c->highest * per_second);
}

static uint32_t properties_of(const struct listing *r, const struct otfp_row *row)
{
	const unsigned last = r->nkinds[OTFP_STAT_COUNTER] - 1;
	const struct otfp_definition *d = otfp_names_find(&r->p->names, OTFP_NAMED_COUNTER, row->key.part[last]);

	return d ? d->detail : 0;
}

int listing_value(struct listing *r, const struct otfp_row *row, const struct column *column, struct cell_value *v)
{
	const struct otfp_stat_kind *k = &otfp_stat_kinds[row->key.table];
	const unsigned i = column->index;

	*v = (struct cell_value){.is = CELL_NONE};
	r->text.n = 0;
	switch (column->kind) {
	case COLUMN_TOKEN: return token_value(r, r->kinds[row->key.table][i], row->key.part[i], v);
	case COLUMN_NAME: return name_value(r, r->kinds[row->key.table][i], row->key.part[i], v);
	case COLUMN_SUM: set_whole(v, row->sum[i], k->sums[i].unit); break;
	case COLUMN_DIST: dist_value(&row->dist, i, v); break;
	case COLUMN_PERCENT: percent_value(r, row, v); break;
	case COLUMN_COUNTED: counted_value(r, row->counted, properties_of(r, row), i, v); break;
	}
	return 0;
}

/* ---- as a table ---- */

void listing_column(const struct listing *r, unsigned table, const struct column *c, struct table *t)
{
	unsigned flags = c->kind == COLUMN_TOKEN ? TABLE_KEY : 0;

	if (c->kind == COLUMN_NAME)
		flags = r->kinds[table][c->index] == OTFP_KEY_PATH ? TABLE_PATH : TABLE_TEXT;
	table_column(t, c->name, flags);
}

void listing_cell(struct listing *r, const struct otfp_row *row, const struct column *c, struct table *t)
{
	struct cell_value v;

	if (listing_value(r, row, c, &v) < 0)
		t->failed = 1;
	else
		table_cell(t, &v);
}
