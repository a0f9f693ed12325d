#include "cmd/to-parquet/columns.h"
#include "base/assert.h"
#include "base/error.h"
#include "cmd/to-parquet/rows.h"
#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 32 /* rows: their cells stay in the first cache */ };

/* ---- columns ---- */

/* Where a column comes from: the store of its cell, made of it, or what it means. */
enum { STORED = OTFP_PARQUET_STORED, MADE = OTFP_PARQUET_MADE, MEANT = OTFP_PARQUET_MEANT };

static const struct {
	uint8_t type, put;
	uint8_t from;
	uint8_t is_many;
} kinds[] = {
	[OTFP_COLUMN_ID] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, STORED, 1},
	[OTFP_COLUMN_ROW] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, STORED, 0},
	[OTFP_COLUMN_TOKEN] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, STORED, 0},
	[OTFP_COLUMN_UNSIGNED] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, STORED, 0},
	[OTFP_COLUMN_TICK] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, STORED, 1},
	[OTFP_COLUMN_TICKS] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, STORED, 1},
	[OTFP_COLUMN_VALUE] = {OTFP_PARQUET_REAL, PUT_REAL, STORED, 0},
	[OTFP_COLUMN_TEXT] = {OTFP_PARQUET_TEXT, PUT_TEXT, STORED, 0},
	[OTFP_COLUMN_NAME] = {OTFP_PARQUET_TEXT, PUT_TEXT, STORED, 0},
	[OTFP_COLUMN_WORD] = {OTFP_PARQUET_TEXT, PUT_TEXT, STORED, 0},
	[OTFP_COLUMN_SAME] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, STORED, 1},
	[OTFP_COLUMN_SINCE] = {OTFP_PARQUET_SIGNED, PUT_NUMBER, MADE, 1},
	[OTFP_COLUMN_NS] = {OTFP_PARQUET_SIGNED, PUT_NUMBER, MADE, 1},
	[OTFP_COLUMN_BETWEEN] = {OTFP_PARQUET_SIGNED, PUT_NUMBER, MADE, 1},
	[OTFP_COLUMN_AS_REAL] = {OTFP_PARQUET_REAL, PUT_REAL, STORED, 0},
	[OTFP_COLUMN_AS_SIGNED] = {OTFP_PARQUET_SIGNED, PUT_NUMBER, STORED, 0},
	[OTFP_COLUMN_AS_UNSIGNED] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, STORED, 0},
	[OTFP_COLUMN_AS_BYTES] = {OTFP_PARQUET_BYTES, PUT_BYTES, STORED, 0},
	[OTFP_COLUMN_NAME_OF] = {OTFP_PARQUET_TEXT, PUT_NUMBER, MEANT, 0},
	[OTFP_COLUMN_GROUP_OF] = {OTFP_PARQUET_TEXT, PUT_NUMBER, MEANT, 0},
	[OTFP_COLUMN_FILE_OF] = {OTFP_PARQUET_TEXT, PUT_NUMBER, MEANT, 0},
	[OTFP_COLUMN_LINE_OF] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, MEANT, 0},
};

static unsigned add_store(struct columns *t, unsigned cell, unsigned put)
{
	t->stores[t->nstores] = (struct columns_store){(uint8_t)cell, (uint8_t)put};
	return t->nstores++;
}

/* The store of a cell; columns of the same numbers share it. */
static unsigned store_of(struct columns *t, unsigned cell, unsigned put)
{
	for (unsigned i = 0; put == PUT_NUMBER && i < t->nstores; i++)
		if (t->stores[i].cell == cell && t->stores[i].put == put)
			return i;
	return add_store(t, cell, put);
}

static void add(struct columns *t, unsigned from, const struct otfp_parquet_column *c)
{
	t->from[t->ncolumns] = (uint8_t)from;
	t->columns[t->ncolumns++] = *c;
}

/* Beside the column that was added last. @return 0, or -1 when memory is out */
static int add_raw(struct columns *t, unsigned from)
{
	struct otfp_parquet_column *c = &t->columns[t->ncolumns - 1];
	const size_t n = strlen(c->name) + sizeof "_raw";
	struct otfp_parquet_column raw = {.type = OTFP_PARQUET_BYTES, .is_nullable = 1, .from = c->from, .of = c->of};
	char *name = otfp_arena_get(&t->names, n);

	if (!name)
		return -1;
	snprintf(name, n, "%s_raw", c->name);
	raw.name = name;
	if (c->from == OTFP_PARQUET_STORED)
		raw.of = add_store(t, t->stores[c->of].cell, PUT_NOTHING);
	c->is_nullable = 1;
	add(t, from, &raw);
	return 0;
}

/* Words are ours, so they are UTF-8. */
static int has_raw(const struct otfp_column *c)
{
	return c->type != OTFP_COLUMN_WORD && kinds[c->type].type == OTFP_PARQUET_TEXT;
}

/* The stores of numbers come first. */
static void add_numbers(struct columns *t)
{
	for (unsigned i = 0; i < t->of->ncolumns; i++) {
		const struct otfp_column *c = &t->of->columns[i];
		if (!(c->is_for & OTFP_FOR_PARQUET) || kinds[c->type].put != PUT_NUMBER)
			continue;
		store_of(t, otfp_table_cell_at(t->of, i), PUT_NUMBER);
		if (c->type == OTFP_COLUMN_BETWEEN)
			store_of(t, c->to, PUT_NUMBER);
	}
	t->nnumbers = t->nstores;
}

