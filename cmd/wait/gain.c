/* gain.c - which repairs are tried, and the table of what they gain. */
#include "base/order.h"
#include "cmd/wait/run.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>

enum { CANDIDATES = 8, KEYS = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION };

int wait_choose_repairs(const struct wait_view *v, struct otfp_gain *g)
{
	size_t npath, nroots;
	struct otfp_trail_row *path = wait_trail_rows(v, KEYS, 0, &npath);
	struct otfp_root_row *roots = otfp_roots_by(v->roots, KEYS, &nroots);
	const int rc = path && roots ? 0 : -1;

	for (size_t i = 0; i < npath && i < CANDIDATES && rc == 0; i++)
		if (path[i].started && path[i].process != OTFP_NOT_STARTED)
			otfp_gain_add(g, path[i].process, path[i].function);
	for (size_t i = 0; i < nroots && i < CANDIDATES && rc == 0; i++)
		if (!roots[i].is_unknown && !roots[i].is_other && !roots[i].is_left_out)
			otfp_gain_add(g, roots[i].process, roots[i].function);
	free(path);
	free(roots);
	return rc;
}

int wait_choose_even(const struct wait_view *v, struct otfp_even *e)
{
	otfp_ref longest[OTFP_EVEN_MAX];
	const size_t n = otfp_wait_longest(v->w, longest, OTFP_EVEN_MAX);
	size_t nroots;
	struct otfp_root_row *roots = otfp_roots_by(v->roots, KEYS, &nroots);

	for (size_t i = 0; roots && i < nroots && i < CANDIDATES; i++)
		if (!roots[i].is_unknown && !roots[i].is_other && !roots[i].is_left_out)
			otfp_even_add(e, roots[i].function);
	for (size_t i = 0; i < n; i++)
		otfp_even_add(e, longest[i]);
	free(roots);
	return roots ? 0 : -1;
}

/* The shortest runtime first. */
static int by_ideal(const void *a, const void *b)
{
	const struct otfp_repair *x = *(const struct otfp_repair *const *)a, *y = *(const struct otfp_repair *const *)b;

	if (x->ideal != y->ideal || x->is_even != y->is_even)
		return otfp_order2(x->ideal, y->ideal, (uint64_t)!x->is_even, (uint64_t)!y->is_even);
	return otfp_order2(x->process, y->process, x->function, y->function);
}

static void put_row(const struct wait_view *v, struct table *t, const struct otfp_repair *r, uint64_t ideal)
{
	const struct cell_value gain = {.is = CELL_SIGNED,
	                                .unit = OTFP_UNIT_TICKS,
	                                .is_change = 1,
	                                .signed_whole = (otfp_signed_wide)ideal - r->ideal,
	                                .real = (double)ideal - (double)r->ideal};

	if (r->is_even)
		wait_view_word(t, "(all)");
	else
		wait_view_name(v, t, OTFP_NAMED_PROCESS, r->process);
	wait_view_what(v, t, KEYS, (struct wait_what){NULL, r->function, 0, "(no call)"});
	if (r->is_even)
		table_none(t);
	else
		table_ticks(t, r->own);
	table_ticks(t, r->mean);
	table_ticks(t, r->ideal);
	table_cell(t, &gain);
}

void wait_table_gain(const struct wait_view *v, struct table *t)
{
	static const struct table_column columns[] = {{"own", 0},
	                                              {"mean_of_others", 0},
	                                              {"ideal", TABLE_KEY},
	                                              {"gain", TABLE_KEY}};
	const struct otfp_repair *list[OTFP_REPAIRS_MAX];
	size_t n;
	const struct otfp_repair *repairs = otfp_gain_repairs(v->gain, &n);

	for (size_t i = 0; i < n; i++)
		list[i] = &repairs[i];
	if (n)
		qsort(list, n, sizeof *list, by_ideal);
	table_begin(t, "gain", NULL);
	wait_view_key_columns(t, KEYS);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n; i++)
		put_row(v, t, list[i], otfp_gain_ideal(v->gain));
	table_end(t);
}
