/* collect.c - the stores of tables in memory: their columns are chosen, and rows are put. */
#include "tables/collect.h"
#include "base/error.h"
#include "tables/collected.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 10 }; /* rows; doubled whenever they are full */

/* ---- columns ---- */

/* What becomes of a cell. */
enum { PUTS_NUMBER, PUTS_REAL, PUTS_TEXT };

static const struct {
	uint8_t type, puts, is_names;
} kinds[] = {
	[OTFP_COLUMN_ID] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_ROW] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_TOKEN] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_UNSIGNED] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_TICK] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_TICKS] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_VALUE] = {OTFP_ROWS_REAL, PUTS_REAL, 0},
	[OTFP_COLUMN_TEXT] = {OTFP_ROWS_TEXT, PUTS_TEXT, 0},
	[OTFP_COLUMN_NAME] = {OTFP_ROWS_TEXT, PUTS_TEXT, 0},
	[OTFP_COLUMN_WORD] = {OTFP_ROWS_TEXT, PUTS_TEXT, 1},
	[OTFP_COLUMN_SAME] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_SINCE] = {OTFP_ROWS_SIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_NS] = {OTFP_ROWS_SIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_BETWEEN] = {OTFP_ROWS_SIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_AS_REAL] = {OTFP_ROWS_REAL, PUTS_REAL, 0},
	[OTFP_COLUMN_AS_SIGNED] = {OTFP_ROWS_SIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_AS_UNSIGNED] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
	[OTFP_COLUMN_AS_BYTES] = {OTFP_ROWS_BYTES, PUTS_TEXT, 0},
	[OTFP_COLUMN_NAME_OF] = {OTFP_ROWS_TEXT, PUTS_NUMBER, 1},
	[OTFP_COLUMN_GROUP_OF] = {OTFP_ROWS_TEXT, PUTS_NUMBER, 1},
	[OTFP_COLUMN_FILE_OF] = {OTFP_ROWS_TEXT, PUTS_NUMBER, 1},
	[OTFP_COLUMN_LINE_OF] = {OTFP_ROWS_UNSIGNED, PUTS_NUMBER, 0},
};

/* The store of a cell; columns of the same numbers share it. */
static uint8_t store_of(struct otfp_collected *t, unsigned cell, unsigned puts)
{
	unsigned i = 0;

	while (i < t->nstores && (t->stores[i].cell != cell || t->stores[i].puts != puts))
		i++;
	if (i == t->nstores)
		t->stores[t->nstores++] = (struct otfp_collected_store){.cell = (uint8_t)cell, .puts = (uint8_t)puts};
	return (uint8_t)i;
}

static int is_wanted(const struct otfp_rows_options *o, const char *name)
{
	for (unsigned i = 0; o->columns && i < o->ncolumns; i++)
		if (strcmp(o->columns[i], name) == 0)
			return 1;
	return !o->columns;
}

/* @return 0, or -1 when memory is out */
static int add_column(struct otfp_collect *c, struct otfp_collected *t, unsigned from)
{
	const struct otfp_column *of = &t->model->columns[from];
	struct otfp_collected_column *own = &t->own[t->ncolumns];
	struct otfp_rows_column *to = &t->columns[t->ncolumns++];

	own->from = (uint8_t)from;
	own->of = own->with = store_of(t, otfp_table_cell_at(t->model, from), kinds[of->type].puts);
	if (of->type == OTFP_COLUMN_BETWEEN)
		own->with = store_of(t, of->to, PUTS_NUMBER);
	*to = (struct otfp_rows_column){.type = kinds[of->type].type,
	                                .is_null = of->is_null,
	                                .is_names = kinds[of->type].is_names,
	                                .name = otfp_arena_copy(&c->names, of->name, strlen(of->name) + 1),
	                                .unit = of->unit};
	return to->name ? 0 : -1;
}

static int has_column(const struct otfp_collected *t, const char *name)
{
	for (unsigned i = 0; i < t->ncolumns; i++)
		if (strcmp(t->columns[i].name, name) == 0)
			return 1;
	return 0;
}

/* @return OTFP_EUSAGE */
static int refuse_column(const struct otfp_collect *c, const struct otfp_table *t, const char *name)
{
	char all[800];
	size_t n = 0;

	for (unsigned i = 0; i < t->ncolumns && n < sizeof all; i++)
		if (t->columns[i].is_for & OTFP_FOR_PARQUET)
			n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", n ? ", " : "", t->columns[i].name);
	return otfp_fail(c->err, OTFP_EUSAGE, "table %s has no column '%.*s'; it has %s", t->name,
	                 otfp_shown_bytes(strlen(name)), name, all);
}

static int choose_columns(struct otfp_collect *c, struct otfp_collected *t)
{
	int rc = t->table.name ? 0 : -1;

	if (t->model->columns[0].type == OTFP_COLUMN_ID) /* the first store: rows are sorted by it */
		store_of(t, 0, PUTS_NUMBER);
	for (unsigned i = 0; i < t->model->ncolumns && rc == 0; i++)
		if (t->model->columns[i].is_for & OTFP_FOR_PARQUET && is_wanted(c->o, t->model->columns[i].name))
			rc = add_column(c, t, i);
	for (unsigned i = 0; c->o->columns && i < c->o->ncolumns && rc == 0; i++)
		if (!has_column(t, c->o->columns[i]))
			return refuse_column(c, t->model, c->o->columns[i]);
	t->table.columns = t->columns;
	t->table.ncolumns = t->ncolumns;
	return rc < 0 ? otfp_fail_memory(c->err) : 0;
}

