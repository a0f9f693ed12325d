#include "parquet/chunk.h"
#include "parquet/bytes.h"
#include "parquet/delta.h"
#include "parquet/dictionary.h"
#include "parquet/rle.h"
#include <stdlib.h>

enum { ROWS = OTFP_PARQUET_PAGE_ROWS };

/* The values of a page that are not NULL. */
struct values {
	size_t nrows, n;
	const uint64_t *values;  /* with a dictionary: none */
	const uint32_t *indices; /* in the dictionary */
	const uint32_t *levels;  /* if there are some NULL, but not all */
};

/* ---- begin ---- */

static int may_have_dictionary(const struct otfp_parquet_column *c)
{
	return c->from == OTFP_PARQUET_MEANT ||
	       (c->from == OTFP_PARQUET_STORED && (otfp_parquet_is_text(c) || !c->is_many));
}

void otfp_chunk_ask(const struct otfp_parquet_chunk *c)
{
	if (may_have_dictionary(c->domain.column))
		c->of->wants_indices = 1;
	else
		c->of->wants_values = c->with->wants_values = 1;
}

/* Put the page, and count what it has before compression. */
static int put_page(struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e, size_t values, int encoding,
                    int is_dictionary)
{
	if (otfp_page_put(&e->pages, &c->packing, &c->bytes, &e->bytes, values, encoding, is_dictionary) < 0)
		return -1;
	c->raw += e->pages.header.n + e->bytes.n;
	e->bytes.n = 0;
	return 0;
}

/* Whether the indices and levels are those of `first`, too: each number means something else. */
static int is_same(const struct otfp_parquet_chunk *c, const struct otfp_parquet_chunk *first)
{
	if (!first || first->of != c->of || first->encoding != OTFP_PARQUET_DICTIONARY || !c->meanings ||
	    c->has_absent || first->domain.column->from != OTFP_PARQUET_STORED || first->width != c->width ||
	    first->domain.column->is_nullable != c->domain.column->is_nullable)
		return 0;
	for (uint32_t i = 0; i < c->of->numbers.n; i++)
		if (c->meanings[i] != i + 1)
			return 0;
	return 1;
}

static int put_dictionary(struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e)
{
	if (otfp_dictionary_put(c, &e->bytes) < 0 || put_page(c, e, c->ndictionary, OTFP_PARQUET_PLAIN, 1) < 0)
		return -1;
	c->data_at = c->bytes.n;
	return 0;
}

/* The encoding of a column without dictionary. */
static int encoding_of(const struct otfp_parquet_column *c)
{
	return c->type == OTFP_PARQUET_REAL || otfp_parquet_is_text(c) ? OTFP_PARQUET_PLAIN : OTFP_PARQUET_DELTA;
}

int otfp_chunk_begin(struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e, const struct otfp_parquet_chunk *first,
                     size_t rows)
{
	const int has = may_have_dictionary(c->domain.column) ? otfp_dictionary_begin(c, e->maker, rows) : 0;

	c->pages = malloc((rows + ROWS - 1) / ROWS * sizeof *c->pages);
	if (has < 0 || !c->pages)
		return -1;
	c->encoding = has ? OTFP_PARQUET_DICTIONARY : encoding_of(c->domain.column);
	c->packing.is_doubtful = c->encoding == OTFP_PARQUET_DELTA;
	if (!has) {
		c->of->wants_values = 1;
		return 0;
	}
	c->same = is_same(c, first) ? first : NULL;
	return put_dictionary(c, e);
}

/* ---- the values of a page ---- */

static void make(const struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e, const uint32_t *rows,
                 struct values *v)
{
	const struct otfp_source_page *p = c->of->page;
	const uint64_t *a = p->values, *b = c->with->page->values;

	if (c->of != c->with) {
		otfp_source_both(c->of, c->with, rows, p->rows.nrows, &e->both);
		*v = (struct values){e->both.nrows, e->both.n, e->made, NULL, e->both.levels};
		if (e->both.n < p->rows.n || e->both.n < c->with->page->rows.n) {
			otfp_source_values(c->of, &e->both, e->a);
			otfp_source_values(c->with, &e->both, e->b);
			a = e->a;
			b = e->b;
		}
	}
	v->values = e->made;
	e->maker->make(e->maker->ctx, c->number, e->made, a, b, v->n);
}

static void mean(const struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e, struct values *v)
{
	const struct otfp_source_page *p = c->of->page;
	size_t n = 0;

	v->indices = e->indices;
	if (!c->ndictionary)
		v->n = 0;
	for (size_t i = 0; i < v->n && !c->has_absent && !c->same; i++)
		e->indices[i] = c->meanings[p->indices[i]] - 1;
	if (!v->n || !c->has_absent)
		return;
	for (size_t i = 0, k = 0; i < p->rows.nrows; i++) {
		const uint32_t has = p->rows.n == p->rows.nrows || (p->rows.n && p->rows.levels[i]);
		const uint32_t meaning = has ? c->meanings[p->indices[k]] : 0;
		k += has;
		e->levels[i] = meaning != 0;
		e->indices[n] = meaning - 1;
		n += meaning != 0;
	}
	v->n = n;
	v->levels = e->levels;
}