static int add_column(struct columns *t, unsigned from)
{
	const struct otfp_column *c = &t->of->columns[from];
	struct otfp_parquet_column to = {.name = c->name,
	                                 .type = (enum otfp_parquet_type)kinds[c->type].type,
	                                 .is_nullable = c->is_null,
	                                 .is_many = kinds[c->type].is_many,
	                                 .from = (enum otfp_parquet_from)kinds[c->type].from};

	to.of = to.with = store_of(t, otfp_table_cell_at(t->of, from), kinds[c->type].put);
	if (c->type == OTFP_COLUMN_BETWEEN)
		to.with = store_of(t, c->to, PUT_NUMBER);
	add(t, from, &to);
	return has_raw(c) ? add_raw(t, from) : 0;
}

static int add_columns(struct columns *t)
{
	int rc = 0;

	add_numbers(t);
	for (unsigned i = 0; i < t->of->ncolumns && rc == 0; i++)
		if (t->of->columns[i].is_for & OTFP_FOR_PARQUET)
			rc = add_column(t, i);
	return rc;
}

/* ---- the order of the rows ---- */

static int is_process(const struct otfp_column *c)
{
	return c->type == OTFP_COLUMN_TOKEN && c->space == OTFP_NAMED_PROCESS;
}

static int is_time(const struct otfp_column *c)
{
	return c->type == OTFP_COLUMN_TICK || c->type == OTFP_COLUMN_SAME;
}

/* 1 + the first column of a kind; 0: there is none */
static unsigned find(const struct columns *t, int (*is)(const struct otfp_column *c))
{
	for (unsigned i = 0; i < t->ncolumns; i++)
		if (is(&t->of->columns[t->from[i]]))
			return i + 1;
	return 0;
}

/* ---- what columns are made of ---- */

static struct otfp_parquet_meaning mean(const void *ctx, unsigned column, uint64_t value)
{
	const struct columns *t = ctx;
	const struct otfp_column *of = &t->of->columns[t->from[column]];
	const int is_raw = t->columns[column].type == OTFP_PARQUET_BYTES;
	struct otfp_parquet_meaning m = {0};

	if (of->type == OTFP_COLUMN_LINE_OF) {
		m.has = otfp_tables_line(*t->o->model, of, value, &m.number);
		return m;
	}
	m.text = otfp_tables_text(*t->o->model, of, value);
	m.has = m.text.p && rows_is_utf8(m.text.p, m.text.n) != is_raw;
	return m;
}

static void make(const void *ctx, unsigned column, uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n)
{
	const struct columns *t = ctx;

	otfp_tables_make(*t->o->model, &t->of->columns[t->from[column]], (int64_t *)to, a, b, n);
}

/* ---- rows ---- */

static int has_texts(const struct columns *t)
{
	for (unsigned i = t->nnumbers; i < t->nstores; i++)
		if (t->stores[i].put != PUT_REAL)
			return 1;
	return 0;
}

int columns_open(struct columns *t, struct otfp_table *of, const struct columns_options *o, struct otfp_error *err)
{
	struct otfp_parquet_options how = {.rows = o->rows, .level = o->level, .pool = o->pool};

	t->of = of;
	t->o = o;
	t->err = err;
	if (add_columns(t) < 0)
		return otfp_fail_memory(err);
	t->batch = has_texts(t) ? 1 : BATCH;
	t->rows = of->row = calloc(t->batch * of->ncolumns, sizeof *t->rows);
	if (!t->rows)
		return otfp_fail_memory(err);
	how.columns = t->columns;
	how.ncolumns = t->ncolumns;
	how.nstores = t->nstores;
	how.maker = (struct otfp_parquet_maker){make, mean, t};
	how.sort_by[0] = find(t, is_process);
	how.sort_by[1] = how.sort_by[0] ? find(t, is_time) : 0;
	return otfp_parquet_new(&t->writer, &t->file, &how, err);
}

int columns_put(struct columns *t)
{
	size_t row;
	int code = otfp_parquet_begin(t->writer, &row);

	if (code < 0)
		return code;
	if (t->nrows++ == 0)
		t->first = row;
	t->of->row += t->of->ncolumns;
	if (t->nrows == t->batch || otfp_parquet_is_last(t->writer))
		code = rows_store(t);
	return code < 0 ? code : otfp_parquet_end(t->writer);
}

int columns_flush(struct columns *t)
{
	const int code = rows_store(t);

	return code < 0 ? code : otfp_parquet_flush(t->writer);
}

int columns_finish(struct columns *t, const struct otfp_parquet_pair *pairs, size_t npairs)
{
	const int code = rows_store(t);

	return code < 0 ? code : otfp_parquet_finish(t->writer, pairs, npairs, &t->bytes);
}

void columns_release(struct columns *t)
{
	otfp_parquet_free(t->writer);
	otfp_newfile_release(&t->file);
	otfp_arena_release(&t->names);
	free(t->rows);
	t->rows = NULL;
	t->writer = NULL;
}
