#include "cmd/to-parquet/columns.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/json.h"
#include "base/map.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- columns ---- */

/* What becomes of a cell. */
enum put {
	PUT_NUMBER,
	PUT_REAL,
	PUT_TEXT, /* in this column or, if it is no UTF-8, in the next one */
	PUT_BYTES,
	PUT_TOKEN, /* the number, until the row group is complete: then the text that it means, as PUT_TEXT */
	PUT_LINE,  /* the same with a line number */
	PUT_SINCE  /* the tick, until then: then nanoseconds */
};

static const struct {
	uint8_t type, put;
	uint8_t is_many;
} kinds[] = {
	[OTFP_COLUMN_ID] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, 1},
	[OTFP_COLUMN_ROW] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, 0},
	[OTFP_COLUMN_TOKEN] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, 0},
	[OTFP_COLUMN_UNSIGNED] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, 0},
	[OTFP_COLUMN_TICK] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, 1},
	[OTFP_COLUMN_TICKS] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, 1},
	[OTFP_COLUMN_VALUE] = {OTFP_PARQUET_REAL, PUT_REAL, 0},
	[OTFP_COLUMN_TEXT] = {OTFP_PARQUET_TEXT, PUT_TEXT, 0},
	[OTFP_COLUMN_NAME] = {OTFP_PARQUET_TEXT, PUT_TEXT, 0},
	[OTFP_COLUMN_WORD] = {OTFP_PARQUET_TEXT, PUT_TEXT, 0},
	[OTFP_COLUMN_SAME] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, 1},
	[OTFP_COLUMN_SINCE] = {OTFP_PARQUET_SIGNED, PUT_SINCE, 1},
	[OTFP_COLUMN_NS] = {OTFP_PARQUET_SIGNED, PUT_NUMBER, 1},
	[OTFP_COLUMN_BETWEEN] = {OTFP_PARQUET_SIGNED, PUT_NUMBER, 1},
	[OTFP_COLUMN_AS_REAL] = {OTFP_PARQUET_REAL, PUT_REAL, 0},
	[OTFP_COLUMN_AS_SIGNED] = {OTFP_PARQUET_SIGNED, PUT_NUMBER, 0},
	[OTFP_COLUMN_AS_UNSIGNED] = {OTFP_PARQUET_UNSIGNED, PUT_NUMBER, 0},
	[OTFP_COLUMN_AS_BYTES] = {OTFP_PARQUET_BYTES, PUT_BYTES, 0},
	[OTFP_COLUMN_NAME_OF] = {OTFP_PARQUET_TEXT, PUT_TOKEN, 0},
	[OTFP_COLUMN_GROUP_OF] = {OTFP_PARQUET_TEXT, PUT_TOKEN, 0},
	[OTFP_COLUMN_FILE_OF] = {OTFP_PARQUET_TEXT, PUT_TOKEN, 0},
	[OTFP_COLUMN_LINE_OF] = {OTFP_PARQUET_UNSIGNED, PUT_LINE, 0},
};

static enum put put_of(const struct otfp_column *c)
{
	return (enum put)kinds[c->type].put;
}

static struct otfp_parquet_column *add(struct columns *t, unsigned from)
{
	t->from[t->ncolumns] = (uint8_t)from;
	t->cell[t->ncolumns] = (uint8_t)otfp_table_cell_at(t->of, from);
	t->put[t->ncolumns] = kinds[t->of->columns[from].type].put;
	return &t->columns[t->ncolumns++];
}

/* @return 0, or -1 when memory is out */
static int add_raw(struct columns *t, unsigned from)
{
	const char *name = t->of->columns[from].name;
	const size_t n = strlen(name) + sizeof "_raw";
	char *raw = otfp_arena_get(&t->names, n);

	if (!raw)
		return -1;
	snprintf(raw, n, "%s_raw", name);
	*add(t, from) = (struct otfp_parquet_column){raw, OTFP_PARQUET_BYTES, 1, 0, 1};
	return 0;
}

/* Words are ours, so they are UTF-8. */
static int has_raw(const struct otfp_column *c)
{
	return c->type != OTFP_COLUMN_WORD && (put_of(c) == PUT_TEXT || put_of(c) == PUT_TOKEN);
}

