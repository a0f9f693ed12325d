#include "parquet/writer.h"
#include "base/assert.h"
#include "io/pool.h"
#include "parquet/order.h"
#include <stdlib.h>

enum { ROWS = 1000000, LEVEL = 3, FIRST_ROWS = 256, TEXT_MAX = 1 << 28, MAGIC = 4 };
/* texts of so many bytes end a row group */
enum { TEXTS = 1 << 26 };
/* beside its bytes a different text needs these */
enum { TEXT_COST = 50 };

/* A column that is encoded, perhaps in another thread. */
struct encoding {
	struct otfp_task task; /* the first member */
	struct otfp_parquet_chunk chunk;
	const uint32_t *order;
	size_t rows;
	int rc;
};

struct otfp_parquet {
	struct otfp_newfile *file;
	struct otfp_error *err;
	struct otfp_parquet_options o;
	struct otfp_parquet_values *values; /* by column */
	struct otfp_parquet_chunk *chunks;
	size_t n, cap;     /* rows of the group; room for them */
	size_t text_bytes; /* of all columns, with what texts need beside */
	struct otfp_parquet_footer footer;
	uint64_t at; /* bytes of the file so far */
};

/* ---- begin and end ---- */

static int put(struct otfp_parquet *w, const void *p, size_t n)
{
	w->at += n;
	return otfp_newfile_put(w->file, p, n, w->err);
}

static int reserve_columns(struct otfp_parquet *w)
{
	w->values = calloc(w->o.ncolumns, sizeof *w->values);
	w->chunks = calloc(w->o.ncolumns, sizeof *w->chunks);
	if (!w->values || !w->chunks)
		return otfp_fail_memory(w->err);
	for (unsigned i = 0; i < w->o.ncolumns; i++)
		w->values[i].column = &w->o.columns[i];
	return 0;
}

int otfp_parquet_new(struct otfp_parquet **to, struct otfp_newfile *file, const struct otfp_parquet_options *o,
                     struct otfp_error *err)
{
	struct otfp_parquet *w = calloc(1, sizeof *w);

	OTFP_ASSERT(o->ncolumns);
	*to = NULL;
	if (!w)
		return otfp_fail_memory(err);
	*w = (struct otfp_parquet){.file = file, .err = err, .o = *o};
	w->o.rows = o->rows ? o->rows : ROWS;
	w->o.level = o->level ? o->level : LEVEL;
	if (reserve_columns(w) < 0 || put(w, "PAR1", MAGIC) < 0) {
		otfp_parquet_free(w);
		return OTFP_EFAIL;
	}
	*to = w;
	return 0;
}

/* Free the values of the group; the next one often needs as much, but many tables have one only. */
static void drop_rows(struct otfp_parquet *w)
{
	for (unsigned i = 0; w->values && i < w->o.ncolumns; i++) {
		struct otfp_parquet_values *v = &w->values[i];
		free(v->values);
		free(v->has);
		otfp_interns_release(&v->texts);
		*v = (struct otfp_parquet_values){.column = v->column};
	}
	w->n = 0;
	w->cap = 0;
	w->text_bytes = 0;
}

static void drop_chunks(struct otfp_parquet *w)
{
	for (unsigned i = 0; w->chunks && i < w->o.ncolumns; i++)
		otfp_chunk_release(&w->chunks[i]);
}

void otfp_parquet_free(struct otfp_parquet *w)
{
	if (!w)
		return;
	drop_rows(w);
	drop_chunks(w);
	otfp_footer_release(&w->footer);
	free(w->values);
	free(w->chunks);
	free(w);
}

/* ---- rows ---- */

static int grow_column(struct otfp_parquet_values *v, size_t cap)
{
	uint64_t *values = realloc(v->values, cap * sizeof *values);
	uint8_t *has;

	if (!values)
		return -1;
	v->values = values;
	if (!v->column->is_nullable)
		return 0;
	has = realloc(v->has, cap);
	if (!has)
		return -1;
	v->has = has;
	return 0;
}

/* Rows of a rare column that has room are NULL until they are set. */
static void clear_rare(struct otfp_parquet_values *v, size_t from, size_t to)
{
	memset(v->values + from, 0, (to - from) * sizeof *v->values);
	memset(v->has + from, 0, to - from);
}

/* Make room for the values of a rare column: all are NULL. */
static int open_rare(struct otfp_parquet *w, struct otfp_parquet_values *v)
{
	if (grow_column(v, w->cap) < 0)
		return otfp_fail_memory(w->err);
	clear_rare(v, 0, w->cap);
	return 0;
}

static int grow_rows(struct otfp_parquet *w)
{
	size_t cap = w->cap ? w->cap * 2 : FIRST_ROWS;

	if (cap > w->o.rows)
		cap = w->o.rows;
	for (unsigned i = 0; i < w->o.ncolumns; i++) {
		struct otfp_parquet_values *v = &w->values[i];
		if (v->column->is_rare && !v->values)
			continue;
		if (grow_column(v, cap) < 0)
			return otfp_fail_memory(w->err);
		if (v->column->is_rare)
			clear_rare(v, w->cap, cap);
	}
	w->cap = cap;
	return 0;
}

int otfp_parquet_begin(struct otfp_parquet *w, size_t *row)
{
	*row = w->n;
	return w->n < w->cap ? 0 : grow_rows(w);
}

struct otfp_parquet_values *otfp_parquet_at(struct otfp_parquet *w, unsigned column)
{
	return &w->values[column];
}

