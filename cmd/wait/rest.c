/* rest.c - the table of what of communication is no wait. */
#include "base/order.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>

/* Within a window, the largest rest first. */
static int by_rest(const void *a, const void *b)
{
	const struct otfp_wait_rest *x = *(const struct otfp_wait_rest *const *)a,
				    *y = *(const struct otfp_wait_rest *const *)b;
	const otfp_wide p = otfp_wait_rest_of(x), q = otfp_wait_rest_of(y);

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	return p != q ? otfp_order_down(p, q) : otfp_order(x->function, y->function);
}

static otfp_wide life_of(const struct wait_view *v, uint64_t window)
{
	size_t n;
	const struct otfp_wait_window *rows = otfp_wait_windows(v->w, &n);

	for (size_t i = 0; i < n; i++)
		if (rows[i].window == window)
			return rows[i].life;
	return 0;
}

static void put_row(const struct wait_view *v, struct table *t, const struct otfp_wait_rest *r, otfp_wide life)
{
	wait_view_window(v, t, r->window);
	wait_view_name(v, t, OTFP_NAMED_FUNCTION, r->function);
	table_ticks(t, r->ticks);
	table_ticks(t, r->waits);
	table_ticks(t, r->completions);
	table_ticks(t, otfp_wait_rest_of(r));
	table_share(t, otfp_wait_rest_of(r), life);
}

void wait_table_rest(const struct wait_view *v, struct table *t)
{
	static const struct table_column columns[] = {
		TABLE_NAMED("function"), {"communication", 0}, {"waits", 0},
		{"completions", 0},      {"rest", TABLE_KEY},  {"share", TABLE_KEY}};
	size_t n;
	const struct otfp_wait_rest *rows = otfp_wait_rests(v->w, &n);
	const struct otfp_wait_rest **list = malloc((n + 1) * sizeof *list);
	otfp_wide life = 0;

	table_begin(t, "rest", NULL);
	wait_view_window_column(v, t);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n && list; i++)
		list[i] = &rows[i];
	if (n && list)
		qsort(list, n, sizeof *list, by_rest);
	for (size_t i = 0; i < n && list; i++) {
		if (i == 0 || list[i]->window != list[i - 1]->window)
			life = life_of(v, list[i]->window);
		put_row(v, t, list[i], life);
	}
	t->failed |= !list;
	table_end(t);
	free(list);
}
