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

	return x->cause != y->cause ? (x->cause < y->cause ? 1 : -1) : by_key(a, b);
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
		to[last].cause += to[i].cause;
		to[last].path_ticks += to[i].path_ticks;
	}
	all = all ? last + 1 : 0;
	if (all)
		qsort(to, all, sizeof *to, is_blame ? by_blame : by_path);
	while (*n < all && (is_blame ? to[*n].cause != 0 : to[*n].path_ticks != 0))
		++*n;
	return to;
}

/* ---- tables ---- */

static void put_columns(struct table *t, unsigned by)
{
	static const struct table_column keys[] = {TABLE_NAMED("process"),
	                                           TABLE_NAMED("function"),
	                                           {"path", TABLE_PROGRAMS},
	                                           {"path_name", TABLE_PATH}};

	for (unsigned key = 0; key < sizeof keys / sizeof *keys / 2; key++)
		if (by >> key & 1)
			table_columns(t, &keys[2 * key], 2);
	table_column(t, "time", TABLE_KEY);
	table_column(t, "share", TABLE_KEY);
}

static void put_words(struct table *t, const char *text)
{
	table_none(t);
	table_word(t, text);
}

static void put_keys(const struct wait_view *v, struct table *t, const struct otfp_trail_row *r, unsigned by)
{
	const char *outside = r->started ? "(no call)" : "(not started)";
	const int is_none = r->process == OTFP_NOT_STARTED;

	if (by >> OTFP_WAIT_PROCESS & 1)
		is_none ? put_words(t, "(not started)") : wait_view_name(v, t, OTFP_NAMED_PROCESS, r->process);
	if (by >> OTFP_WAIT_FUNCTION & 1)
		r->function == OTFP_NO_REF ? put_words(t, outside) :
					     wait_view_name(v, t, OTFP_NAMED_FUNCTION, r->function);
	if (by >> OTFP_WAIT_PATH & 1)
		r->path ? wait_view_path(v, t, otfp_trail_paths(v->trail), r->path) : put_words(t, outside);
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
	put_columns(t, by);
	for (size_t i = 0; i < n && is_blame; i++)
		sum += rows[i].cause;
	if (!is_blame) /* also of processes that are not reported */
		sum = otfp_trail_runtime(v->trail, &jumps);
	for (size_t i = 0; i < n; i++) {
		const otfp_wide ticks = is_blame ? rows[i].cause : rows[i].path_ticks;
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
