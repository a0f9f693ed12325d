/* order.c - the order of the rows of a report, and its blocks. */
#include "base/grow.h"
#include "base/order.h"
#include "cmd/run/report/report.h"
#include <stdlib.h>
#include <string.h>

/* A row and the value that it is sorted by, largest first. */
struct ranked {
	struct otfp_row *row;
	enum { NO_VALUE, WHOLE, REAL } is;
	otfp_wide whole;
	double real; /* of WHOLE, too */
};

otfp_wide otfp_measure(const struct otfp_report *r, const struct otfp_row *row)
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

/* By token, then stream. */
static int compare_refs(otfp_ref a, otfp_ref b)
{
	return otfp_order(a << 32 | a >> 32, b << 32 | b >> 32);
}

static int compare_keys(const struct otfp_report *r, const struct otfp_row *a, const struct otfp_row *b)
{
	const unsigned table = a->key.table;
	int order = 0;

	for (unsigned i = 0; i < r->nkinds[table] && !order; i++)
		if (r->kinds[table][i] == OTFP_KEY_PATH)
			order = otfp_order(r->ranks[a->key.part[i]], r->ranks[b->key.part[i]]);
		else
			order = compare_refs(a->key.part[i], b->key.part[i]);
	return order;
}

/* Rows without a name come last. */
static int compare_named(const struct otfp_definition *a, const struct otfp_definition *b)
{
	const struct otfp_str none = {NULL, 0}, x = a ? a->name : none, y = b ? b->name : none;
	int order;

	if (!x.p || !y.p)
		return !x.p - !y.p;
	order = memcmp(x.p, y.p, x.n < y.n ? x.n : y.n);
	return order ? order : otfp_order(x.n, y.n);
}

static int compare_names(const struct otfp_report *r, const struct otfp_row *a, const struct otfp_row *b)
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

/* The largest first, then what has no value. */
static int compare_values(const struct ranked *a, const struct ranked *b)
{
	if (!a->is || !b->is)
		return !a->is - !b->is;
	if (a->is == WHOLE && b->is == WHOLE)
		return a->whole < b->whole ? 1 : -(a->whole > b->whole);
	return a->real < b->real ? 1 : -(a->real > b->real);
}

static int compare_rows(const void *a, const void *b, void *ctx)
{
	const struct ranked *x = a, *y = b;
	const struct otfp_report *r = ctx;
	int window = otfp_order(x->row->key.window, y->row->key.window);
	int order = otfp_order(x->row->key.table, y->row->key.table);

	if (r->order == OTFP_ORDER_TABLE)
		order = order ? order : window;
	else
		order = window ? window : order;
	if (!order)
		order = compare_values(x, y);
	if (!order && (x->is || r->choice->sort))
		order = compare_names(r, x->row, y->row);
	return order ? order : compare_keys(r, x->row, y->row);
}

/* ---- the value that decides ---- */

/* Those for people have the largest first. Lengths are in their own order. */
static int rank_by_default(const struct otfp_report *r, struct ranked *to)
{
	const unsigned table = to->row->key.table;

	if (r->order != OTFP_ORDER_PEOPLE || table == OTFP_STAT_COUNTER || table == OTFP_STAT_LENGTH)
		return 0;
	to->is = WHOLE;
	to->whole = otfp_measure(r, to->row);
	return 0;
}

static int rank_by_column(struct otfp_report *r, const struct otfp_column *column, struct ranked *to)
{
	struct otfp_cell_value v;

	if (column->kind == OTFP_COLUMN_NAME || column->kind == OTFP_COLUMN_TOKEN)
		return 0;
	if (column->kind == OTFP_COLUMN_PERCENT) { /* there are no blocks yet */
		to->is = WHOLE;
		to->whole = otfp_measure(r, to->row);
		return 0;
	}
	if (otfp_report_value(r, to->row, column, &v) < 0)
		return -1;
	to->is = v.is == OTFP_CELL_NONE ? NO_VALUE : v.is == OTFP_CELL_WHOLE ? WHOLE : REAL;
	to->whole = v.whole;
	to->real = v.is == OTFP_CELL_SIGNED ? otfp_signed_wide_real(v.signed_whole) : v.real;
	return 0;
}

static int rank(struct otfp_report *r, struct ranked *ranked)
{
	struct otfp_column columns[OTFP_NSTATS];
	int has[OTFP_NSTATS], rc = 0;

	for (unsigned t = 0; t < OTFP_NSTATS; t++)
		has[t] = otfp_choice_sort(r, t, &columns[t]);
	for (size_t i = 0; i < r->n && rc == 0; i++) {
		const unsigned table = r->rows[i]->key.table;
		ranked[i] = (struct ranked){.row = r->rows[i]};
		rc = has[table] ? rank_by_column(r, &columns[table], &ranked[i]) : rank_by_default(r, &ranked[i]);
	}
	return rc;
}

/* ---- blocks ---- */

static int make_blocks(struct otfp_report *r)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct otfp_row_key *key = &r->rows[i]->key;
		const struct otfp_row_key *before = i ? &r->rows[i - 1]->key : NULL;
		if (!before || before->table != key->table || before->window != key->window) {
			if (otfp_grow(&r->blocks, r->nblocks, &r->blocks_cap, sizeof *r->blocks) < 0)
				return -1;
			r->blocks[r->nblocks++] = (struct otfp_block){.from = i};
		}
		r->blocks[r->nblocks - 1].n++;
		r->blocks[r->nblocks - 1].whole += otfp_measure(r, r->rows[i]);
	}
	return 0;
}

int otfp_report_sort(struct otfp_report *r)
{
	struct ranked *ranked = malloc((r->n + 1) * sizeof *ranked);
	int rc = ranked ? rank(r, ranked) : -1;

	if (rc == 0 && r->n)
		qsort_r(ranked, r->n, sizeof *ranked, compare_rows, r);
	for (size_t i = 0; rc == 0 && i < r->n; i++)
		r->rows[i] = ranked[i].row;
	free(ranked);
	return rc == 0 ? make_blocks(r) : rc;
}

size_t otfp_block_shown(const struct otfp_report *r, const struct otfp_block *b)
{
	const struct otfp_report_choice *c = r->choice;

	return c->has_top && c->top && c->top < b->n ? (size_t)c->top : b->n;
}
