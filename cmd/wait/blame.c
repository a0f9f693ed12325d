/* blame.c - the tables of blame and of the critical path: rows of the trail, added up by the keys asked for. */
#include "base/order.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>

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

	if (x->process != y->process || x->function != y->function)
		return otfp_order2(x->process, y->process, x->function, y->function);
	return otfp_order2(x->path, y->path, (uint64_t)x->started, (uint64_t)y->started);
}

static int by_blame(const void *a, const void *b)
{
	const struct otfp_trail_row *x = a, *y = b;

	return x->blame != y->blame ? otfp_order_down(x->blame, y->blame) : by_key(a, b);
}

static int by_path(const void *a, const void *b)
{
	const struct otfp_trail_row *x = a, *y = b;

	return x->path_ticks != y->path_ticks ? otfp_order(y->path_ticks, x->path_ticks) : by_key(a, b);
}

struct otfp_trail_row *wait_trail_rows(const struct wait_view *v, unsigned by, int is_blame, size_t *n)
{
	size_t all, kept = 0, last = 0;
	const struct otfp_trail_row *rows = otfp_trail_rows(v->trail, &all);
	struct otfp_trail_row *to = malloc((all + 1) * sizeof *to);

	*n = 0;
	if (!to)
		return NULL;
	for (size_t i = 0; i < all; i++) {
		if (!is_blame && !otfp_wait_is_reported(v->w, rows[i].process))
			continue;
		to[kept] = rows[i];
		reduce(&to[kept++], by);
	}
	all = kept;
	if (all)
		qsort(to, all, sizeof *to, by_key);
	for (size_t i = 1; i < all; i++) {
		if (by_key(&to[last], &to[i]) != 0) {
			to[++last] = to[i];
			continue;
		}
		to[last].blame += to[i].blame;
		to[last].path_ticks += to[i].path_ticks;
	}
	all = all ? last + 1 : 0;
	if (all)
		qsort(to, all, sizeof *to, is_blame ? by_blame : by_path);
	while (*n < all && (is_blame ? to[*n].blame != 0 : to[*n].path_ticks != 0))
		++*n;
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

static void put_table(const struct wait_view *v, struct table *t, int is_blame)
{
	const unsigned usual = is_blame ? 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION : 1u << OTFP_WAIT_FUNCTION;
	const unsigned by = v->by & TRAIL_KEYS ? v->by & TRAIL_KEYS : usual;
	otfp_wide sum = 0;
	uint64_t jumps;
	size_t n;
	struct otfp_trail_row *rows = wait_trail_rows(v, by, is_blame, &n);

	table_begin(t, is_blame ? "blame" : "path", NULL);
	wait_view_key_columns(t, by);
	table_column(t, "time", TABLE_KEY);
	table_column(t, "share", TABLE_KEY);
	for (size_t i = 0; i < n && is_blame; i++)
		sum += rows[i].blame;
	if (!is_blame) /* also of processes that are not reported */
		sum = otfp_trail_runtime(v->trail, &jumps);
	for (size_t i = 0; i < n; i++) {
		const otfp_wide ticks = is_blame ? rows[i].blame : rows[i].path_ticks;
		put_keys(v, t, &rows[i], by);
		table_ticks(t, ticks);
		table_share(t, ticks, sum);
	}
	t->failed |= !rows;
	table_end(t);
	free(rows);
}

void wait_table_blame(const struct wait_view *v, struct table *t)
{
	put_table(v, t, 1);
}

void wait_table_path(const struct wait_view *v, struct table *t)
{
	put_table(v, t, 0);
}
