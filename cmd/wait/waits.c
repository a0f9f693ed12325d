/* waits.c - the tables of waits: by key, and the worst. */
#include "base/order.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>

static const struct {
	struct table_column columns[2]; /* token and name */
	unsigned space;
} keys[OTFP_WAIT_NBYS] = {
	[OTFP_WAIT_PROCESS] = {{TABLE_NAMED("process")}, OTFP_NAMED_PROCESS},
	[OTFP_WAIT_FUNCTION] = {{TABLE_NAMED("function")}, OTFP_NAMED_FUNCTION},
	[OTFP_WAIT_PATH] = {{{"path", TABLE_PROGRAMS}, {"path_name", TABLE_PATH}}, OTFP_NAMED_FUNCTION},
	[OTFP_WAIT_PEER] = {{TABLE_NAMED("peer")}, OTFP_NAMED_PROCESS},
	[OTFP_WAIT_COMMUNICATOR] = {{TABLE_NAMED("communicator")}, OTFP_NAMED_COMMUNICATOR},
};

/* ---- rows by key ---- */

static int by_sum(const void *a, const void *b)
{
	const struct otfp_wait_row *x = *(const struct otfp_wait_row *const *)a,
				   *y = *(const struct otfp_wait_row *const *)b;
	int i = 0;

	if (x->key[OTFP_WAIT_WINDOW] != y->key[OTFP_WAIT_WINDOW])
		return otfp_order(x->key[OTFP_WAIT_WINDOW], y->key[OTFP_WAIT_WINDOW]);
	if (x->sum != y->sum)
		return x->sum < y->sum ? 1 : -1;
	if (x->key[OTFP_WAIT_KIND] != y->key[OTFP_WAIT_KIND])
		return otfp_order(x->key[OTFP_WAIT_KIND], y->key[OTFP_WAIT_KIND]);
	while (i < OTFP_WAIT_NBYS - 1 && x->key[i] == y->key[i])
		i++;
	return otfp_order(x->key[i], y->key[i]);
}

static void key_cells(const struct wait_view *v, struct table *t, const struct otfp_wait_row *r)
{
	for (unsigned i = 0; i < OTFP_WAIT_NBYS; i++) {
		if (!(v->by >> i & 1))
			continue;
		if (i == OTFP_WAIT_PATH)
			wait_view_path(v, t, otfp_wait_paths(v->w), (uint32_t)r->key[i]);
		else
			wait_view_name(v, t, keys[i].space, r->key[i]);
	}
}

/* A row without count has only parts of waits that start before the window. */
static void row_cells(const struct wait_view *v, struct table *t, const struct otfp_wait_row *r)
{
	wait_view_window(v, t, r->key[OTFP_WAIT_WINDOW]);
	table_word(t, otfp_wait_kind_name((unsigned)r->key[OTFP_WAIT_KIND]));
	key_cells(v, t, r);
	table_number(t, r->count);
	table_ticks(t, r->sum);
	if (!r->count) {
		table_none_further(t);
		return;
	}
	table_ticks(t, r->max);
	table_ticks(t, r->worst.start);
	wait_view_name(v, t, OTFP_NAMED_PROCESS, r->worst.process);
	wait_view_name(v, t, OTFP_NAMED_FUNCTION, r->worst.function);
}

static void row_columns(const struct wait_view *v, struct table *t)
{
	static const struct table_column values[] = {{"count", 0},
	                                             {"sum", TABLE_KEY},
	                                             {"max", 0},
	                                             {"max_start", TABLE_PROGRAMS},
	                                             TABLE_NAMED("max_process"),
	                                             {"max_function", TABLE_PROGRAMS},
	                                             {"max_function_name", TABLE_PROGRAMS}};

	wait_view_window_column(v, t);
	table_column(t, "wait", TABLE_TEXT);
	for (unsigned i = 0; i < OTFP_WAIT_NBYS; i++)
		if (v->by >> i & 1)
			table_columns(t, keys[i].columns, 2);
	table_columns(t, values, sizeof values / sizeof *values);
}

void wait_table_wait(const struct wait_view *v, struct table *t)
{
	size_t n;
	const struct otfp_wait_row *rows = otfp_wait_rows(v->w, &n);
	const struct otfp_wait_row **list = malloc((n + 1) * sizeof *list);

	table_begin(t, "wait", NULL);
	row_columns(v, t);
	for (size_t i = 0; i < n && list; i++)
		list[i] = &rows[i];
	if (n && list)
		qsort(list, n, sizeof *list, by_sum);
	for (size_t i = 0; i < n && list; i++)
		row_cells(v, t, list[i]);
	t->failed |= !list;
	table_end(t);
	free(list);
}

/* ---- the worst ---- */

void wait_table_worst(const struct wait_view *v, struct table *t)
{
	static const struct table_column columns[] = {{"wait", TABLE_TEXT},
	                                              {"time", TABLE_KEY},
	                                              {"start", 0},
	                                              TABLE_NAMED("process"),
	                                              TABLE_NAMED("function"),
	                                              TABLE_NAMED("caller"),
	                                              TABLE_NAMED("peer"),
	                                              TABLE_NAMED("peer_caller"),
	                                              {"communicator", TABLE_PROGRAMS},
	                                              {"communicator_name", TABLE_PROGRAMS}};
	size_t n;
	const struct otfp_wait_found *worst = otfp_wait_worst(v->w, &n);

	table_begin(t, "worst", NULL);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n; i++) {
		const struct otfp_wait_found *f = &worst[i];
		table_word(t, otfp_wait_kind_name(f->wrong_order ? OTFP_WRONG_ORDER : (unsigned)f->kind));
		table_ticks(t, f->end - f->start);
		table_ticks(t, f->start);
		wait_view_name(v, t, OTFP_NAMED_PROCESS, f->process);
		wait_view_name(v, t, OTFP_NAMED_FUNCTION, f->function);
		wait_view_name(v, t, OTFP_NAMED_FUNCTION, f->caller);
		wait_view_name(v, t, OTFP_NAMED_PROCESS, f->peer);
		wait_view_name(v, t, OTFP_NAMED_FUNCTION, f->peer_caller);
		wait_view_name(v, t, OTFP_NAMED_COMMUNICATOR, f->communicator);
	}
	table_end(t);
}
