/* blame.c - the tables of blame and of the critical path: rows of the trail, added up by the keys asked for. */
#include "base/order.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>
#include <string.h>

enum { TRAIL_KEYS = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH };

/* Let keys that are not asked for be equal. A path says its function, too. */
static void reduce(struct otfp_trail_row *r, unsigned by)
{
	if (!(by >> OTFP_WAIT_PROCESS & 1))
		r->process = 0;
	if (!(by >> OTFP_WAIT_FUNCTION & 1))
		r->function = 0;
	if (!(by >> OTFP_WAIT_PATH & 1))
		r->path = 0;
	if (!(by & (1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH)))
		r->started = 1;
}

static int by_key(const void *a, const void *b)
{
	const struct otfp_trail_row *x = a, *y = b;

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	if (x->process != y->process || x->function != y->function)
		return otfp_order2(x->process, y->process, x->function, y->function);
	return otfp_order2(x->path, y->path, (uint64_t)x->started, (uint64_t)y->started);
}

static int by_blame(const void *a, const void *b)
{
	const struct otfp_trail_row *x = a, *y = b;

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	return x->blame != y->blame ? otfp_order_down(x->blame, y->blame) : by_key(a, b);
}

static int by_path(const void *a, const void *b)
{
	const struct otfp_trail_row *x = a, *y = b;

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	return x->path_ticks != y->path_ticks ? otfp_order(y->path_ticks, x->path_ticks) : by_key(a, b);
}

/* Add up the rows that are equal in the keys. @return how many are left */
static size_t add_up(struct otfp_trail_row *rows, size_t n, unsigned by)
{
	size_t last = 0;

	if (!n)
		return 0;
	for (size_t i = 0; i < n; i++)
		reduce(&rows[i], by);
	qsort(rows, n, sizeof *rows, by_key);
	for (size_t i = 1; i < n; i++) {
		if (by_key(&rows[last], &rows[i]) != 0) {
			rows[++last] = rows[i];
			continue;
		}
		rows[last].blame += rows[i].blame;
		rows[last].path_ticks += rows[i].path_ticks;
	}
	return last + 1;
}

struct otfp_trail_row *wait_trail_rows(const struct wait_view *v, unsigned by, int is_blame, size_t *n)
{
	size_t all, kept = 0;
	const struct otfp_trail_row *rows = otfp_trail_rows(v->trail, &all);
	struct otfp_trail_row *to = malloc((all + 1) * sizeof *to);

	*n = 0;
	if (!to)
		return NULL;
	for (size_t i = 0; i < all; i++)
		if (is_blame || otfp_wait_is_reported(v->w, rows[i].process))
			to[kept++] = rows[i];
	all = add_up(to, kept, by);
	for (size_t i = 0; i < all; i++)
		if (is_blame ? to[i].blame != 0 : to[i].path_ticks != 0)
			to[(*n)++] = to[i];
	if (*n)
		qsort(to, *n, sizeof *to, is_blame ? by_blame : by_path);
	return to;
}

/* ---- tables ---- */

static void put_keys(const struct wait_view *v, struct table *t, const struct otfp_trail_row *r, unsigned by)
{
	const int is_none = r->process == OTFP_NOT_STARTED;

	if (by >> OTFP_WAIT_PROCESS & 1)
		is_none ? wait_view_word(t, "(not started)") : wait_view_name(v, t, OTFP_NAMED_PROCESS, r->process);
	wait_view_what(v, t, by,
	               (struct wait_what){otfp_trail_paths(v->trail), r->function, r->path,
	                                  r->started ? "(no call)" : "(not started)"});
}

static void put_columns(const struct wait_view *v, struct table *t, const char *name, unsigned by)
{
	table_begin(t, name, NULL);
	wait_view_window_column(v, t);
	wait_view_key_columns(t, by);
	table_column(t, "time", TABLE_KEY);
	table_column(t, "share", TABLE_KEY);
}

static otfp_wide blame_in(const struct otfp_trail_row *rows, size_t n, uint64_t window)
{
	otfp_wide sum = 0;

	for (size_t i = 0; i < n && rows[i].window == window; i++)
		sum += rows[i].blame;
	return sum;
}