static struct values values_of(const struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e, const uint32_t *rows)
{
	const struct otfp_source_page *p = c->of->page;
	struct values v = {p->rows.nrows, p->rows.n, p->values, p->indices, p->rows.levels};

	if (c->domain.column->from == OTFP_PARQUET_MADE)
		make(c, e, rows, &v);
	else if (c->domain.column->from == OTFP_PARQUET_MEANT)
		mean(c, e, &v);
	return v;
}

/* ---- pages of values ---- */

/* Of version 1 of data pages: the number of their bytes stands before them. */
static int put_levels(struct otfp_buf *b, const struct values *v)
{
	const uint8_t none[4] = {0};
	const int is_mixed = v->n && v->n < v->nrows;

	if (otfp_buf_add(b, none, sizeof none) < 0 ||
	    (is_mixed ? otfp_rle_put(b, v->levels, v->nrows, 1) : otfp_rle_put_run(b, v->n != 0, v->nrows, 1)) < 0)
		return -1;
	otfp_put_low_bytes((uint8_t *)b->p, b->n - sizeof none, sizeof none);
	return 0;
}

static int put_plain(const struct otfp_parquet_chunk *c, struct otfp_buf *b, const struct values *v)
{
	int rc = 0;

	if (!otfp_parquet_is_text(c->domain.column))
		return otfp_plain_numbers(b, v->values, v->n);
	for (size_t i = 0; rc == 0 && i < v->n; i++)
		rc = otfp_plain_text(b, c->domain.texts->strings[v->values[i] - 1].text);
	return rc;
}

static int put_values(const struct otfp_parquet_chunk *c, struct otfp_buf *b, const struct values *v)
{
	const char width = (char)c->width;

	if (c->encoding == OTFP_PARQUET_PLAIN)
		return put_plain(c, b, v);
	if (c->encoding == OTFP_PARQUET_DELTA)
		return otfp_delta_put(b, v->values, v->n);
	return otfp_buf_add(b, &width, 1) < 0 ? -1 : otfp_rle_put(b, v->indices, v->n, c->width);
}

static void add_value(const struct otfp_parquet_domain *d, struct otfp_parquet_range *r, uint64_t value)
{
	const struct otfp_parquet_range one = otfp_range_of(d, &value, 1);

	otfp_range_add(d, r, &one);
}

/* Of those entries of the dictionary that the page has: what its different numbers are or mean. */
static struct otfp_parquet_range range_in(const struct otfp_parquet_chunk *c)
{
	const struct otfp_source_page *p = c->of->page;
	const int is_text = otfp_parquet_is_text(c->domain.column);
	struct otfp_parquet_range r = {0};

	for (size_t i = 0; i < p->ndifferent; i++) {
		const uint32_t k = c->meanings ? c->meanings[p->different[i]] : p->different[i] + 1;
		if (k)
			add_value(&c->domain, &r, is_text ? k : c->dictionary[k - 1]);
	}
	return r;
}

/* The page is that of another chunk, too. */
static int copy_page(struct otfp_parquet_chunk *c)
{
	const struct otfp_parquet_page *p = &c->same->pages[c->npages - 1];

	c->raw += p->raw;
	return otfp_buf_add(&c->bytes, c->same->bytes.p + p->at, p->n);
}

static int put_bytes(struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e, const struct values *v)
{
	if (c->same)
		return copy_page(c);
	if ((c->domain.column->is_nullable && put_levels(&e->bytes, v) < 0) || put_values(c, &e->bytes, v) < 0)
		return -1;
	return put_page(c, e, v->nrows, c->encoding, 0);
}

int otfp_chunk_page(struct otfp_parquet_chunk *c, struct otfp_chunk_encoder *e, const uint32_t *rows, size_t from)
{
	struct otfp_parquet_page *page = &c->pages[c->npages++];
	const struct values v = values_of(c, e, rows);
	const size_t raw = c->raw;

	*page = (struct otfp_parquet_page){.at = c->bytes.n, .row = from, .nulls = v.nrows - v.n};
	page->range = c->encoding == OTFP_PARQUET_DICTIONARY ? range_in(c) : otfp_range_of(&c->domain, v.values, v.n);
	otfp_range_add(&c->domain, &c->range, &page->range);
	c->nulls += page->nulls;
	if (put_bytes(c, e, &v) < 0)
		return -1;
	page->n = c->bytes.n - page->at;
	page->raw = c->raw - raw;
	return 0;
}

/* ---- end ---- */

void otfp_chunk_end(struct otfp_parquet_chunk *c)
{
	free(c->meanings);
	c->meanings = NULL;
}

void otfp_chunk_release(struct otfp_parquet_chunk *c)
{
	otfp_chunk_end(c);
	otfp_interns_release(&c->texts);
	otfp_numbers_release(&c->numbers);
	otfp_buf_release(&c->bytes);
	free(c->pages);
	c->pages = NULL;
	c->npages = 0;
}
