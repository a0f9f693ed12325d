/* causes.c - the tables of causes and of the critical path: rows of the trail, added up by the keys asked for. */
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

	if (x->process != y->process || x->function != y->function)
		return otfp_order2(x->process, y->process, x->function, y->function);
	return otfp_order2(x->path, y->path, (uint64_t)x->started, (uint64_t)y->started);
}

static int by_cause(const void *a, const void *b)
{
	const struct otfp_trail_row *x = a, *y = b;

	return x->cause != y->cause ? (x->cause < y->cause ? 1 : -1) : by_key(a, b);
}

static int by_path(const void *a, const void *b)
{
	const struct otfp_trail_row *x = a, *y = b;

	return x->path_ticks != y->path_ticks ? otfp_order(y->path_ticks, x->path_ticks) : by_key(a, b);
}

struct otfp_trail_row *wait_trail_rows(const struct wait_view *v, unsigned by, int is_cause, size_t *n)
{
	size_t all, kept = 0, last = 0;
	const struct otfp_trail_row *rows = otfp_trail_rows(v->trail, &all);
	struct otfp_trail_row *to = malloc((all + 1) * sizeof *to);

	*n = 0;
	if (!to)
		return NULL;
	for (size_t i = 0; i < all; i++) {
		if (!is_cause && !otfp_wait_is_reported(v->w, rows[i].process))
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
		to[last].cause += to[i].cause;
		to[last].path_ticks += to[i].path_ticks;
	}
	all = all ? last + 1 : 0;
	if (all)
		qsort(to, all, sizeof *to, is_cause ? by_cause : by_path);
	while (*n < all && (is_cause ? to[*n].cause != 0 : to[*n].path_ticks != 0))
		++*n;
	return to;
}

/* ---- sheets ---- */

static void columns(const struct wait_view *v, struct wait_sheet *s, unsigned by)
{
	static const struct wait_sheet_column all[] = {{"process", 0, 0},  {"process_name", 1, 1},
	                                               {"function", 0, 0}, {"function_name", 1, 1},
	                                               {"path", 0, 0},     {"path_name", 1, 1}};
	(void)v;
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		if (by >> (i / 2) & 1)
			wait_sheet_column(s, all[i].name, all[i].people, all[i].is_text);
	wait_sheet_column(s, "time", 1, 0);
	wait_sheet_column(s, "share", 1, 0);
}

static void words(struct wait_sheet *s, const char *text)
{
	wait_sheet_none(s);
	wait_sheet_text(s, (struct otfp_str){text, strlen(text)});
}

static void cells(const struct wait_view *v, struct wait_sheet *s, const struct otfp_trail_row *r, unsigned by)
{
	const char *outside = r->started ? "(no call)" : "(not started)";
	const int is_none = r->process == OTFP_NOT_STARTED;

	if (by >> OTFP_WAIT_PROCESS & 1)
		is_none ? words(s, "(not started)") : wait_view_name(v, s, OTFP_NAMED_PROCESS, r->process);
	if (by >> OTFP_WAIT_FUNCTION & 1)
		r->function == OTFP_NO_REF ? words(s, outside) : wait_view_name(v, s, OTFP_NAMED_FUNCTION, r->function);
	if (by >> OTFP_WAIT_PATH & 1)
		r->path ? wait_view_path(v, s, otfp_trail_paths(v->trail), r->path) : words(s, outside);
}

static int fill(const struct wait_view *v, struct wait_sheet *s, int is_cause)
{
	const unsigned usual = is_cause ? 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION : 1u << OTFP_WAIT_FUNCTION;
	const unsigned by = v->by & TRAIL_KEYS ? v->by & TRAIL_KEYS : usual;
	otfp_wide sum = 0;
	uint64_t jumps;
	size_t n;
	struct otfp_trail_row *rows = wait_trail_rows(v, by, is_cause, &n);

	s->name = is_cause ? "cause" : "path";
	columns(v, s, by);
	for (size_t i = 0; i < n && is_cause; i++)
		sum += rows[i].cause;
	if (!is_cause) /* also of processes that are not reported */
		sum = otfp_trail_runtime(v->trail, &jumps);
	for (size_t i = 0; i < n; i++) {
		const otfp_wide ticks = is_cause ? rows[i].cause : rows[i].path_ticks;
		cells(v, s, &rows[i], by);
		wait_sheet_ticks(s, ticks);
		wait_sheet_share(s, ticks, sum);
	}
	free(rows);
	return !rows || s->failed ? -1 : 0;
}

int wait_table_cause(const struct wait_view *v, struct wait_sheet *s)
{
	return fill(v, s, 1);
}

int wait_table_path(const struct wait_view *v, struct wait_sheet *s)
{
	return fill(v, s, 0);
}
