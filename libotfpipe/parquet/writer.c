#include "parquet/writer.h"
#include "base/assert.h"
#include "parquet/group.h"
#include "parquet/order.h"
#include <stdlib.h>

enum { ROWS = 1000000, LEVEL = 1, FIRST_ROWS = 256, TEXT_MAX = 1 << 28, MAGIC = 4 };
/* of the room for rows: rows that move cost time, room that is not used costs nothing */
enum { GROWTH = 8 };
/* texts of so many bytes end a row group */
enum { TEXTS = 1 << 26 };
/* beside its bytes a different text needs these */
enum { TEXT_COST = 50 };

struct otfp_parquet {
	struct otfp_newfile *file;
	struct otfp_error *err;
	struct otfp_parquet_options o;
	struct otfp_store *stores;
	struct otfp_parquet_chunk *chunks; /* by column */
	size_t n, cap;                     /* rows of the group; room for them */
	size_t used;                       /* the most rows that had been there since there is room */
	size_t text_bytes;                 /* of all columns, with what texts need beside */
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
	w->stores = calloc(w->o.nstores, sizeof *w->stores);
	w->chunks = calloc(w->o.ncolumns, sizeof *w->chunks);
	return w->stores && w->chunks ? 0 : otfp_fail_memory(w->err);
}

int otfp_parquet_new(struct otfp_parquet **to, struct otfp_newfile *file, const struct otfp_parquet_options *o,
                     struct otfp_error *err)
{
	struct otfp_parquet *w = calloc(1, sizeof *w);

	OTFP_ASSERT(o->ncolumns && o->nstores);
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

/* Forget the values of the group. @param keeps  their memory is for the next group */
static void drop_rows(struct otfp_parquet *w, int keeps)
{
	for (unsigned i = 0; w->stores && i < w->o.nstores; i++)
		otfp_store_clear(&w->stores[i], keeps);
	if (w->used < w->n)
		w->used = w->n;
	if (!keeps)
		w->used = w->cap = 0;
	w->n = 0;
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
	drop_rows(w, 0);
	drop_chunks(w);
	otfp_footer_release(&w->footer);
	free(w->stores);
	free(w->chunks);
	free(w);
}

/* ---- rows ---- */

static int grow_rows(struct otfp_parquet *w)
{
	size_t cap = w->cap ? w->cap * GROWTH : FIRST_ROWS;

	if (cap > w->o.rows)
		cap = w->o.rows;
	for (unsigned i = 0; i < w->o.nstores; i++)
		if (otfp_store_grow(&w->stores[i], cap) < 0)
			return otfp_fail_memory(w->err);
	w->cap = cap;
	return 0;
}

int otfp_parquet_begin(struct otfp_parquet *w, size_t *row)
{
	*row = w->n;
	return w->n < w->cap ? 0 : grow_rows(w);
}

int otfp_parquet_is_last(const struct otfp_parquet *w)
{
	return w->n + 1 == w->o.rows;
}

struct otfp_store *otfp_parquet_at(struct otfp_parquet *w, unsigned store)
{
	return &w->stores[store];
}

int otfp_parquet_text(struct otfp_parquet *w, unsigned store, const char *p, size_t n, uint64_t *value)
{
	struct otfp_store *s = &w->stores[store];
	const size_t before = s->texts.n;

	if (n > TEXT_MAX)
		return otfp_fail(w->err, OTFP_EFAIL, "%s: a text of %zu bytes does not fit", w->file->name, n);
	*value = otfp_intern(&s->texts, p, n);
	if (!*value)
		return otfp_fail_memory(w->err);
	if (s->texts.n != before) {
		s->text_bytes += n;
		w->text_bytes += n + TEXT_COST;
	}
	return 0;
}

size_t otfp_parquet_memory(const struct otfp_parquet *w)
{
	const size_t rows = w->used > w->n ? w->used : w->n;
	size_t bytes = w->text_bytes;

	for (unsigned i = 0; i < w->o.nstores; i++)
		bytes += otfp_store_memory(&w->stores[i], rows);
	return bytes;
}

/* ---- row groups ---- */

static int sort_by(struct otfp_parquet *w, unsigned column, uint32_t *order)
{
	const struct otfp_parquet_column *c = &w->o.columns[column];
	const struct otfp_store *s = &w->stores[c->of];
	const uint64_t flip = c->type == OTFP_PARQUET_SIGNED ? (uint64_t)1 << 63 : 0;

	return s->values ? otfp_order_by(order, s->values, flip, w->n) : 0;
}

/* The order of the rows; NULL when memory is out. */
static uint32_t *sort(struct otfp_parquet *w)
{
	uint32_t *order = malloc(w->n * sizeof *order);
	int rc = 0;

	for (uint32_t i = 0; order && i < w->n; i++)
		order[i] = i;
	for (unsigned k = 2; order && rc == 0 && k > 0; k--)
		if (w->o.sort_by[k - 1])
			rc = sort_by(w, w->o.sort_by[k - 1] - 1, order);
	if (rc == 0)
		return order;
	free(order);
	return NULL;
}

static int encode(struct otfp_parquet *w, const uint32_t *order)
{
	const struct otfp_parquet_group group = {
		.columns = w->o.columns,
		.chunks = w->chunks,
		.ncolumns = w->o.ncolumns,
		.stores = w->stores,
		.nstores = w->o.nstores,
		.order = order,
		.rows = w->n,
		.maker = &w->o.maker,
		.level = w->o.level,
		.pool = w->o.pool,
	};

	return otfp_group_encode(&group);
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

static int flush(struct otfp_parquet *w, int keeps)
{
	uint32_t *order = w->n ? sort(w) : NULL;
	int code = 0;

	if (w->n)
		code = !order || encode(w, order) < 0 ? otfp_fail_memory(w->err) : put_group(w);
	free(order);
	drop_chunks(w);
	drop_rows(w, keeps);
	return code;
}

int otfp_parquet_end(struct otfp_parquet *w)
{
	w->n++;
	return w->n == w->o.rows || w->text_bytes > TEXTS ? flush(w, 1) : 0;
}

int otfp_parquet_flush(struct otfp_parquet *w)
{
	return flush(w, 0);
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
