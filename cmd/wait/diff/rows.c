/* rows.c - join the rows of two runs and compare them. */
#include "base/order.h"
#include "cmd/wait/diff/diff.h"
#include <stdlib.h>
#include <string.h>

void diff_release(struct wait_diff *d)
{
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		ranks_release(&d->ranks[side]);
	free(d->rows);
	otfp_arena_release(&d->arena);
	otfp_buf_release(&d->text);
	memset(d, 0, sizeof *d);
}

/* ---- joining ---- */

static int by_id(const struct diff_row *x, const struct diff_row *y)
{
	int order = otfp_order(x->order, y->order);

	for (unsigned i = 0; i < DIFF_NKEYS && !order; i++)
		order = otfp_order_text(x->key[i].id, y->key[i].id);
	return order;
}

static int by_id_and_side(const void *a, const void *b)
{
	const struct diff_row *x = a, *y = b;
	const int order = by_id(x, y);

	return order ? order : y->has[PAIR_A] - x->has[PAIR_A];
}

static void add(struct pair_number *to, const struct pair_number *more, int is_max)
{
	if (!to->is) {
		*to = *more;
	} else if (is_max) {
		*to = more->whole > to->whole ? *more : *to;
	} else {
		to->whole += more->whole;
		to->real += more->real;
	}
}

static void add_row(struct diff_row *to, const struct diff_row *more)
{
	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		to->has[side] |= more->has[side];
		for (unsigned i = 0; i < DIFF_VALUES; i++)
			if (more->value[i][side].is)
				add(&to->value[i][side], &more->value[i][side],
				    diff_kinds[more->kind].values[i].is_max);
	}
}

static void join(struct wait_diff *d, struct diff_block *b)
{
	size_t n = b->from;

	if (d->n > b->from)
		qsort(d->rows + b->from, d->n - b->from, sizeof *d->rows, by_id_and_side);
	for (size_t i = b->from; i < d->n; i++)
		if (n > b->from && by_id(&d->rows[n - 1], &d->rows[i]) == 0)
			add_row(&d->rows[n - 1], &d->rows[i]);
		else
			d->rows[n++] = d->rows[i];
	d->n = n;
	b->n = n - b->from;
}

/* ---- differences ---- */

/* The largest difference first, then the largest value. */
static int by_difference(const void *a, const void *b)
{
	const struct diff_row *x = a, *y = b;
	int order = otfp_order(x->order, y->order);

	if (!order)
		order = pair_by_size(&x->difference, &y->difference);
	if (!order)
		order = pair_by_size(&x->value[0][!x->has[PAIR_A]], &y->value[0][!y->has[PAIR_A]]);
	return order ? order : by_id(x, y);
}

static void compare(struct wait_diff *d, struct diff_block *b)
{
	b->total = (struct diff_row){.kind = b->kind, .has = {1, 1}};
	for (unsigned side = 0; side < PAIR_SIDES; side++) /* no row is a time of 0 */
		b->total.value[0][side] = (struct pair_number){.is = PAIR_WHOLE, .unit = OTFP_UNIT_TICKS};
	for (size_t i = b->from; i < d->n; i++) {
		struct diff_row *row = &d->rows[i];
		row->difference = pair_difference(row->value[0], row->has);
		if (row->counts)
			add_row(&b->total, row);
	}
	b->total.difference = pair_difference(b->total.value[0], b->total.has);
	if (b->n)
		qsort(d->rows + b->from, b->n, sizeof *d->rows, by_difference);
}

static int make_block(struct wait_diff *d, unsigned kind)
{
	struct diff_block *b = &d->blocks[d->nblocks++];

	*b = (struct diff_block){.kind = kind, .from = d->n};
	diff_set_keys(b, d->by);
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		if (diff_fill(d, b, side) < 0)
			return -1;
	join(d, b);
	compare(d, b);
	return 0;
}

/* ---- all ---- */

int diff_make(struct wait_diff *d, struct otfp_error *err)
{
	uint64_t resolution[PAIR_SIDES];
	int has_times[PAIR_SIDES], rc = 0;

	for (unsigned side = 0; side < PAIR_SIDES && rc == 0; side++) {
		resolution[side] = d->of[side]->resolution;
		has_times[side] = d->of[side]->events != 0;
		rc = ranks_make(&d->ranks[side], d->of[side]->view.names);
	}
	if (rc == 0 && pair_clock_set(&d->clock, resolution, has_times, err) < 0)
		return OTFP_EFAIL;
	for (unsigned kind = 0; kind < DIFF_NKINDS && rc == 0; kind++)
		if (d->tables >> diff_kinds[kind].table & 1)
			rc = make_block(d, kind);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}
