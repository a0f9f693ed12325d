/* listing.c - the rows of a report. */
#include "cmd/table/listing.h"
#include "base/order.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void listing_release(struct listing *r)
{
	for (unsigned i = 0; i < OTFP_NNAMED; i++)
		otfp_map_release(&r->undefined[i]);
	otfp_rows_release(&r->merged);
	otfp_buf_release(&r->text);
	free(r->rows);
	free(r->blocks);
	free(r->ranks);
	memset(r, 0, sizeof *r);
}

/* ---- counters without their processes ---- */

static int is_by_process(const struct listing *r)
{
	return r->p->o.by >> OTFP_KEY_PROCESS & 1;
}

static int compare_counters(const void *a, const void *b)
{
	const struct otfp_row *x = *(struct otfp_row *const *)a, *y = *(struct otfp_row *const *)b;
	int order = otfp_order(x->key.window, y->key.window);

	order = order ? order : otfp_order(x->key.part[1], y->key.part[1]);
	return order ? order : otfp_order(x->key.part[0], y->key.part[0]);
}

/* Replace the rows of counters, from `from` on, by one row for all processes. Values are added in ascending order of
 * processes, so that sums of reals do not depend on the order of records. */
static int merge_counters(struct listing *r, size_t from)
{
	size_t n = from;

	if (r->n == from)
		return 0;
	qsort(r->rows + from, r->n - from, sizeof(*r->rows), compare_counters);
	for (size_t i = from; i < r->n; i++) {
		const struct otfp_row *row = r->rows[i];
		const struct otfp_row_key key = {.window = row->key.window,
		                                 .table = OTFP_STAT_COUNTER,
		                                 .part = {row->key.part[1]}};
		const struct otfp_definition *d = otfp_names_find(&r->p->names, OTFP_NAMED_COUNTER, row->key.part[1]);
		struct otfp_row *sum = otfp_rows_get(&r->merged, &key);
		if (!sum)
			return -1;
		otfp_counted_merge(sum->counted, d ? d->detail : 0, row->counted);
		if (n == from || r->rows[n - 1] != sum)
			r->rows[n++] = sum;
	}
	r->n = n;
	return 0;
}

/* ---- tokens without a definition ---- */

static int note_undefined(struct listing *r, unsigned kind, uint64_t part)
{
	const int space = otfp_key_kinds[kind].space;

	if (kind == OTFP_KEY_PATH)
		part = r->p->paths.paths[part - 1].function;
	if (space < 0 || part == OTFP_NO_REF || (space == OTFP_NAMED_PROCESS && part == OTFP_OTHER_PROCESS) ||
	    otfp_names_find(&r->p->names, (unsigned)space, part))
		return 0;
	return otfp_map_set(&r->undefined[space], part, 0);
}

static int find_undefined(struct listing *r)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct otfp_row_key *key = &r->rows[i]->key;
		otfp_rows_fetch(r->rows, i, r->n);
		for (unsigned k = 0; k < r->nkinds[key->table]; k++)
			if (note_undefined(r, r->kinds[key->table][k], key->part[k]) < 0)
				return -1;
	}
	return 0;
}

uint64_t listing_odd(const struct listing *r, unsigned i, char *what)
{
	if (i < OTFP_NPODDITIES) {
		snprintf(what, 80, "%s", otfp_profile_oddity_name(i));
		return otfp_profile_odd(r->p, i);
	}
	i -= OTFP_NPODDITIES;
	snprintf(what, 80, "%s without definition", otfp_named_word(i));
	return r->undefined[i].n;
}

/* ---- all ---- */

static void take_rows(struct listing *r, int counters)
{
	for (size_t i = 0; i < r->p->rows.n; i++) {
		struct otfp_row *row = r->p->rows.rows[i];
		otfp_rows_fetch(r->p->rows.rows, i, r->p->rows.n);
		if ((row->key.table == OTFP_STAT_COUNTER) == counters && r->tables >> row->key.table & 1)
			r->rows[r->n++] = row;
	}
}

int listing_make(struct listing *r, const struct otfp_profile *p, unsigned tables, enum listing_order order,
                 const struct listing_choice *choice)
{
	size_t others;

	r->p = p;
	r->choice = choice;
	r->order = order;
	r->tables = tables & p->o.tables;
	for (unsigned t = 0; t < OTFP_NSTATS; t++)
		r->nkinds[t] = otfp_stat_keys(t, p->o.by, r->kinds[t]);
	r->rows = malloc((p->rows.n + 1) * sizeof(*r->rows));
	r->ranks = malloc((p->paths.n + 1) * sizeof *r->ranks);
	if (!r->rows || !r->ranks || otfp_paths_rank(&p->paths, r->ranks) < 0)
		return -1;
	take_rows(r, 0);
	others = r->n;
	take_rows(r, 1);
	if (!is_by_process(r) && merge_counters(r, others) < 0)
		return -1;
	return find_undefined(r) < 0 ? -1 : listing_sort(r); /* in the order of creation rows are read faster */
}
