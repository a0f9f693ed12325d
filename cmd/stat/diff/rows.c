/* rows.c - join the rows of two profiles and compare them. */
#include "base/grow.h"
#include "base/order.h"
#include "cmd/stat/diff/diff.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void compare_release(struct compare *d)
{
	for (size_t i = 0; i < d->nsums; i++)
		otfp_dist_release(&d->sums[i]->dist);
	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		listing_release(&d->report[side]);
		ranks_release(&d->ranks[side]);
	}
	free(d->sums);
	free(d->rows);
	otfp_arena_release(&d->arena);
	otfp_buf_release(&d->text);
	memset(d, 0, sizeof *d);
}

/* ---- values ---- */

/* Percents are of the block of the row. */
static void set_block(struct listing *r, unsigned table)
{
	r->block = NULL;
	for (size_t i = 0; i < r->nblocks; i++)
		if (r->rows[r->blocks[i].from]->key.table == table)
			r->block = &r->blocks[i];
}

int compare_value(struct compare *d, const struct compare_row *row, const struct column *column, unsigned side,
                  struct pair_number *v)
{
	struct cell_value cell;

	*v = (struct pair_number){.is = PAIR_NONE};
	if (!row->row[side])
		return 0;
	set_block(&d->report[side], row->table);
	if (listing_value(&d->report[side], row->row[side], column, &cell) < 0)
		return -1;
	*v = pair_number(&d->clock, side, &cell);
	return 0;
}

struct pair_number compare_difference(const struct compare_row *row, const struct pair_number value[PAIR_SIDES])
{
	const int has[PAIR_SIDES] = {row->row[PAIR_A] != NULL, row->row[PAIR_B] != NULL};

	return pair_difference(value, has);
}

/* ---- adding rows up ---- */

static uint32_t properties_of(const struct listing *r, const struct otfp_row *row)
{
	const struct otfp_definition *d =
		otfp_names_find(&r->p->names, OTFP_NAMED_COUNTER, row->key.part[r->nkinds[OTFP_STAT_COUNTER] - 1]);

	return d ? d->detail : 0;
}

static int add_up(const struct listing *r, struct otfp_row *to, const struct otfp_row *more)
{
	const uint64_t n = more->dist.n < OTFP_BUCKET_MOST ? more->dist.n : OTFP_BUCKET_MOST;

	if (more->counted)
		otfp_counted_merge(to->counted, properties_of(r, more), more->counted);
	otfp_row_add_sums(to, more);
	return to->dist.n > OTFP_BUCKET_MOST - n ? 0 : otfp_dist_merge(&to->dist, &more->dist);
}

/* A row that others can be added to, with the key of `first`. @return NULL when memory is out */
static struct otfp_row *new_sum(struct compare *d, const struct otfp_row *first)
{
	struct otfp_row *sum = otfp_arena_get_line(&d->arena, sizeof *sum);
	struct otfp_counted *counted = first->counted ? otfp_arena_get(&d->arena, sizeof *counted) : NULL;

	if (!sum || (first->counted && !counted) || otfp_grow(&d->sums, d->nsums, &d->sums_cap, sizeof *d->sums) < 0)
		return NULL;
	memset(sum, 0, sizeof *sum);
	if (counted)
		memset(counted, 0, sizeof *counted);
	sum->key = first->key;
	sum->counted = counted;
	return d->sums[d->nsums++] = sum;
}

/* ---- joining ---- */

static int put_id(struct compare *d, unsigned side, const struct otfp_row *row, unsigned part, struct otfp_buf *b)
{
	struct listing *r = &d->report[side];
	const unsigned kind = r->kinds[row->key.table][part];
	const struct column name = {.kind = COLUMN_NAME, .index = part};
	struct cell_value v;

	if (row->key.part[part] == OTFP_OTHER_PROCESS && otfp_key_kinds[kind].space == OTFP_NAMED_PROCESS)
		return otfp_buf_puts(b, "~(other)");
	if (kind == OTFP_KEY_PROCESS || kind == OTFP_KEY_SENDER || kind == OTFP_KEY_RECEIVER)
		return ranks_id(&d->ranks[side], (uint32_t)row->key.part[part], b);
	if (otfp_key_kinds[kind].space < 0)
		return otfp_buf_printf(b, "%020" PRIu64, row->key.part[part]);
	if (listing_value(r, row, &name, &v) < 0)
		return -1;
	return otfp_buf_add(b, v.text.p, v.text.n);
}

static int set_ids(struct compare *d, unsigned side, struct compare_row *to)
{
	for (unsigned i = 0; i < d->report[side].nkinds[to->table]; i++) {
		d->text.n = 0;
		if (put_id(d, side, to->row[side], i, &d->text) < 0)
			return -1;
		to->id[i].n = d->text.n;
		to->id[i].p = otfp_arena_copy(&d->arena, d->text.p, d->text.n);
		if (!to->id[i].p)
			return -1;
	}
	return 0;
}

static int compare_ids(const struct compare_row *a, const struct compare_row *b)
{
	int order = 0;

	for (unsigned i = 0; i < OTFP_MAX_PARTS && !order; i++)
		order = otfp_order_text(a->id[i], b->id[i]);
	return order;
}

static int compare_keys(const void *a, const void *b)
{
	const struct compare_row *x = a, *y = b;
	int order = otfp_order(x->table, y->table);

	order = order ? order : compare_ids(x, y);
	return order ? order : !x->row[PAIR_A] - !y->row[PAIR_A];
}

