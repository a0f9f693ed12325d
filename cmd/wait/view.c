/* view.c - windows, names and call paths as cells. */
#include "cmd/wait/tables.h"
#include <inttypes.h>
#include <stdlib.h>

static void note(struct wait_sheet *s, int rc)
{
	if (rc < 0)
		s->failed = 1;
}

void wait_view_window_column(const struct wait_view *v, struct wait_sheet *s)
{
	if (v->has_windows)
		wait_sheet_column(s, v->is_calls ? "call" : "window", 1, 0);
}

/* A call is counted from 1 on. */
void wait_view_window(const struct wait_view *v, struct wait_sheet *s, uint64_t window)
{
	if (v->has_windows && v->is_calls)
		wait_sheet_number(s, window + 1);
	else if (v->has_windows)
		wait_sheet_ticks(s, otfp_wait_window_start(v->w, window));
}

static void put_token(struct wait_sheet *s, otfp_ref ref)
{
	if (ref == OTFP_NO_REF)
		note(s, otfp_buf_puts(&s->text, "-"));
	else if (ref >> 32)
		note(s, otfp_buf_printf(&s->text, "%" PRIu32 "@%" PRIu32, (uint32_t)ref, (uint32_t)(ref >> 32)));
	else
		note(s, otfp_buf_printf(&s->text, "%" PRIu32, (uint32_t)ref));
}

void wait_view_put_name(const struct wait_view *v, struct wait_sheet *s, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = ref == OTFP_NO_REF ? NULL : otfp_names_find(v->names, space, ref);

	if (d && d->name.p)
		note(s, otfp_buf_add(&s->text, d->name.p, d->name.n));
	else
		put_token(s, ref);
}

void wait_view_name(const struct wait_view *v, struct wait_sheet *s, unsigned space, otfp_ref ref)
{
	size_t at = s->text.n;

	if (ref == OTFP_NO_REF) {
		wait_sheet_none(s);
		wait_sheet_none(s);
		return;
	}
	if (ref >> 32) {
		put_token(s, ref);
		wait_sheet_text_from(s, at);
	} else {
		wait_sheet_number(s, ref);
	}
	at = s->text.n;
	wait_view_put_name(v, s, space, ref);
	wait_sheet_text_from(s, at);
}

void wait_view_path(const struct wait_view *v, struct wait_sheet *s, const struct otfp_paths *paths, uint32_t path)
{
	const uint32_t depth = otfp_paths_depth(paths, path);
	otfp_ref *functions = malloc((depth + 1) * sizeof *functions);

	if (!functions) {
		s->failed = 1;
		return;
	}
	otfp_paths_functions(paths, path, functions);
	for (int names = 0; names < 2; names++) {
		const size_t at = s->text.n;
		for (uint32_t i = 0; i < depth; i++) {
			if (i)
				note(s, otfp_buf_puts(&s->text, ";"));
			if (names)
				wait_view_put_name(v, s, OTFP_NAMED_FUNCTION, functions[i]);
			else
				put_token(s, functions[i]);
		}
		wait_sheet_text_from(s, at);
	}
	free(functions);
}
