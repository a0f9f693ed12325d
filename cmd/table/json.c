/* json.c - tables as arrays in a JSON object, with an object for each row. */
#include "cmd/table/table.h"

static void begin(struct table *t)
{
	if (!t->is_flat)
		otfp_json_line(t->json, 1);
	otfp_json_begin(t->json, t->name, '[');
}

static void row(struct table *t)
{
	if (!t->is_flat)
		otfp_json_line(t->json, 2);
	otfp_json_begin(t->json, NULL, '{');
}

static void cell(struct table *t, unsigned column, const struct cell_value *v)
{
	const char *name = t->columns[column].name;
	struct otfp_json *j = t->json;

	switch (v->is) {
	case CELL_TEXT: otfp_json_text(j, name, v->text); break;
	case CELL_REAL: otfp_json_real(j, name, v->real); break;
	case CELL_YES: otfp_json_yes(j, name, v->whole != 0); break;
	case CELL_WHOLE:
		otfp_json_next(j, name);
		otfp_wide_print(v->whole, j->out);
		break;
	case CELL_SIGNED:
		otfp_json_next(j, name);
		otfp_signed_wide_print(v->signed_whole, j->out);
		break;
	default: otfp_json_word(j, name, NULL);
	}
}

static void end_row(struct table *t)
{
	otfp_json_end(t->json, '}');
}

static void end(struct table *t)
{
	otfp_json_end(t->json, ']');
}

const struct table_form table_json = {TABLE_PEOPLE, begin, row, cell, end_row, end};