/* Add what `more` has to a row with the same ids. */
static int join_row(struct compare *d, struct compare_row *to, const struct compare_row *more)
{
	const unsigned side = compare_side(more);
	struct otfp_row *sum;

	if (!to->row[side]) {
		to->row[side] = more->row[side];
		return 0;
	}
	sum = new_sum(d, to->row[side]);
	if (!sum || add_up(&d->report[side], sum, to->row[side]) < 0 ||
	    add_up(&d->report[side], sum, more->row[side]) < 0)
		return -1;
	to->row[side] = sum;
	return 0;
}

static int join(struct compare *d)
{
	size_t n = 0;
	int rc = 0;

	d->rows = calloc(d->report[PAIR_A].n + d->report[PAIR_B].n + 1, sizeof *d->rows);
	if (!d->rows)
		return -1;
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		for (size_t i = 0; i < d->report[side].n && rc == 0; i++) {
			struct compare_row *to = &d->rows[d->n++];
			to->row[side] = d->report[side].rows[i];
			to->table = to->row[side]->key.table;
			rc = set_ids(d, side, to);
		}
	if (rc == 0 && d->n)
		qsort(d->rows, d->n, sizeof *d->rows, compare_keys);
	for (size_t i = 0; i < d->n && rc == 0; i++)
		if (n && d->rows[n - 1].table == d->rows[i].table && compare_ids(&d->rows[n - 1], &d->rows[i]) == 0)
			rc = join_row(d, &d->rows[n - 1], &d->rows[i]);
		else
			d->rows[n++] = d->rows[i];
	d->n = n;
	return rc;
}

/* ---- the order ---- */

/* The largest difference first, then the largest value. */
static int compare_differences(const void *a, const void *b)
{
	const struct compare_row *x = a, *y = b;
	int order = pair_by_size(&x->difference, &y->difference);

	if (!order)
		order = pair_by_size(&x->value[compare_side(x)], &y->value[compare_side(y)]);
	return order ? order : compare_ids(x, y);
}

static int compare_rows(struct compare *d, struct compare_block *b, struct compare_row *row)
{
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		if (b->compares && compare_value(d, row, &b->compared, side, &row->value[side]) < 0)
			return -1;
	row->difference = compare_difference(row, row->value);
	return 0;
}

/* The sums of both sides. */
static int sum_up(struct compare *d, struct compare_block *b)
{
	struct otfp_row *sum[PAIR_SIDES] = {NULL};

	b->total.table = b->table;
	for (size_t i = b->from; i < b->from + b->n; i++)
		for (unsigned side = 0; side < PAIR_SIDES; side++) {
			const struct otfp_row *row = d->rows[i].row[side];
			if (!row)
				continue;
			if (!sum[side] && !(sum[side] = new_sum(d, row)))
				return -1;
			if (add_up(&d->report[side], sum[side], row) < 0)
				return -1;
			b->total.row[side] = sum[side];
		}
	return compare_rows(d, b, &b->total);
}

static int make_block(struct compare *d, size_t from)
{
	struct compare_block *b = &d->blocks[d->nblocks++];
	int rc = 0;

	*b = (struct compare_block){.table = d->rows[from].table, .from = from};
	b->compares = compare_compared(&d->report[PAIR_A], b->table, d->choice, &b->compared);
	while (rc == 0 && from + b->n < d->n && d->rows[from + b->n].table == b->table)
		rc = compare_rows(d, b, &d->rows[from + b->n++]);
	b->has_total = b->n > 1 && b->table != OTFP_STAT_COUNTER;
	if (rc == 0 && b->has_total)
		rc = sum_up(d, b);
	/* counters have units of their own */
	if (b->table != OTFP_STAT_COUNTER && d->choice->sort != SORT_NAME)
		qsort(d->rows + from, b->n, sizeof *d->rows, compare_differences);
	return rc;
}

static int make_blocks(struct compare *d)
{
	int rc = 0;

	for (size_t i = 0; i < d->n && rc == 0; i += d->blocks[d->nblocks - 1].n)
		rc = make_block(d, i);
	return rc;
}

/* ---- all ---- */

static int set_clock(struct compare *d, struct otfp_error *err)
{
	uint64_t resolution[PAIR_SIDES];
	int has_times[PAIR_SIDES];

	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		resolution[side] = d->report[side].p->resolution;
		has_times[side] = d->report[side].n != 0;
	}
	return pair_clock_set(&d->clock, resolution, has_times, err);
}

int compare_make(struct compare *d, const struct otfp_profile *a, const struct otfp_profile *b, unsigned tables,
                 const struct listing_choice *choice, struct otfp_error *err)
{
	const struct otfp_profile *const p[PAIR_SIDES] = {a, b};
	int rc = 0;

	d->choice = choice;
	for (unsigned side = 0; side < PAIR_SIDES && rc == 0; side++) {
		rc = listing_make(&d->report[side], p[side], tables, ORDER_TABLE, &d->all);
		if (rc == 0)
			rc = ranks_make(&d->ranks[side], &p[side]->names);
	}
	if (rc == 0 && (rc = set_clock(d, err)) < 0)
		return rc;
	if (rc == 0)
		rc = join(d);
	if (rc == 0)
		rc = make_blocks(d);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}
