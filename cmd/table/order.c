/* order.c - the order of the rows of a report, and its blocks. */
#include "base/grow.h"
#include "base/large.h"
#include "base/order.h"
#include "cmd/table/listing.h"
#include <stdlib.h>
#include <string.h>

enum { NO_VALUE, WHOLE, REAL };

/* A row and what decides its place: its block, then the value that it is sorted by, largest first, then its keys. Most
 * pairs of rows are compared without the rows themselves, which are not in the cache. */
struct ranked {
	struct otfp_row *row;
	uint64_t window, lead; /* of the key; see lead_of */
	uint8_t table, is;     /* is: what the value is */
	union {
		otfp_wide whole;
		double real;
	} value;
};

otfp_wide column_measure(const struct listing *r, const struct otfp_row *row)
{
	const int rank = otfp_stat_kinds[row->key.table].rank;

	switch (row->key.table) {
	case OTFP_STAT_COUNTER: return 0;
	case OTFP_STAT_LENGTH: return row->sum[OTFP_SENT];
	case OTFP_STAT_RMA: return row->sum[OTFP_BYTES_PUT] + row->sum[OTFP_BYTES_GOT];
	case OTFP_STAT_COLLECTIVE:
	case OTFP_STAT_FILE: return r->p->from_summaries ? row->sum[rank] : row->dist.total;
	default: return row->sum[rank];
	}
}

/* ---- comparing ---- */

/* A part of a key as a number in its order: by token, then stream; call paths by rank. */
static uint64_t place_of(const struct listing *r, const struct otfp_row *row, unsigned i)
{
	const otfp_ref part = row->key.part[i];

	return r->kinds[row->key.table][i] == OTFP_KEY_PATH ? (uint64_t)r->ranks[part] << 32 : part << 32 | part >> 32;
}

/* The first two tokens of a key, which are mostly enough to compare it: of two rows the one with the lower lead comes
 * first. A first part with a stream has the highest second token, so the whole keys decide. */
static uint64_t lead_of(const struct listing *r, const struct otfp_row *row)
{
	const unsigned n = r->nkinds[row->key.table];
	const uint64_t first = n > 0 ? place_of(r, row, 0) : 0, second = n > 1 ? place_of(r, row, 1) >> 32 : 0;

	return (uint32_t)first ? first | UINT32_MAX : first | second;
}

static int compare_keys(const struct listing *r, const struct ranked *a, const struct ranked *b)
{
	int order = otfp_order(a->lead, b->lead);

	for (unsigned i = 0; i < r->nkinds[a->table] && !order; i++)
		order = otfp_order(place_of(r, a->row, i), place_of(r, b->row, i));
	return order;
}

/* Rows without a name come last. */
static int compare_named(const struct otfp_definition *a, const struct otfp_definition *b)
{
	const struct otfp_str none = {NULL, 0}, x = a ? a->name : none, y = b ? b->name : none;

	return !x.p || !y.p ? !x.p - !y.p : otfp_order_text(x, y);
}

static int compare_names(const struct listing *r, const struct otfp_row *a, const struct otfp_row *b)
{
	const unsigned table = a->key.table;

	for (unsigned i = 0; i < r->nkinds[table]; i++) {
		const int space = otfp_key_kinds[r->kinds[table][i]].space;
		int order;
		if (space < 0 || r->kinds[table][i] == OTFP_KEY_PATH)
			continue;
		order = compare_named(otfp_names_find(&r->p->names, (unsigned)space, a->key.part[i]),
		                      otfp_names_find(&r->p->names, (unsigned)space, b->key.part[i]));
		if (order)
			return order;
	}
	return 0;
}

static double real_of(const struct ranked *a)
{
	return a->is == WHOLE ? otfp_wide_real(a->value.whole) : a->value.real;
}

/* The largest first, then what has no value. */
static int compare_values(const struct ranked *a, const struct ranked *b)
{
	double x, y;

	if (!a->is || !b->is)
		return !a->is - !b->is;
	if (a->is == WHOLE && b->is == WHOLE)
		return a->value.whole < b->value.whole ? 1 : -(a->value.whole > b->value.whole);
	x = real_of(a);
	y = real_of(b);
	return x < y ? 1 : -(x > y);
}

static int compare_rows(const void *a, const void *b, void *ctx)
{
	const struct ranked *x = a, *y = b;
	const struct listing *r = ctx;
	int window = otfp_order(x->window, y->window);
	int order = otfp_order(x->table, y->table);

	if (r->order == ORDER_TABLE)
		order = order ? order : window;
	else
		order = window ? window : order;
	if (!order)
		order = compare_values(x, y);
	if (!order && (x->is || r->choice->sort))
		order = compare_names(r, x->row, y->row);
	return order ? order : compare_keys(r, x, y);
}

/* ---- the value that decides ---- */

static void set_whole(struct ranked *to, otfp_wide whole)
{
	to->is = WHOLE;
	to->value.whole = whole;
}

/* Those for people have the largest first. Lengths are in their own order. */
static int rank_by_default(const struct listing *r, struct ranked *to)
{
	const unsigned table = to->row->key.table;

	if (r->order != ORDER_PEOPLE || table == OTFP_STAT_COUNTER || table == OTFP_STAT_LENGTH)
		return 0;
	set_whole(to, column_measure(r, to->row));
	return 0;
}

