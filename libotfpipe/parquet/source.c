#include "parquet/source.h"
#include <stdlib.h>

/* Index the numbers of the store. @return 0, or -1 when memory is out */
static int number(struct otfp_parquet_source *s, size_t n, int is_meant)
{
	int rc;

	s->index = malloc(n * sizeof *s->index);
	if (!s->index)
		return -1;
	rc = otfp_numbers_index(&s->numbers, s->index, s->store->values, s->store->has, n, is_meant);
	s->pays = rc > 0;
	s->wants_indices = s->pays || is_meant;
	return rc < 0 ? -1 : 0;
}

int otfp_source_begin(struct otfp_parquet_source *s, size_t n, int is_meant)
{
	s->page = malloc(sizeof *s->page);
	if (!s->page)
		return -1;
	if (!s->wants_indices || !s->store->values)
		return 0;
	if (!s->store->texts.n && number(s, n, is_meant) < 0)
		return -1;
	if (s->wants_indices)
		s->seen = calloc((s->index ? s->numbers.n : s->store->texts.n) + (size_t)1, sizeof *s->seen);
	return s->seen || !s->wants_indices ? 0 : -1;
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

/* List the indices of the page. */
static void list_different(struct otfp_parquet_source *s, struct otfp_source_page *p)
{
	size_t n = 0;

	s->npages++;
	for (size_t i = 0; i < p->rows.n; i++) {
		uint32_t *seen = &s->seen[p->indices[i]];
		p->different[n] = p->indices[i];
		n += *seen != s->npages;
		*seen = s->npages;
	}
	p->ndifferent = n;
}

void otfp_source_fetch(struct otfp_parquet_source *s, const uint32_t *rows, size_t nrows)
{
	struct otfp_source_page *p = s->page;

	otfp_source_both(s, s, rows, nrows, &p->rows);
	if (s->wants_values)
		otfp_source_values(s, &p->rows, p->values);
	p->ndifferent = 0;
	if (!s->wants_indices || !p->rows.n)
		return;
	fetch_indices(s, &p->rows, p->indices);
	list_different(s, p);
}

void otfp_source_release(struct otfp_parquet_source *s)
{
	otfp_numbers_release(&s->numbers);
	free(s->index);
	free(s->seen);
	free(s->page);
	*s = (struct otfp_parquet_source){.store = s->store};
}
