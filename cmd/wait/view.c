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

void wait_view_key_columns(struct table *t, unsigned by)
{
	static const struct table_column keys[] = {TABLE_NAMED("process"),
	                                           TABLE_NAMED("function"),
	                                           {"path", TABLE_PROGRAMS},
	                                           {"path_name", TABLE_PATH}};

	for (unsigned key = 0; key < sizeof keys / sizeof *keys / 2; key++)
		if (by >> key & 1)
			table_columns(t, &keys[2 * key], 2);
}

void wait_view_word(struct table *t, const char *text)
{
	table_none(t);
	table_word(t, text);
}

void wait_view_what(const struct wait_view *v, struct table *t, unsigned by, struct wait_what what)
{
	if (by >> OTFP_WAIT_FUNCTION & 1)
		what.function == OTFP_NO_REF ? wait_view_word(t, what.outside) :
					       wait_view_name(v, t, OTFP_NAMED_FUNCTION, what.function);
	if (by >> OTFP_WAIT_PATH & 1)
		what.path ? wait_view_path(v, t, what.paths, what.path) : wait_view_word(t, what.outside);
}
