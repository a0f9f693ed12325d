/* rows.c - cells of rows to stores. See rows.h. */
#include "cmd/to-parquet/rows.h"
#include "base/error.h"
#include "base/json.h"

/* ---- cells ---- */

int rows_is_utf8(const char *p, size_t n)
{
	for (size_t i = 0, k; i < n; i += k) {
		k = (unsigned char)p[i] < 0x80 ? 1 : otfp_utf8_length(p + i, n - i);
		if (!k)
			return 0;
	}
	return 1;
}

static double real_of(const struct otfp_table_cell *c)
{
	if (c->type == OTFP_CELL_REAL)
		return c->v.real;
	return c->type == OTFP_CELL_SIGNED ? (double)c->v.i : (double)c->v.u;
}

/* A cell that is not NULL. @return 0 or <0 */
static int put_text(struct columns *t, unsigned store, size_t row, const struct otfp_table_cell *c)
{
	struct otfp_store *s = otfp_parquet_at(t->writer, store);
	const int is_raw = c->type != OTFP_CELL_WORD && t->stores[store].put == PUT_TEXT && !rows_is_utf8(c->v.p, c->n);
	uint64_t value;
	int rc;

	if (otfp_parquet_text(t->writer, store + (unsigned)is_raw, c->v.p, c->n, &value) < 0)
		return t->err->code;
	if (is_raw)
		rc = otfp_store_set_null(s, row) < 0 ? -1 : otfp_store_set_rare(s + 1, row, value);
	else
		rc = otfp_store_set(s, row, value);
	return rc < 0 ? otfp_fail_memory(t->err) : 0;
}

/* A cell that is NULL, or no number. @return 0 or <0 */
static __attribute__((noinline)) int put_other(struct columns *t, unsigned store, size_t row,
                                               const struct otfp_table_cell *c)
{
	struct otfp_store *s = otfp_parquet_at(t->writer, store);
	const double real = real_of(c);
	uint64_t bits;
	int rc = 0;

	memcpy(&bits, &real, sizeof bits);
	if (c->type == OTFP_CELL_NULL)
		rc = otfp_store_set_null(s, row);
	else if (t->stores[store].put == PUT_REAL)
		rc = otfp_store_set(s, row, bits);
	else
		return put_text(t, store, row, c);
	return rc < 0 ? otfp_fail_memory(t->err) : 0;
}

/* ---- batches of rows ---- */

/* The cells of a column from c on as numbers. @return 0, or -1 when memory is out */
static int put_numbers(const struct columns *t, struct otfp_store *s, const struct otfp_table_cell *c)
{
	const size_t step = t->of->ncolumns;
	int some_null = !s->values, rc = 0;

	for (size_t i = 0; s->values && i < t->nrows; i++) {
		s->values[t->first + i] = c[i * step].v.u;
		some_null |= c[i * step].type == OTFP_CELL_NULL;
	}
	if (!some_null && s->has)
		memset(s->has + t->first, 1, t->nrows);
	for (size_t i = 0; some_null && i < t->nrows; i++)
		if (c[i * step].type != OTFP_CELL_NULL)
			rc |= otfp_store_set(s, t->first + i, c[i * step].v.u);
		else
			rc |= otfp_store_set_null(s, t->first + i);
	return rc;
}

/* The cells of a column that are no numbers. @return 0 or <0 */
static int put_others(struct columns *t, unsigned store)
{
	const struct otfp_table_cell *c = t->rows + t->stores[store].cell;
	int code = 0;

	for (size_t i = 0; i < t->nrows && code == 0; i++)
		code = put_other(t, store, t->first + i, c + i * t->of->ncolumns);
	return code;
}

int rows_store(struct columns *t)
{
	int rc = 0, code = 0;

	for (unsigned i = 0; i < t->nnumbers; i++)
		rc |= put_numbers(t, otfp_parquet_at(t->writer, i), t->rows + t->stores[i].cell);
	if (rc < 0)
		return otfp_fail_memory(t->err);
	for (unsigned i = t->nnumbers; i < t->nstores && code == 0; i++)
		if (t->stores[i].put != PUT_NOTHING)
			code = put_others(t, i);
	t->first += t->nrows;
	t->nrows = 0;
	t->of->row = t->rows;
	return code;
}
