#include "parquet/source.h"
#include <stdlib.h>

int otfp_source_begin(struct otfp_parquet_source *s, size_t n, int is_meant)
{
	int rc = 0;

	s->page = malloc(sizeof *s->page);
	if (!s->page)
		return -1;
	if (!s->wants_indices || s->store->texts.n || !s->store->values)
		return 0;
	s->index = malloc(n * sizeof *s->index);
	if (s->index)
		rc = otfp_numbers_index(&s->numbers, s->index, s->store->values, s->store->has, n, is_meant);
	s->pays = rc > 0;
	s->wants_indices = s->pays || is_meant;
	return s->index && rc >= 0 ? 0 : -1;
}

/* Keep the rows that both have; either may be NULL: it has all. */
static void keep(struct otfp_page_rows *r, const uint8_t *a, const uint8_t *b, const uint32_t *rows)
{
	size_t n = 0;

	for (size_t i = 0; i < r->nrows; i++) {
		const uint32_t has = (!a || a[rows[i]]) && (!b || b[rows[i]]);
		r->levels[i] = has;
		r->kept[n] = rows[i];
		n += has;
	}
	r->n = n;
	r->rows = r->kept;
}

void otfp_source_both(const struct otfp_parquet_source *a, const struct otfp_parquet_source *b, const uint32_t *rows,
                      size_t nrows, struct otfp_page_rows *r)
{
	const struct otfp_store *x = a->store, *y = b->store;

	r->nrows = nrows;
	r->n = x->values && y->values ? nrows : 0;
	r->rows = rows;
	if (r->n && (x->has || y->has))
		keep(r, x->has, y->has, rows);
}

void otfp_source_values(const struct otfp_parquet_source *s, const struct otfp_page_rows *r, uint64_t *to)
{
	const uint64_t *values = s->store->values;

	for (size_t i = 0; i < r->n; i++)
		to[i] = values[r->rows[i]];
}

/* Texts are numbered already. */
static void fetch_indices(const struct otfp_parquet_source *s, const struct otfp_page_rows *r, uint32_t *to)
{
	const uint64_t *values = s->store->values;

	if (s->index)
		for (size_t i = 0; i < r->n; i++)
			to[i] = s->index[r->rows[i]];
	else
		for (size_t i = 0; i < r->n; i++)
			to[i] = (uint32_t)values[r->rows[i]] - 1;
}

void otfp_source_fetch(struct otfp_parquet_source *s, const uint32_t *rows, size_t nrows)
{
	struct otfp_source_page *p = s->page;

	otfp_source_both(s, s, rows, nrows, &p->rows);
	if (s->wants_values)
		otfp_source_values(s, &p->rows, p->values);
	if (s->wants_indices)
		fetch_indices(s, &p->rows, p->indices);
}

void otfp_source_release(struct otfp_parquet_source *s)
{
	otfp_numbers_release(&s->numbers);
	free(s->index);
	free(s->page);
	*s = (struct otfp_parquet_source){.store = s->store};
}
