/* view.c - windows, names and call paths as cells. */
#include "cmd/wait/tables.h"

void wait_view_window_column(const struct wait_view *v, struct table *t)
{
	if (v->has_windows)
		table_column(t, v->is_calls ? "call" : "window", TABLE_KEY);
}

/* A call is counted from 1 on. */
void wait_view_window(const struct wait_view *v, struct table *t, uint64_t window)
{
	if (v->has_windows && v->is_calls)
		table_number(t, window + 1);
	else if (v->has_windows)
		table_ticks(t, otfp_wait_window_start(v->w, window));
}

void wait_view_name(const struct wait_view *v, struct table *t, unsigned space, otfp_ref ref)
{
	if (ref == OTFP_NO_REF) {
		table_none(t);
		table_none(t);
		return;
	}
	if (ref >> 32)
		table_scratch(t, token_add(&t->scratch, ref));
	else
		table_number(t, ref);
	table_scratch(t, name_add(&t->scratch, v->names, space, ref));
}

void wait_view_path(const struct wait_view *v, struct table *t, const struct otfp_paths *paths, uint32_t path)
{
	table_scratch(t, path_add(&t->scratch, NULL, paths, path));
	table_scratch(t, path_add(&t->scratch, v->names, paths, path));
}