static int add_columns(struct columns *t)
{
	int rc = 0;

	for (unsigned i = 0; i < t->of->ncolumns && rc == 0; i++) {
		const struct otfp_column *c = &t->of->columns[i];
		if (!(c->is_for & OTFP_FOR_PARQUET))
			continue;
		*add(t, i) = (struct otfp_parquet_column){.name = c->name,
		                                          .type = (enum otfp_parquet_type)kinds[c->type].type,
		                                          .is_nullable = c->is_null,
		                                          .is_many = kinds[c->type].is_many};
		if (has_raw(c)) {
			t->columns[t->ncolumns - 1].is_nullable = 1;
			rc = add_raw(t, i);
		}
	}
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

/* ---- what tokens mean ---- */

/* The values of a column of tokens, of which each is asked once. */
struct meaning {
	struct columns *t;
	unsigned column;
	const struct otfp_column *of;
	struct otfp_map known; /* token -> value << 2 | is_there << 1 | is_raw */
};

enum { IS_RAW = 1, IS_THERE = 2, SHIFT = 2 };

static int is_utf8(const char *p, size_t n)
{
	for (size_t i = 0, k; i < n; i += k) {
		k = (unsigned char)p[i] < 0x80 ? 1 : otfp_utf8_length(p + i, n - i);
		if (!k)
			return 0;
	}
	return 1;
}

/* @return 0 or <0 */
static int ask_text(const struct meaning *m, otfp_ref ref, uint64_t *known)
{
	const struct otfp_str text = otfp_tables_text(*m->t->o->model, m->of, ref);
	const int is_raw = text.p && !is_utf8(text.p, text.n);
	uint64_t value = 0;

	*known = 0;
	if (text.p && otfp_parquet_text(m->t->writer, m->column + (unsigned)is_raw, text.p, text.n, &value) < 0)
		return m->t->err->code;
	if (text.p)
		*known = value << SHIFT | IS_THERE | (is_raw ? IS_RAW : 0);
	return 0;
}

static int ask(struct meaning *m, otfp_ref ref, uint64_t *known)
{
	uint64_t line;
	int code = 0;

	if (put_of(m->of) == PUT_TOKEN)
		code = ask_text(m, ref, known);
	else if (otfp_tables_line(*m->t->o->model, m->of, ref, &line))
		*known = line << SHIFT | IS_THERE;
	else
		*known = 0;
	return code == 0 && otfp_map_set(&m->known, ref, *known) < 0 ? otfp_fail_memory(m->t->err) : code;
}

static int look_up(struct meaning *m, otfp_ref ref, uint64_t *known)
{
	const uint64_t *at = otfp_map_get(&m->known, ref);

	if (!at)
		return ask(m, ref, known);
	*known = *at;
	return 0;
}

/* Replace the tokens of all rows. */
static int replace(struct meaning *m, size_t rows)
{
	struct otfp_parquet_values *v = otfp_parquet_at(m->t->writer, m->column);
	otfp_ref last = 0;
	uint64_t known = 0;
	int has_last = 0, code = 0;

	for (size_t i = 0; i < rows && code == 0; i++) {
		const otfp_ref ref = v->values[i];
		if (!v->has[i])
			continue;
		if (!has_last || ref != last)
			code = look_up(m, ref, &known);
		last = ref;
		has_last = 1;
		if ((known & (IS_THERE | IS_RAW)) == IS_THERE)
			v->values[i] = known >> SHIFT;
		else
			otfp_parquet_set_null(v, i);
		if (known & IS_RAW && code == 0)
			code = otfp_parquet_set_rare(m->t->writer, m->column + 1, i, known >> SHIFT);
	}
	return code;
}

static void count_from_start(const struct columns *t, unsigned column, size_t rows)
{
	struct otfp_parquet_values *v = otfp_parquet_at(t->writer, column);

	for (size_t i = 0; i < rows; i++)
		v->values[i] = (uint64_t)otfp_tables_since(*t->o->model, v->values[i]);
}

static int complete(void *ctx, struct otfp_parquet *w, size_t rows)
{
	struct columns *t = ctx;
	int code = 0;

	(void)w;
	for (unsigned i = 0; i < t->ncolumns && code == 0; i++) {
		struct meaning m = {.t = t, .column = i, .of = &t->of->columns[t->from[i]]};
		if (put_of(m.of) == PUT_TOKEN || put_of(m.of) == PUT_LINE)
			code = replace(&m, rows);
		else if (put_of(m.of) == PUT_SINCE)
			count_from_start(t, i, rows);
		if (has_raw(m.of))
			i++;
		otfp_map_release(&m.known);
	}
	return code;
}

/* ---- rows ---- */

int columns_open(struct columns *t, const struct otfp_table *of, const struct columns_options *o,
                 struct otfp_error *err)
{
	struct otfp_parquet_options how = {.rows = o->rows, .level = o->level, .pool = o->pool};

	t->of = of;
	t->o = o;
	t->err = err;
	if (add_columns(t) < 0)
		return otfp_fail_memory(err);
	how.columns = t->columns;
	how.ncolumns = t->ncolumns;
	how.sort_by[0] = find(t, is_process);
	how.sort_by[1] = how.sort_by[0] ? find(t, is_time) : 0;
	how.complete = complete;
	how.complete_ctx = t;
	return otfp_parquet_new(&t->writer, &t->file, &how, err);
}

static double real_of(const struct otfp_table_cell *c)
{
	if (c->type == OTFP_CELL_REAL)
		return c->v.real;
	return c->type == OTFP_CELL_SIGNED ? (double)c->v.i : (double)c->v.u;
}

static int put_text(struct columns *t, unsigned column, size_t row, const struct otfp_table_cell *c)
{
	struct otfp_parquet_values *v = otfp_parquet_at(t->writer, column);
	const int is_raw = c->type != OTFP_CELL_WORD && !is_utf8(c->v.p, c->n);
	uint64_t value;

	if (otfp_parquet_text(t->writer, column + (unsigned)is_raw, c->v.p, c->n, &value) < 0)
		return t->err->code;
	if (!is_raw) {
		otfp_parquet_set(v, row, value);
		return 0;
	}
	otfp_parquet_set_null(v, row);
	return otfp_parquet_set_rare(t->writer, column + 1, row, value);
}

static int put_bytes(struct columns *t, unsigned column, size_t row, const struct otfp_table_cell *c)
{
	uint64_t value;

	if (otfp_parquet_text(t->writer, column, c->v.p, c->n, &value) < 0)
		return t->err->code;
	otfp_parquet_set(otfp_parquet_at(t->writer, column), row, value);
	return 0;
}

/* A cell that is not NULL, and no number. */
static __attribute__((noinline)) int put_other(struct columns *t, unsigned column, size_t row,
                                               const struct otfp_table_cell *c)
{
	switch (t->put[column]) {
	case PUT_REAL: otfp_parquet_set_real(otfp_parquet_at(t->writer, column), row, real_of(c)); return 0;
	case PUT_TEXT: return put_text(t, column, row, c);
	default: return put_bytes(t, column, row, c);
	}
}

int columns_put(struct columns *t)
{
	size_t row;
	int code = otfp_parquet_begin(t->writer, &row);
	struct otfp_parquet_values *v = otfp_parquet_at(t->writer, 0);

	for (unsigned i = 0; i < t->ncolumns && code == 0; i++) {
		const struct otfp_table_cell *c = &t->row[t->cell[i]];
		const unsigned put = t->put[i];
		if (t->columns[i].is_rare)
			continue;
		if (c->type == OTFP_CELL_NULL)
			otfp_parquet_set_null(&v[i], row);
		else if (OTFP_LIKELY(put == PUT_NUMBER || put >= PUT_TOKEN))
			otfp_parquet_set(&v[i], row, c->v.u);
		else
			code = put_other(t, i, row, c);
	}
	return code < 0 ? code : otfp_parquet_end(t->writer);
}

int columns_finish(struct columns *t, const struct otfp_parquet_pair *pairs, size_t npairs)
{
	return otfp_parquet_finish(t->writer, pairs, npairs, &t->bytes);
}

void columns_release(struct columns *t)
{
	otfp_parquet_free(t->writer);
	otfp_newfile_release(&t->file);
	otfp_arena_release(&t->names);
	t->writer = NULL;
}