static int open_table(void *ctx, struct otfp_table *t)
{
	struct otfp_collect *c = ctx;
	struct otfp_collected *own;
	unsigned i = 0;

	while (i < c->ntables && strcmp(c->o->tables[i], t->name) != 0)
		i++;
	if (i == c->ntables)
		return 0;
	own = &c->tables[i];
	own->model = t;
	own->table.name = otfp_arena_copy(&c->names, t->name, strlen(t->name) + 1);
	if (choose_columns(c, own) < 0)
		return c->err->code;
	t->own = own;
	t->row = own->row;
	return 1;
}

/* ---- rows ---- */

static int resize(struct otfp_collected_store *s, size_t before, size_t rows)
{
	uint64_t *values = rows <= SIZE_MAX / sizeof *values ? realloc(s->values, rows * sizeof *values) : NULL;
	uint8_t *nulls;

	if (!values)
		return -1;
	s->values = values;
	if (!s->nulls)
		return 0;
	nulls = realloc(s->nulls, rows);
	if (!nulls)
		return -1;
	memset(nulls + before, 0, rows - before);
	s->nulls = nulls;
	return 0;
}

/* @return 0, or -1 when memory is out */
static int make_room(struct otfp_collected *t)
{
	const size_t rows = t->cap ? 2 * t->cap : FIRST_ROOM;

	for (unsigned i = 0; i < t->nstores; i++)
		if (resize(&t->stores[i], t->cap, rows) < 0)
			return -1;
	t->cap = rows;
	return 0;
}

static int put_null(const struct otfp_collected *t, struct otfp_collected_store *s)
{
	if (!s->nulls)
		s->nulls = calloc(t->cap, 1);
	if (!s->nulls)
		return -1;
	s->nulls[t->n] = 1;
	s->values[t->n] = 0;
	return 0;
}

static uint64_t bits_of(const struct otfp_table_cell *c)
{
	double real = c->v.real;
	uint64_t bits;

	if (c->type == OTFP_CELL_SIGNED)
		real = (double)c->v.i;
	else if (c->type != OTFP_CELL_REAL)
		real = (double)c->v.u;
	memcpy(&bits, &real, sizeof bits);
	return bits;
}

/* A cell that is NULL, or no number. @return 0, or -1 when memory is out */
static __attribute__((noinline)) int put_other(const struct otfp_collected *t, struct otfp_collected_store *s,
                                               const struct otfp_table_cell *c)
{
	uint32_t number;

	if (c->type == OTFP_CELL_NULL)
		return put_null(t, s);
	if (s->puts == PUTS_REAL) {
		s->values[t->n] = bits_of(c);
		return 0;
	}
	number = otfp_intern(&s->texts, c->v.p, c->n);
	s->values[t->n] = number - 1;
	return number ? 0 : -1;
}

static int put_row(void *ctx, struct otfp_table *of)
{
	struct otfp_collect *c = ctx;
	struct otfp_collected *t = of->own;
	int rc = t->n == t->cap ? make_room(t) : 0;

	for (unsigned i = 0; i < t->nstores && rc == 0; i++) {
		struct otfp_collected_store *s = &t->stores[i];
		const struct otfp_table_cell *cell = &t->row[s->cell];
		if (OTFP_LIKELY(s->puts == PUTS_NUMBER && cell->type != OTFP_CELL_NULL))
			s->values[t->n] = cell->v.u;
		else
			rc = put_other(t, s, cell);
	}
	if (rc < 0)
		return otfp_fail_memory(c->err);
	t->table.nrows = ++t->n;
	return 0;
}

/* ---- all ---- */

int otfp_collect_begin(struct otfp_collect *c, const struct otfp_rows_options *o, struct otfp_table_sink *to,
                       struct otfp_error *err)
{
	c->o = o;
	c->err = err;
	c->ntables = o->ntables;
	*to = (struct otfp_table_sink){OTFP_FOR_PARQUET, c, open_table, put_row, NULL};
	c->tables = calloc(c->ntables ? c->ntables : 1, sizeof *c->tables);
	return c->tables ? 0 : otfp_fail_memory(err);
}

int otfp_collect_end(struct otfp_collect *c, const struct otfp_tables *m)
{
	for (unsigned i = 0; i < c->ntables; i++) {
		const int code = otfp_collected_end(&c->tables[i], m, c->err);
		if (code < 0)
			return code;
	}
	return 0;
}

int otfp_collect_has_times(const struct otfp_collect *c)
{
	for (unsigned i = 0; i < c->ntables; i++)
		for (unsigned k = 0; k < c->tables[i].ncolumns; k++)
			if (otfp_column_is_made(&c->tables[i].model->columns[c->tables[i].own[k].from]))
				return 1;
	return 0;
}

void otfp_collect_release(struct otfp_collect *c)
{
	for (unsigned i = 0; i < c->ntables && c->tables; i++)
		otfp_collected_release(&c->tables[i]);
	free(c->tables);
	otfp_arena_release(&c->names);
}
