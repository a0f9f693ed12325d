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

static int end(struct wait_sheet *s, const void **list)
{
	free(list);
	return s->failed ? -1 : 0;
}

/* ---- efficiencies ---- */

static int by_window(const void *a, const void *b)
{
	const struct otfp_wait_window *x = *(const struct otfp_wait_window *const *)a,
				      *y = *(const struct otfp_wait_window *const *)b;

	return otfp_order(x->window, y->window);
}

static void efficiency_row(const struct wait_view *v, struct wait_sheet *s, const struct otfp_wait_window *r)
{
	const uint64_t runtime = r->last - r->first;
	const otfp_wide n = r->nroots, whole = n ? runtime : 0; /* without processes there are no efficiencies */

	wait_view_window(v, s, r->window);
	wait_sheet_number(s, n);
	wait_sheet_number(s, r->nthreads);
	wait_sheet_ticks(s, r->first);
	wait_sheet_ticks(s, runtime);
	wait_sheet_ticks(s, r->max_clock);
	wait_sheet_ticks(s, r->useful);
	wait_sheet_mean(s, r->useful, r->nroots);
	wait_sheet_ticks(s, r->max_useful);
	wait_sheet_share(s, r->useful, n * r->max_useful);
	wait_sheet_share(s, r->max_useful, whole);
	wait_sheet_share(s, r->useful, n * whole);
	wait_sheet_share(s, r->max_useful, n ? r->max_clock : 0);
	wait_sheet_share(s, r->max_clock, whole);
	wait_sheet_number(s, r->counts[OTFP_WAIT_SKEWED]);
}

int wait_table_efficiency(const struct wait_view *v, struct wait_sheet *s)
{
	static const struct wait_sheet_column columns[] = {
		{"processes", 1, 0},    {"threads", 0, 0},       {"begin", 0, 0},       {"runtime", 1, 0},
		{"ideal", 1, 0},        {"useful", 0, 0},        {"mean_useful", 1, 0}, {"max_useful", 1, 0},
		{"load_balance", 1, 0}, {"communication", 1, 0}, {"parallel", 1, 0},    {"serialization", 1, 0},
		{"transfer", 1, 0},     {"skewed", 1, 0},
	};
	size_t n;
	const struct otfp_wait_window *rows = otfp_wait_windows(v->w, &n);
	const void **list = sorted(rows, n, sizeof *rows, by_window);

	s->name = "efficiency";
	wait_view_window_column(v, s);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		wait_sheet_column(s, columns[i].name, columns[i].people, columns[i].is_text);
	if (!list)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct otfp_wait_window *r = list[i];
		if (r->nroots + r->nthreads)
			efficiency_row(v, s, r);
	}
	return end(s, list);
}

/* ---- processes ---- */

static int by_window_and_process(const void *a, const void *b)
{
	const struct otfp_wait_life *x = *(const struct otfp_wait_life *const *)a,
				    *y = *(const struct otfp_wait_life *const *)b;

	return otfp_order2(x->window, y->window, x->process, y->process);
}

int wait_table_process(const struct wait_view *v, struct wait_sheet *s)
{
	size_t n;
	const struct otfp_wait_life *rows = otfp_wait_lives(v->w, &n);
	const void **list = sorted(rows, n, sizeof *rows, by_window_and_process);

	s->name = "process";
	wait_view_window_column(v, s);
	wait_sheet_column(s, "process", 0, 0);
	wait_sheet_column(s, "process_name", 1, 1);
	wait_sheet_column(s, "thread", 0, 0);
	wait_sheet_column(s, "begin", 0, 0);
	wait_sheet_column(s, "time", 1, 0);
	wait_sheet_column(s, "useful", 1, 0);
	wait_sheet_column(s, "ideal", 1, 0);
	wait_sheet_column(s, "useful_share", 1, 0);
	for (size_t i = 0; i < n && list; i++) {
		const struct otfp_wait_life *r = list[i];
		wait_view_window(v, s, r->window);
		wait_view_name(v, s, OTFP_NAMED_PROCESS, r->process);
		wait_sheet_number(s, r->is_thread);
		wait_sheet_ticks(s, r->begin);
		wait_sheet_ticks(s, r->end - r->begin);
		wait_sheet_ticks(s, r->useful);
		wait_sheet_ticks(s, r->clock);
		wait_sheet_share(s, r->useful, r->end - r->begin);
	}
	return list ? end(s, list) : -1;
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
static void load_row(const struct wait_view *v, struct wait_sheet *s, const struct otfp_wait_load *r, uint64_t n)
{
	const otfp_wide excess = (otfp_wide)r->max * n - r->sum;

	wait_view_window(v, s, r->window);
	wait_view_name(v, s, OTFP_NAMED_FUNCTION, r->function);
	wait_sheet_number(s, n);
	wait_sheet_ticks(s, r->sum);
	wait_sheet_mean(s, r->sum, n);
	wait_sheet_ticks(s, r->max);
	wait_view_name(v, s, OTFP_NAMED_PROCESS, r->process);
	wait_sheet_share(s, r->sum, (otfp_wide)r->max * n);
	wait_sheet_mean(s, excess, n);
	wait_sheet_share(s, excess, (otfp_wide)r->max * (n - 1));
}

int wait_table_load(const struct wait_view *v, struct wait_sheet *s)
{
	static const struct wait_sheet_column columns[] = {
		{"function", 0, 0},    {"function_name", 1, 1},
		{"processes", 0, 0},   {"exclusive", 1, 0},
		{"mean", 1, 0},        {"max", 1, 0},
		{"max_process", 0, 0}, {"max_process_name", 1, 1},
		{"balance", 1, 0},     {"imbalance_time", 1, 0},
		{"imbalance", 1, 0},
	};
	size_t n, nwindows;
	const struct otfp_wait_window *windows = otfp_wait_windows(v->w, &nwindows);
	const struct otfp_wait_load *rows = otfp_wait_loads(v->w, &n);
	const void **list = sorted(rows, n, sizeof *rows, by_imbalance);
	uint64_t window = OTFP_NO_WINDOW, processes = 0;

	s->name = "load";
	wait_view_window_column(v, s);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		wait_sheet_column(s, columns[i].name, columns[i].people, columns[i].is_text);
	for (size_t i = 0; i < n && list; i++) {
		const struct otfp_wait_load *r = list[i];
		if (r->window != window)
			processes = processes_of(windows, nwindows, window = r->window);
		load_row(v, s, r, processes);
	}
	return list ? end(s, list) : -1;
}
