/* causes.c - who causes waits, and where the critical path is: tables whose rows lead to a place in the timeline. */
#include "base/order.h"
#include "cmd/report/page.h"
#include <stdlib.h>

/* ---- cells ---- */

/* The instant of a place, which has `around` ticks before and after it in view. */
static void put_place(struct page *p, uint64_t from, uint64_t to)
{
	const uint64_t around = (to - from) / 2 + 1;

	if (from >= to) {
		table_none(&p->table);
		return;
	}
	p->from = from > around ? from - around : 0;
	p->to = to < UINT64_MAX - around ? to + around : UINT64_MAX;
	table_instant(&p->table, from);
	p->from = p->to = 0;
}

static void put_function(struct page *p, otfp_ref function, const char *none)
{
	if (function == OTFP_NO_REF)
		table_word(&p->table, none);
	else
		page_name(p, OTFP_NAMED_FUNCTION, function);
}

/* @param how  the command that lists all rows; valid until table_end */
static void begin(struct page *p, const char *name, const char *how, size_t n, const struct table_column *columns,
                  size_t ncolumns)
{
	uint64_t first, last;

	p->table.first = otfp_info_span(&p->info, &first, &last) == OTFP_SPAN_NONE ? 0 : first;
	page_table_begin(p, name, n < p->rows ? n : p->rows, n, how);
	table_columns(&p->table, columns, ncolumns);
}

/* ---- root causes ---- */

int page_has_causes(const struct page *p)
{
	size_t n = 0, i = 0;
	const struct otfp_root_row *rows = p->lost.roots ? otfp_roots_rows(p->lost.roots, &n) : NULL;

	while (i < n && !rows[i].is_other && !otfp_wait_is_reported(p->lost.w, rows[i].process))
		i++;
	return i < n;
}

static void put_cause(struct page *p, const struct otfp_root_row *r, otfp_wide all)
{
	struct table *t = &p->table;

	if (r->is_other)
		table_word(t, "(other)");
	else
		page_name(p, OTFP_NAMED_PROCESS, r->process);
	put_function(p, r->function, otfp_root_outside(r));
	table_ticks(t, r->direct);
	table_ticks(t, r->propagated);
	table_ticks(t, r->direct + r->propagated);
	table_percent(t, r->direct + r->propagated, all);
	put_place(p, r->wait_begin, r->most ? r->wait_end : r->wait_begin);
}

/* What there was no memory for. */
static void put_coarse(struct page *p, struct otfp_roots_coarse c)
{
	if (c.others || c.is_cut)
		html_raw(&p->html, "<p class=\"note\">There was no memory for all: small causes are (other).</p>\n");
	if (c.has_from)
		html_raw(&p->html, "<p class=\"note\">There was no memory for all that was done between waits: causes "
		                   "are coarse.</p>\n");
}

void page_causes(struct page *p)
{
	static const struct table_column columns[] = {{"process_name", TABLE_TEXT},
	                                              {"function_name", TABLE_TEXT},
	                                              {"direct", 0},
	                                              {"propagated", 0},
	                                              {"total", 0},
	                                              {"percent", 0},
	                                              {"worst", 0}};
	otfp_wide all = 0;
	size_t n;
	struct otfp_root_row *rows =
		otfp_roots_by(p->lost.roots, 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION, &n);

	if (!rows) {
		pen_fail(&p->html.pen);
		return;
	}
	html_raw(&p->html, "<p class=\"note\">Who makes others wait, by what it did longer than they did; propagated: "
	                   "through waits that were passed on; worst: the wait with its largest part.");
	html_raw(&p->html, p->is_part ? " The rows are of the selected processes, the waits of all; percent: of all "
	                                "waits.</p>\n" :
	                                "</p>\n");
	put_coarse(p, otfp_roots_coarse(p->lost.roots));
	for (size_t i = 0; i < n; i++)
		all += rows[i].direct + rows[i].propagated;
	n -= n && rows[n - 1].is_left_out;
	begin(p, "cause", "otf-wait --table cause --by process,function", n, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n && i < p->rows; i++)
		put_cause(p, &rows[i], all);
	table_end(&p->table);
	free(rows);
}

/* ---- the critical path ---- */

static int by_ticks(const void *a, const void *b)
{
	const struct otfp_trail_row *x = *(const struct otfp_trail_row *const *)a,
				    *y = *(const struct otfp_trail_row *const *)b;

	if (x->path_ticks != y->path_ticks)
		return otfp_order(y->path_ticks, x->path_ticks);
	if (x->process != y->process)
		return otfp_order(x->process, y->process);
	return otfp_order2(x->function, y->function, (uint64_t)x->started, (uint64_t)y->started);
}

/* The rows with ticks of reported processes, the largest first. @return NULL when memory is out; free(3) */
static const struct otfp_trail_row **path_rows(const struct page *p, size_t *n)
{
	size_t all = 0;
	const struct otfp_trail_row *rows = otfp_trail_rows(p->lost.trail, &all),
				    **list = malloc((all + 1) * sizeof *list);

	*n = 0;
	for (size_t i = 0; i < all && list; i++)
		if (rows[i].path_ticks && otfp_wait_is_reported(p->lost.w, rows[i].process))
			list[(*n)++] = &rows[i];
	if (list && *n)
		qsort(list, *n, sizeof *list, by_ticks);
	return list;
}

int page_has_path(const struct page *p)
{
	size_t n = 0;

	if (page_has_waits(p) && p->lost.trail)
		otfp_trail_rows(p->lost.trail, &n);
	return n > 0;
}

static void put_stretch(struct page *p, const struct otfp_trail_row *r, uint64_t runtime)
{
	struct table *t = &p->table;

	if (r->process == OTFP_NOT_STARTED)
		table_word(t, "(not started)");
	else
		page_name(p, OTFP_NAMED_PROCESS, r->process);
	put_function(p, r->function, r->started ? "(no call)" : "(not started)");
	table_ticks(t, r->path_ticks);
	table_percent(t, r->path_ticks, runtime);
	table_ticks(t, r->to - r->from);
	put_place(p, r->from, r->to);
}

void page_path(struct page *p)
{
	static const struct table_column columns[] = {{"process_name", TABLE_TEXT},
	                                              {"function_name", TABLE_TEXT},
	                                              {"time", 0},
	                                              {"percent", 0},
	                                              {"longest", 0},
	                                              {"at", 0}};
	uint64_t jumps;
	const uint64_t runtime = otfp_trail_runtime(p->lost.trail, &jumps);
	size_t n;
	const struct otfp_trail_row **rows = path_rows(p, &n);

	if (!rows) {
		pen_fail(&p->html.pen);
		return;
	}
	html_raw(&p->html,
	         "<p class=\"note\">What the runtime consists of, from the first begin to the last end; it goes "
	         "from one process to another ");
	html_count(&p->html, jumps);
	html_raw(&p->html, jumps == 1 ? " time." : " times.");
	html_raw(&p->html, p->is_part ? " It is that of all processes; its rows are those of the selected ones.</p>\n" :
	                                "</p>\n");
	begin(p, "path", "otf-wait --table path --by process,function", n, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n && i < p->rows; i++)
		put_stretch(p, rows[i], runtime);
	table_end(&p->table);
	free(rows);
}
