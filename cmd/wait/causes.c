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
	if (by >> OTFP_WAIT_PROCESS & 1)
		wait_view_name(v, t, OTFP_NAMED_PROCESS, r->process);
	wait_view_what(v, t, by,
	               (struct wait_what){otfp_roots_paths(v->roots), r->function, r->path,
	                                  r->is_unknown ? "(unknown)" : "(no call)"});
	if (by >> WAIT_BY_KIND & 1)
		table_word(t, otfp_wait_kind_name(r->kind));
}

void wait_table_cause(const struct wait_view *v, struct table *t)
{
	enum { KEYS = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH | 1u << WAIT_BY_KIND };
	const unsigned usual = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION,
		       by = v->by & KEYS ? v->by & KEYS : usual;
	otfp_wide sum = 0;
	size_t n;
	struct otfp_root_row *rows = otfp_roots_by(v->roots, by, &n);

	table_begin(t, "cause", NULL);
	put_columns(t, by);
	for (size_t i = 0; i < n && rows; i++)
		sum += total(&rows[i]);
	for (size_t i = 0; i < n && rows; i++) {
		put_keys(v, t, &rows[i], by);
		table_ticks(t, rows[i].direct);
		table_ticks(t, rows[i].propagated);
		table_ticks(t, total(&rows[i]));
		table_share(t, total(&rows[i]), sum);
	}
	t->failed |= !rows;
	table_end(t);
	free(rows);
}
