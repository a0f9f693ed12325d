/* table.c - tables and their cells, whatever the form. */
#include "cmd/table/table.h"
#include "base/assert.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void table_begin(struct table *t, const char *name, const char *title)
{
	t->name = name;
	t->title = title ? title : name;
	t->how = NULL;
	t->all = t->shown = 0;
	t->n = t->at = 0;
	t->is_open = t->has_total = 0;
	t->drops_empty = t->keeps_all = 0;
}

void table_column(struct table *t, const char *name, unsigned flags)
{
	t->columns[t->n++] = (struct table_column){name, flags};
}

void table_columns(struct table *t, const struct table_column *columns, size_t n)
{
	memcpy(t->columns + t->n, columns, n * sizeof *columns);
	t->n += (unsigned)n;
}

struct otfp_str table_head(const struct table_column *c)
{
	static const char suffix[] = "_name";
	const size_t n = strlen(c->name), all = sizeof suffix - 1;
	const int is_names = c->flags & (TABLE_TEXT | TABLE_PATH) && n > all && strcmp(c->name + n - all, suffix) == 0;

	return (struct otfp_str){c->name, is_names ? n - all : n};
}

static void call(void (*function)(struct table *t), struct table *t)
{
	if (function)
		function(t);
}

static void open_table(struct table *t)
{
	t->is_open = 1;
	call(t->form->begin, t);
}

void table_end(struct table *t)
{
	if (!t->is_open)
		open_table(t);
	OTFP_ASSERT(t->failed || t->at == 0);
	call(t->form->end, t);
	t->printed++;
}

int table_finish(struct table *t)
{
	if (t->has_left_out && !t->failed)
		fprintf(t->out, "\nColumns that do not fit %zu characters are left out; %s prints them.\n", t->width,
		        t->option);
	otfp_buf_release(&t->text);
	otfp_buf_release(&t->scratch);
	return t->failed ? -1 : 0;
}

void table_total(struct table *t)
{
	t->has_total = 1;
}

static void begin_row(struct table *t)
{
	if (!t->is_open)
		open_table(t);
	call(t->form->row, t);
}

void table_cell(struct table *t, const struct cell_value *v)
{
	const unsigned column = t->at;

	if (t->failed)
		return;
	if (column == 0)
		begin_row(t);
	if (!table_hides(t, column))
		t->form->cell(t, column, v);
	t->at = column + 1 < t->n ? column + 1 : 0;
	if (t->at == 0)
		call(t->form->end_row, t);
}

/* ---- cells ---- */

struct cell_value cell_whole(otfp_wide v, enum otfp_unit unit)
{
	return (struct cell_value){.is = CELL_WHOLE, .unit = unit, .whole = v, .real = otfp_wide_real(v)};
}

struct cell_value cell_text(struct otfp_str s)
{
	return (struct cell_value){.is = s.p ? CELL_TEXT : CELL_NONE, .text = s};
}

static void put_whole(struct table *t, otfp_wide v, enum otfp_unit unit)
{
	const struct cell_value cell = cell_whole(v, unit);

	table_cell(t, &cell);
}

static void put_ratio(struct table *t, otfp_wide part, otfp_wide whole, double scale, enum otfp_unit unit)
{
	const struct cell_value cell = {.is = whole ? CELL_REAL : CELL_NONE,
	                                .unit = unit,
	                                .real = whole ? otfp_wide_real(part) / otfp_wide_real(whole) * scale : 0};

	table_cell(t, &cell);
}

void table_none(struct table *t)
{
	table_cell(t, &(struct cell_value){.is = CELL_NONE});
}

void table_none_further(struct table *t)
{
	while (t->at && !t->failed)
		table_none(t);
}

void table_blank(struct table *t)
{
	table_cell(t, &(struct cell_value){.is = CELL_BLANK});
}

void table_number(struct table *t, otfp_wide v)
{
	put_whole(t, v, OTFP_UNIT_NUMBER);
}

void table_bytes(struct table *t, otfp_wide v)
{
	put_whole(t, v, OTFP_UNIT_BYTES);
}

void table_ticks(struct table *t, otfp_wide v)
{
	put_whole(t, v, OTFP_UNIT_TICKS);
}

void table_instant(struct table *t, uint64_t v)
{
	put_whole(t, v, OTFP_UNIT_INSTANT);
}

void table_yes(struct table *t, int yes)
{
	table_cell(t, &(struct cell_value){.is = CELL_YES, .whole = yes != 0});
}

void table_mean(struct table *t, otfp_wide ticks, uint64_t n)
{
	if (n)
		table_ticks(t, (ticks + n / 2) / n);
	else
		table_none(t);
}

void table_share(struct table *t, otfp_wide part, otfp_wide whole)
{
	put_ratio(t, part, whole, 1, OTFP_UNIT_SHARE);
}

void table_percent(struct table *t, otfp_wide part, otfp_wide whole)
{
	put_ratio(t, part, whole, 100, OTFP_UNIT_PERCENT);
}

void table_text_cell(struct table *t, struct otfp_str s)
{
	const struct cell_value cell = cell_text(s);

	table_cell(t, &cell);
}

void table_word(struct table *t, const char *word)
{
	table_text_cell(t, (struct otfp_str){word, strlen(word)});
}

void table_scratch(struct table *t, int rc)
{
	if (rc < 0)
		t->failed = 1;
	table_text_cell(t, (struct otfp_str){t->scratch.p ? t->scratch.p : "", t->scratch.n});
	t->scratch.n = 0;
}

void table_definition(struct table *t, const struct otfp_names *names, unsigned space, otfp_ref ref, uint32_t token)
{
	const struct otfp_definition *d = otfp_names_find(names, space, ref);

	table_number(t, token);
	if (d && d->name.p)
		table_text_cell(t, d->name);
	else
		table_number(t, token);
}

/* ---- names ---- */

int token_add(struct otfp_buf *b, otfp_ref ref)
{
	if (ref == OTFP_NO_REF)
		return otfp_buf_puts(b, "-");
	if (ref >> 32)
		return otfp_buf_printf(b, "%" PRIu32 "@%" PRIu32, (uint32_t)ref, (uint32_t)(ref >> 32));
	return otfp_buf_printf(b, "%" PRIu32, (uint32_t)ref);
}

int name_add(struct otfp_buf *b, const struct otfp_names *names, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = ref == OTFP_NO_REF ? NULL : otfp_names_find(names, space, ref);

	if (space == OTFP_NAMED_PROCESS && ref == OTFP_OTHER_PROCESS)
		return otfp_buf_puts(b, "(other)");
	return d && d->name.p ? otfp_buf_add(b, d->name.p, d->name.n) : token_add(b, ref);
}

int path_add(struct otfp_buf *b, const struct otfp_names *names, const struct otfp_paths *paths, uint32_t path)
{
	const uint32_t depth = otfp_paths_depth(paths, path);
	otfp_ref *functions = malloc((depth + 1) * sizeof *functions);
	int rc = functions ? 0 : -1;

	if (functions)
		otfp_paths_functions(paths, path, functions);
	for (uint32_t i = 0; i < depth && rc == 0; i++) {
		rc = i ? otfp_buf_puts(b, ";") : 0;
		if (rc == 0)
			rc = names ? name_add(b, names, OTFP_NAMED_FUNCTION, functions[i]) : token_add(b, functions[i]);
	}
	free(functions);
	return rc;
}