void wait_table_blame(const struct wait_view *v, struct table *t)
{
	const unsigned usual = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION,
		       by = v->by & TRAIL_KEYS ? v->by & TRAIL_KEYS : usual;
	otfp_wide sum = 0; /* of the window */
	size_t n;
	struct otfp_trail_row *rows = wait_trail_rows(v, by, 1, &n);

	put_columns(v, t, "blame", by);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || rows[i].window != rows[i - 1].window)
			sum = blame_in(rows + i, n - i, rows[i].window);
		wait_view_window(v, t, rows[i].window);
		put_keys(v, t, &rows[i], by);
		table_ticks(t, rows[i].blame);
		table_share(t, rows[i].blame, sum);
	}
	t->failed |= !rows;
	table_end(t);
	free(rows);
}

/* ---- the critical path ---- */

/* All rows by name of the function, or by window alone, also of processes that are not reported: critical imbalance
 * is of the whole run. @return NULL when memory is out; free(3) */
static struct otfp_trail_row *whole_path(const struct wait_view *v, size_t *n)
{
	const struct otfp_trail_row *rows = otfp_trail_rows(v->trail, n);
	struct otfp_trail_row *to = malloc((*n + 1) * sizeof *to);

	for (size_t i = 0; to && i < *n; i++) {
		to[i] = rows[i];
		to[i].function = otfp_wait_first_of(v->w, rows[i].function);
	}
	*n = to ? add_up(to, *n, v->has_windows ? 0 : 1u << OTFP_WAIT_FUNCTION) : 0;
	return to;
}

/* The ticks of the whole path in a window, or in the functions of a name. */
static uint64_t path_in(const struct otfp_trail_row *whole, size_t n, uint64_t window, otfp_ref function)
{
	const struct otfp_trail_row key = {.window = window, .function = function, .started = 1};
	const struct otfp_trail_row *found = bsearch(&key, whole, n, sizeof key, by_key);

	return found ? found->path_ticks : 0;
}

/* How much longer the path is in a function than its processes are on average. */
static void imbalance_cell(const struct wait_view *v, struct table *t, const struct otfp_trail_row *r,
                           const struct otfp_trail_row *whole, size_t n)
{
	const struct otfp_wait_time time = otfp_wait_time_of(v->w, OTFP_NOT_STARTED, r->function);
	const otfp_wide path =
		time.processes * (otfp_wide)path_in(whole, n, r->window, otfp_wait_first_of(v->w, r->function));

	if (r->started)
		table_mean(t, path > time.all ? path - time.all : 0, time.processes);
	else
		table_none(t);
}

void wait_table_path(const struct wait_view *v, struct table *t)
{
	const unsigned usual = 1u << OTFP_WAIT_FUNCTION, by = v->by & TRAIL_KEYS ? v->by & TRAIL_KEYS : usual;
	const int is_usual = by == usual && !v->has_windows, needs_whole = is_usual || v->has_windows;
	size_t n, nwhole = 0;
	struct otfp_trail_row *rows = wait_trail_rows(v, by, 0, &n),
			      *whole = needs_whole ? whole_path(v, &nwhole) : NULL;
	uint64_t jumps;
	uint64_t runtime = otfp_trail_runtime(v->trail, &jumps);

	put_columns(v, t, "path", by);
	if (is_usual)
		table_column(t, "critical_imbalance", TABLE_KEY);
	for (size_t i = 0; i < n; i++) {
		if (v->has_windows && (i == 0 || rows[i].window != rows[i - 1].window))
			runtime = path_in(whole, nwhole, rows[i].window, 0);
		wait_view_window(v, t, rows[i].window);
		put_keys(v, t, &rows[i], by);
		table_ticks(t, rows[i].path_ticks);
		table_share(t, rows[i].path_ticks, runtime); /* also of processes that are not reported */
		if (is_usual)
			imbalance_cell(v, t, &rows[i], whole, nwhole);
	}
	t->failed |= !rows || (needs_whole && !whole);
	table_end(t);
	free(rows);
	free(whole);
}
