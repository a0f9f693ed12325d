/* idle.c - the table of threads that are idle in parallel regions. */
#include "base/order.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>

/* Threads in parallel regions. */
struct wait_idle_row {
	struct otfp_wait_idle sum; /* with the keys; others are of any one */
	uint64_t threads;
};

static int by_keys(const void *a, const void *b)
{
	const struct wait_idle_row *x = a, *y = b;

	return otfp_order2(x->sum.process, y->sum.process, x->sum.function, y->sum.function);
}

static int by_idle(const void *a, const void *b)
{
	const struct wait_idle_row *x = a, *y = b;

	return x->sum.idle != y->sum.idle ? otfp_order_down(x->sum.idle, y->sum.idle) : by_keys(a, b);
}

static void add(struct otfp_wait_idle *to, const struct otfp_wait_idle *from)
{
	to->ticks += from->ticks;
	to->idle += from->idle;
	to->regions += from->regions;
}

/* Sorted by process, which `threads` counts by. @return how many are left, by process and function or one of them */
static size_t add_up(struct wait_idle_row *rows, size_t n, unsigned by)
{
	size_t last = 0;

	for (size_t i = 0; i < n; i++) {
		const int is_same =
			i && rows[i].sum.process == rows[last].sum.process &&
			(!(by >> OTFP_WAIT_FUNCTION & 1) || rows[i].sum.function == rows[last].sum.function);
		if (is_same)
			add(&rows[last].sum, &rows[i].sum);
		else
			rows[last += i != 0] = rows[i];
	}
	return n ? last + 1 : 0;
}

static int by_function(const void *a, const void *b)
{
	return otfp_order(((const struct wait_idle_row *)a)->sum.function,
	                  ((const struct wait_idle_row *)b)->sum.function);
}

/* All threads are one. */
static size_t add_up_threads(struct wait_idle_row *rows, size_t n, unsigned by)
{
	size_t last = 0;

	if (n && by >> OTFP_WAIT_FUNCTION & 1)
		qsort(rows, n, sizeof *rows, by_function);
	for (size_t i = 1; i < n; i++) {
		if (by >> OTFP_WAIT_FUNCTION & 1 && rows[i].sum.function != rows[last].sum.function) {
			rows[++last] = rows[i];
			continue;
		}
		add(&rows[last].sum, &rows[i].sum);
		rows[last].threads++;
	}
	return n ? last + 1 : 0;
}

/* The rows added up by the keys `by`, the most idle first. @return NULL when memory is out; free(3) */
static struct wait_idle_row *rows_by(const struct wait_view *v, unsigned by, size_t *n)
{
	const struct otfp_wait_idle *idles = otfp_wait_idles(v->w, n);
	struct wait_idle_row *rows = malloc((*n + 1) * sizeof *rows);

	for (size_t i = 0; i < *n && rows; i++)
		rows[i] = (struct wait_idle_row){idles[i], 1};
	if (!rows || !*n)
		return rows;
	qsort(rows, *n, sizeof *rows, by_keys);
	*n = add_up(rows, *n, by);
	if (!(by >> OTFP_WAIT_PROCESS & 1))
		*n = add_up_threads(rows, *n, by);
	qsort(rows, *n, sizeof *rows, by_idle);
	return rows;
}

void wait_table_idle(const struct wait_view *v, struct table *t)
{
	static const struct table_column columns[] = {
		{"threads", 0}, {"regions", 0}, {"time", TABLE_KEY}, {"idle", TABLE_KEY}, {"share", TABLE_KEY}};
	const unsigned by = v->by & (1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION);
	size_t n;
	struct wait_idle_row *rows = rows_by(v, by, &n);

	table_begin(t, "idle", NULL);
	wait_view_key_columns(t, by);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n && rows; i++) {
		const struct otfp_wait_idle *r = &rows[i].sum;
		if (by >> OTFP_WAIT_PROCESS & 1)
			wait_view_name(v, t, OTFP_NAMED_PROCESS, r->process);
		if (by >> OTFP_WAIT_FUNCTION & 1)
			wait_view_name(v, t, OTFP_NAMED_FUNCTION, r->function);
		table_number(t, rows[i].threads);
		table_number(t, r->regions);
		table_ticks(t, r->ticks);
		table_ticks(t, r->idle);
		table_share(t, r->idle, r->ticks);
	}
	t->failed |= !rows;
	table_end(t);
	free(rows);
}
