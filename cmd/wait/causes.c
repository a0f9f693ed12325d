/* causes.c - the table of root causes: rows added up by the keys asked for. */
#include "cmd/wait/run.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>

static otfp_wide total(const struct otfp_root_row *r)
{
	return r->direct + r->propagated;
}

/* ---- the table ---- */

static void put_columns(struct table *t, unsigned by)
{
	static const struct table_column values[] = {{"direct", 0},
	                                             {"propagated", 0},
	                                             {"total", TABLE_KEY},
	                                             {"share", TABLE_KEY}};

	wait_view_key_columns(t, by);
	if (by >> WAIT_BY_KIND & 1)
		table_column(t, "wait", TABLE_TEXT);
	table_columns(t, values, sizeof values / sizeof *values);
}

static void put_keys(const struct wait_view *v, struct table *t, const struct otfp_root_row *r, unsigned by)
{
	if (by >> OTFP_WAIT_PROCESS & 1 && r->is_other)
		wait_view_word(t, "(other)");
	else if (by >> OTFP_WAIT_PROCESS & 1)
		wait_view_name(v, t, OTFP_NAMED_PROCESS, r->process);
	wait_view_what(v, t, by,
	               (struct wait_what){otfp_roots_paths(v->roots), r->function, r->path, otfp_root_outside(r)});
	if (by >> WAIT_BY_KIND & 1)
		table_word(t, otfp_wait_kind_name(r->kind));
}

static otfp_wide sum_of(const struct otfp_root_row *rows, size_t n, uint64_t window)
{
	otfp_wide sum = 0;

	for (size_t i = 0; i < n && rows[i].window == window; i++)
		sum += total(&rows[i]);
	return sum;
}

static void put_row(const struct wait_view *v, struct table *t, const struct otfp_root_row *r, unsigned by,
                    otfp_wide sum)
{
	wait_view_window(v, t, r->window);
	put_keys(v, t, r, by);
	table_ticks(t, r->direct);
	table_ticks(t, r->propagated);
	table_ticks(t, total(r));
	table_share(t, total(r), sum);
}

void wait_table_cause(const struct wait_view *v, struct table *t)
{
	enum { KEYS = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH | 1u << WAIT_BY_KIND };
	const unsigned usual = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION,
		       by = v->by & KEYS ? v->by & KEYS : usual;
	otfp_wide sum = 0; /* of the window */
	size_t n;
	struct otfp_root_row *rows = otfp_roots_by(v->roots, by, &n);

	table_begin(t, "cause", NULL);
	wait_view_window_column(v, t);
	put_columns(t, by);
	for (size_t i = 0; i < n && rows; i++) {
		if (i == 0 || rows[i].window != rows[i - 1].window)
			sum = sum_of(rows + i, n - i, rows[i].window);
		if (!rows[i].is_left_out)
			put_row(v, t, &rows[i], by, sum);
	}
	t->failed |= !rows;
	table_end(t);
	free(rows);
}
