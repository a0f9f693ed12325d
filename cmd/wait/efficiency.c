/* efficiency.c - the tables of efficiencies, of processes, and of load by function. */
#include "base/order.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>

/* Pointers to the rows of an array, sorted. @return NULL when memory is out; free(3) */
static const void **sorted(const void *rows, size_t n, size_t size, int (*order)(const void *a, const void *b))
{
	const void **list = malloc((n + 1) * sizeof *list);

	for (size_t i = 0; i < n && list; i++)
		list[i] = (const char *)rows + i * size;
	if (list && n)
		qsort(list, n, sizeof *list, order);
	return list;
}

static void end(struct table *t, const void **list)
{
	t->failed |= !list;
	table_end(t);
	free(list);
}

/* ---- efficiencies ---- */

static int by_window(const void *a, const void *b)
{
	const struct otfp_wait_window *x = *(const struct otfp_wait_window *const *)a,
				      *y = *(const struct otfp_wait_window *const *)b;

	return otfp_order(x->window, y->window);
}

static void efficiency_row(const struct wait_view *v, struct table *t, const struct otfp_wait_window *r)
{
	const uint64_t runtime = r->last - r->first;
	const otfp_wide n = r->nroots, whole = n ? runtime : 0; /* without processes there are no efficiencies */

	wait_view_window(v, t, r->window);
	table_number(t, n);
	table_number(t, r->nthreads);
	table_ticks(t, r->first);
	table_ticks(t, runtime);
	table_ticks(t, r->max_clock);
	table_ticks(t, r->useful);
	table_mean(t, r->useful, r->nroots);
	table_ticks(t, r->max_useful);
	table_share(t, r->useful, n * r->max_useful);
	table_share(t, r->max_useful, whole);
	table_share(t, r->useful, n * whole);
	table_share(t, r->max_useful, n ? r->max_clock : 0);
	table_share(t, r->max_clock, whole);
	table_number(t, r->counts[OTFP_WAIT_SKEWED]);
	table_share(t, n * r->max_useful - r->useful, n * whole);
	table_share(t, r->slowest - r->max_useful, whole);
}

void wait_table_efficiency(const struct wait_view *v, struct table *t)
{
	static const struct table_column columns[] = {
		{"processes", 0},
		{"threads", TABLE_PROGRAMS},
		{"begin", TABLE_PROGRAMS},
		{"runtime", TABLE_KEY},
		{"ideal", 0},
		{"useful", TABLE_PROGRAMS},
		{"mean_useful", 0},
		{"max_useful", 0},
		{"load_balance", TABLE_KEY},
		{"communication", TABLE_KEY},
		{"parallel", TABLE_KEY},
		{"serialization", 0},
		{"transfer", 0},
		{"skewed", 0},
		{"standing_imbalance", 0},
		{"moving_imbalance", 0},
	};
	size_t n;
	const struct otfp_wait_window *rows = otfp_wait_windows(v->w, &n);
	const void **list = sorted(rows, n, sizeof *rows, by_window);

	table_begin(t, "efficiency", NULL);
	wait_view_window_column(v, t);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n && list; i++) {
		const struct otfp_wait_window *r = list[i];
		if (r->nroots + r->nthreads)
			efficiency_row(v, t, r);
	}
	end(t, list);
}

/* ---- processes ---- */

static int by_window_and_process(const void *a, const void *b)
{
	const struct otfp_wait_life *x = *(const struct otfp_wait_life *const *)a,
				    *y = *(const struct otfp_wait_life *const *)b;

	return otfp_order2(x->window, y->window, x->process, y->process);
}

void wait_table_process(const struct wait_view *v, struct table *t)
{
	size_t n;
	const struct otfp_wait_life *rows = otfp_wait_lives(v->w, &n);
	const void **list = sorted(rows, n, sizeof *rows, by_window_and_process);

	table_begin(t, "process", NULL);
	wait_view_window_column(v, t);
	table_columns(t, (const struct table_column[]){TABLE_NAMED("process")}, 2);
	table_column(t, "thread", TABLE_PROGRAMS);
	table_column(t, "begin", TABLE_PROGRAMS);
	table_column(t, "time", TABLE_KEY);
	table_column(t, "useful", 0);
	table_column(t, "ideal", 0);
	table_column(t, "useful_share", TABLE_KEY);
	for (size_t i = 0; i < n && list; i++) {
		const struct otfp_wait_life *r = list[i];
		wait_view_window(v, t, r->window);
		wait_view_name(v, t, OTFP_NAMED_PROCESS, r->process);
		table_number(t, r->is_thread);
		table_ticks(t, r->begin);
		table_ticks(t, r->end - r->begin);
		table_ticks(t, r->useful);
		table_ticks(t, r->clock);
		table_share(t, r->useful, r->end - r->begin);
	}
	end(t, list);
}

/* ---- load by function ---- */

static int order_wide(otfp_wide a, otfp_wide b)
{
	return (a > b) - (a < b);
}

/* Within a window, the function that costs most by imbalance first. */
static int by_imbalance(const void *a, const void *b)
{
	const struct otfp_wait_load *x = *(const struct otfp_wait_load *const *)a,
				    *y = *(const struct otfp_wait_load *const *)b;

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	return x->sum != y->sum ? order_wide(y->sum, x->sum) : otfp_order(x->function, y->function);
}

static uint64_t processes_of(const struct otfp_wait_window *rows, size_t n, uint64_t window)
{
	for (size_t i = 0; i < n; i++)
		if (rows[i].window == window)
			return rows[i].nroots;
	return 0;
}

/* Of n processes: imbalance is max - sum / n; its share max: (max - sum / n) / max * n / (n - 1). */
static void load_row(const struct wait_view *v, struct table *t, const struct otfp_wait_load *r, uint64_t n)
{
	const otfp_wide excess = (otfp_wide)r->max * n - r->sum;

	wait_view_window(v, t, r->window);
	wait_view_name(v, t, OTFP_NAMED_FUNCTION, r->function);
	table_number(t, n);
	table_ticks(t, r->sum);
	table_mean(t, r->sum, n);
	table_ticks(t, r->max);
	wait_view_name(v, t, OTFP_NAMED_PROCESS, r->process);
	table_share(t, r->sum, (otfp_wide)r->max * n);
	table_mean(t, excess, n);
	table_share(t, excess, (otfp_wide)r->max * (n - 1));
}

void wait_table_load(const struct wait_view *v, struct table *t)
{
	static const struct table_column columns[] = {
		TABLE_NAMED("function"),
		{"processes", TABLE_PROGRAMS},
		{"exclusive", TABLE_KEY},
		{"mean", 0},
		{"max", 0},
		TABLE_NAMED("max_process"),
		{"balance", 0},
		{"imbalance_time", TABLE_KEY},
		{"imbalance", 0},
	};
	size_t n, nwindows;
	const struct otfp_wait_window *windows = otfp_wait_windows(v->w, &nwindows);
	const struct otfp_wait_load *rows = otfp_wait_loads(v->w, &n);
	const void **list = sorted(rows, n, sizeof *rows, by_imbalance);
	uint64_t window = OTFP_NO_WINDOW, processes = 0;

	table_begin(t, "load", NULL);
	wait_view_window_column(v, t);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n && list; i++) {
		const struct otfp_wait_load *r = list[i];
		if (r->window != window)
			processes = processes_of(windows, nwindows, window = r->window);
		load_row(v, t, r, processes);
	}
	end(t, list);
}