int otfp_parquet_set_rare(struct otfp_parquet *w, unsigned column, size_t row, uint64_t value)
{
	struct otfp_parquet_values *v = &w->values[column];

	OTFP_ASSERT(v->column->is_rare && v->column->is_nullable);
	if (!v->values && open_rare(w, v) < 0)
		return w->err->code;
	otfp_parquet_set(v, row, value);
	return 0;
}

int otfp_parquet_text(struct otfp_parquet *w, unsigned column, const char *p, size_t n, uint64_t *value)
{
	struct otfp_parquet_values *v = &w->values[column];
	const size_t before = v->texts.n;

	if (n > TEXT_MAX)
		return otfp_fail(w->err, OTFP_EFAIL, "%s: a text of %zu bytes does not fit into column %s",
		                 w->file->name, n, v->column->name);
	*value = otfp_intern(&v->texts, p, n);
	if (!*value)
		return otfp_fail_memory(w->err);
	if (v->texts.n != before) {
		v->text_bytes += n;
		w->text_bytes += n + TEXT_COST;
	}
	return 0;
}

int otfp_parquet_end(struct otfp_parquet *w)
{
	w->n++;
	return w->n == w->o.rows || w->text_bytes > TEXTS ? otfp_parquet_flush(w) : 0;
}

size_t otfp_parquet_groups(const struct otfp_parquet *w)
{
	return w->footer.ngroups;
}

size_t otfp_parquet_memory(const struct otfp_parquet *w)
{
	size_t bytes = w->text_bytes;

	for (unsigned i = 0; i < w->o.ncolumns; i++)
		bytes += w->values[i].values ? w->n * (sizeof *w->values->values + 1) : 0;
	return bytes;
}

/* ---- row groups ---- */

/* The order of the rows, or NULL for that in which they came. */
static int sort(struct otfp_parquet *w, uint32_t **order)
{
	*order = NULL;
	if (!w->o.sort_by[0])
		return 0;
	*order = malloc(w->n * sizeof **order);
	if (!*order)
		return -1;
	for (uint32_t i = 0; i < w->n; i++)
		(*order)[i] = i;
	for (unsigned k = 2; k-- > 0;)
		if (w->o.sort_by[k]) {
			const struct otfp_parquet_values *v = &w->values[w->o.sort_by[k] - 1];
			const uint64_t flip = v->column->type == OTFP_PARQUET_SIGNED ? (uint64_t)1 << 63 : 0;
			if (otfp_order_by(*order, v->values, flip, w->n) < 0)
				return -1;
		}
	return 0;
}

static void run_encoding(struct otfp_task *task)
{
	struct encoding *e = (struct encoding *)task;

	e->rc = otfp_chunk_encode(&e->chunk, e->order, e->rows);
}

/* Encode all columns. @return 0, or -1 when memory is out */
static int encode(struct otfp_parquet *w, const uint32_t *order)
{
	struct encoding *all = calloc(w->o.ncolumns, sizeof *all);
	int rc = all ? 0 : -1;

	for (unsigned i = 0; all && i < w->o.ncolumns; i++) {
		all[i] = (struct encoding){.task.run = run_encoding, .order = order, .rows = w->n};
		all[i].chunk = (struct otfp_parquet_chunk){.values = &w->values[i], .level = w->o.level};
		if (w->o.pool)
			otfp_pool_submit(w->o.pool, &all[i].task);
		else
			run_encoding(&all[i].task);
	}
	for (unsigned i = 0; all && i < w->o.ncolumns; i++) {
		if (w->o.pool)
			otfp_pool_wait(w->o.pool, &all[i].task);
		w->chunks[i] = all[i].chunk;
		rc = all[i].rc < 0 ? -1 : rc;
	}
	free(all);
	return rc;
}

static int put_group(struct otfp_parquet *w)
{
	struct otfp_buf indexes = OTFP_BUF_INIT;
	int code = 0;

	if (otfp_footer_group(&w->footer, &indexes, w->chunks, w->o.ncolumns, w->at, w->n) < 0)
		code = otfp_fail_memory(w->err);
	for (unsigned i = 0; code == 0 && i < w->o.ncolumns; i++)
		code = put(w, w->chunks[i].bytes.p, w->chunks[i].bytes.n);
	if (code == 0)
		code = put(w, indexes.p, indexes.n);
	otfp_buf_release(&indexes);
	return code;
}

int otfp_parquet_flush(struct otfp_parquet *w)
{
	uint32_t *order = NULL;
	int code;

	if (!w->n)
		return 0;
	code = w->o.complete ? w->o.complete(w->o.complete_ctx, w, w->n) : 0;
	if (code == 0)
		code = sort(w, &order) < 0 || encode(w, order) < 0 ? otfp_fail_memory(w->err) : put_group(w);
	free(order);
	drop_chunks(w);
	drop_rows(w);
	return code;
}

int otfp_parquet_finish(struct otfp_parquet *w, const struct otfp_parquet_pair *pairs, size_t npairs, uint64_t *bytes)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int code = otfp_parquet_flush(w);

	if (code == 0 && otfp_footer_put(&w->footer, &b, w->o.columns, w->o.ncolumns, pairs, npairs) < 0)
		code = otfp_fail_memory(w->err);
	if (code == 0)
		code = put(w, b.p, b.n);
	otfp_buf_release(&b);
	if (bytes)
		*bytes = w->at;
	return code;
}