static int rank_by_column(struct listing *r, const struct column *column, struct ranked *to)
{
	struct cell_value v;

	if (column->kind == COLUMN_NAME || column->kind == COLUMN_TOKEN)
		return 0;
	if (column->kind == COLUMN_PERCENT) { /* there are no blocks yet */
		set_whole(to, column_measure(r, to->row));
		return 0;
	}
	if (listing_value(r, to->row, column, &v) < 0)
		return -1;
	if (v.is == CELL_WHOLE) {
		set_whole(to, v.whole);
	} else if (v.is != CELL_NONE) {
		to->is = REAL;
		to->value.real = v.is == CELL_SIGNED ? otfp_signed_wide_real(v.signed_whole) : v.real;
	}
	return 0;
}

/* Rank all rows, by table. @param from  [t] becomes where the rows of table t begin, and [OTFP_NSTATS] their number */
static int rank(struct listing *r, struct ranked *ranked, size_t from[OTFP_NSTATS + 1])
{
	struct column columns[OTFP_NSTATS];
	int has[OTFP_NSTATS], rc = 0;
	size_t at[OTFP_NSTATS];

	memset(from, 0, (OTFP_NSTATS + 1) * sizeof *from);
	for (size_t i = 0; i < r->n; i++) {
		otfp_rows_fetch(r->rows, i, r->n);
		from[r->rows[i]->key.table + 1]++;
	}
	for (unsigned t = 0; t < OTFP_NSTATS; t++) {
		from[t + 1] += from[t];
		at[t] = from[t];
		has[t] = choice_sort(r, t, &columns[t]);
	}
	for (size_t i = 0; i < r->n && rc == 0; i++) {
		struct otfp_row *row = r->rows[i];
		const unsigned table = row->key.table;
		struct ranked *to = &ranked[at[table]++];
		otfp_rows_fetch(r->rows, i, r->n);
		*to = (struct ranked){.row = row,
		                      .window = row->key.window,
		                      .lead = lead_of(r, row),
		                      .table = (uint8_t)table};
		rc = has[table] ? rank_by_column(r, &columns[table], to) : rank_by_default(r, to);
	}
	return rc;
}

/* ---- sorting ---- */

static void swap(struct ranked *a, struct ranked *b)
{
	const struct ranked was = *a;

	*a = *b;
	*b = was;
}

/* Put the first `most` rows in order; the others follow in any order. */
static void sort_first(struct listing *r, struct ranked *rows, size_t n, size_t most)
{
	size_t kept = n; /* rows that may be among the first; rows[0 .. most) are in order */

	if (most < n / 2) {
		qsort_r(rows, most, sizeof *rows, compare_rows, r);
		kept = most;
		for (size_t i = most; i < n; i++) {
			if (compare_rows(&rows[i], &rows[most - 1], r) > 0)
				continue;
			swap(&rows[i], &rows[kept++]);
			if (kept == 2 * most) {
				qsort_r(rows, kept, sizeof *rows, compare_rows, r);
				kept = most;
			}
		}
	}
	qsort_r(rows, kept, sizeof *rows, compare_rows, r);
}

static size_t shown_of(const struct listing *r, size_t n)
{
	const struct listing_choice *c = r->choice;

	return c->has_top && c->top && c->top < n ? (size_t)c->top : n;
}

static void sort(struct listing *r, struct ranked *ranked, const size_t from[OTFP_NSTATS + 1])
{
	int windows = 0;

	for (size_t i = 1; i < r->n && !windows; i++)
		windows = ranked[i].window != ranked[0].window;
	if (windows) {
		qsort_r(ranked, r->n, sizeof *ranked, compare_rows, r);
		return;
	}
	for (unsigned t = 0; t < OTFP_NSTATS; t++) {
		const size_t n = from[t + 1] - from[t];
		sort_first(r, ranked + from[t], n, shown_of(r, n));
	}
}

/* ---- blocks ---- */

static int make_blocks(struct listing *r)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct otfp_row_key *key = &r->rows[i]->key;
		const struct otfp_row_key *before = i ? &r->rows[i - 1]->key : NULL;
		otfp_rows_fetch(r->rows, i, r->n);
		if (!before || before->table != key->table || before->window != key->window) {
			if (otfp_grow(&r->blocks, r->nblocks, &r->blocks_cap, sizeof *r->blocks) < 0)
				return -1;
			r->blocks[r->nblocks++] = (struct column_block){.from = i};
		}
		r->blocks[r->nblocks - 1].n++;
		r->blocks[r->nblocks - 1].whole += column_measure(r, r->rows[i]);
	}
	return 0;
}

int listing_sort(struct listing *r)
{
	struct ranked *ranked = otfp_large(malloc((r->n + 1) * sizeof *ranked), r->n * sizeof *ranked);
	size_t from[OTFP_NSTATS + 1];
	int rc = ranked ? rank(r, ranked, from) : -1;

	if (rc == 0 && r->n)
		sort(r, ranked, from);
	for (size_t i = 0; rc == 0 && i < r->n; i++)
		r->rows[i] = ranked[i].row;
	free(ranked);
	return rc == 0 ? make_blocks(r) : rc;
}

size_t block_shown(const struct listing *r, const struct column_block *b)
{
	return shown_of(r, b->n);
}
