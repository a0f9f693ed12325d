#include "parquet/chunk.h"
#include "parquet/bytes.h"
#include "parquet/delta.h"
#include "parquet/numbers.h"
#include "parquet/rle.h"
#include <stddef.h>
#include <stdlib.h>

enum { ROWS = OTFP_PARQUET_PAGE_ROWS, BIG = 1 << 20 /* bytes of a dictionary of texts that has to pay */ };

/* What is needed while a chunk is made. */
struct encoder {
	struct otfp_parquet_chunk *chunk;
	const uint32_t *order;
	size_t rows;
	struct otfp_pages pages;
	struct otfp_buf bytes; /* of a page */
	struct otfp_numbers numbers;
	uint32_t *index; /* of numbers that have a dictionary: that of each row */
	uint32_t *seen;  /* of texts, see range.h */
	unsigned width;  /* bits of an index */
	/* of the rows of a page: those that are not NULL, and whether they are */
	size_t nvalues, nrows;
	uint64_t values[ROWS];
	uint32_t indices[ROWS], levels[ROWS];
};

static int put_plain_text(struct otfp_buf *b, struct otfp_str text)
{
	uint8_t length[4];

	otfp_put_low_bytes(length, text.n, 4);
	return otfp_buf_add(b, length, sizeof length) < 0 ? -1 : otfp_buf_add(b, text.p, text.n);
}

static int put_plain_numbers(struct otfp_buf *b, const uint64_t *v, size_t n)
{
	uint8_t *p;

	if (otfp_buf_reserve(b, n * sizeof *v) < 0)
		return -1;
	p = (uint8_t *)b->p + b->n;
	for (size_t i = 0; i < n; i++)
		p = otfp_put_low_bytes(p, v[i], sizeof *v);
	b->n += n * sizeof *v;
	return 0;
}

/* ---- the dictionary ---- */

static size_t count_values(const struct encoder *e)
{
	const uint8_t *has = e->chunk->values->has;
	size_t n = 0;

	if (!e->chunk->values->values)
		return 0;
	for (size_t i = 0; has && i < e->rows; i++)
		n += has[i];
	return has ? n : e->rows;
}

/* Texts have a dictionary already; it does not pay if it is big and no text is there twice. */
static int choose_for_texts(struct encoder *e)
{
	const struct otfp_parquet_values *v = e->chunk->values;

	e->chunk->encoding =
		v->text_bytes < BIG || v->texts.n < count_values(e) ? OTFP_PARQUET_DICTIONARY : OTFP_PARQUET_PLAIN;
	e->seen = calloc(v->texts.n + 1, sizeof *e->seen);
	return e->seen ? 0 : -1;
}

/* Numbers get a dictionary if it pays. */
static int choose_for_numbers(struct encoder *e)
{
	const struct otfp_parquet_values *v = e->chunk->values;
	int pays;

	e->chunk->encoding = v->column->type == OTFP_PARQUET_REAL ? OTFP_PARQUET_PLAIN : OTFP_PARQUET_DELTA;
	if (v->column->is_many || !v->values)
		return 0;
	e->index = malloc(e->rows * sizeof *e->index);
	pays = e->index ? otfp_numbers_index(&e->numbers, e->index, v->values, v->has, e->rows) : -1;
	if (pays > 0)
		e->chunk->encoding = OTFP_PARQUET_DICTIONARY;
	return pays < 0 ? -1 : 0;
}

/* @return 0, or -1 when memory is out */
static int choose(struct encoder *e)
{
	if (otfp_parquet_is_text(e->chunk->values->column))
		return choose_for_texts(e);
	return choose_for_numbers(e);
}

/* Put the page, and count what it has before compression. */
static int put_page(struct encoder *e, size_t values, int encoding, int is_dictionary)
{
	if (otfp_page_put(&e->pages, &e->chunk->bytes, &e->bytes, values, encoding, is_dictionary) < 0)
		return -1;
	e->chunk->raw += e->pages.header.n + e->bytes.n;
	e->bytes.n = 0;
	return 0;
}

static int put_dictionary(struct encoder *e)
{
	const struct otfp_interns *texts = &e->chunk->values->texts;
	const int is_text = otfp_parquet_is_text(e->chunk->values->column);
	const size_t n = is_text ? texts->n : e->numbers.n;
	int rc = is_text ? 0 : put_plain_numbers(&e->bytes, e->numbers.values, n);

	for (size_t i = 0; is_text && rc == 0 && i < n; i++)
		rc = put_plain_text(&e->bytes, texts->strings[i].text);
	e->width = n > 1 ? otfp_bits_of(n - 1) : 1;
	if (rc == 0)
		rc = put_page(e, n, OTFP_PARQUET_PLAIN, 1);
	e->chunk->data_at = e->chunk->bytes.n;
	return rc;
}

/* ---- pages of values ---- */

/* All rows of the page are NULL. */
static void gather_none(struct encoder *e)
{
	memset(e->levels, 0, e->nrows * sizeof *e->levels);
	e->nvalues = 0;
}

/* Fetch the rows of the page that begins at `from`. */
static void gather(struct encoder *e, size_t from)
{
	const struct otfp_parquet_values *v = e->chunk->values;
	size_t n = 0;

	e->nrows = e->rows - from < ROWS ? e->rows - from : ROWS;
	if (!v->values) {
		gather_none(e);
		return;
	}
	for (size_t i = 0; i < e->nrows; i++) {
		const size_t row = e->order ? e->order[from + i] : from + i;
		const uint32_t has = v->has ? v->has[row] : 1;
		e->levels[i] = has;
		e->values[n] = v->values[row];
		e->indices[n] = e->index ? e->index[row] : (uint32_t)v->values[row] - 1;
		n += has;
	}
	e->nvalues = n;
}

/* Of version 1 of data pages: the number of their bytes stands before them. */
static int put_levels(struct encoder *e)
{
	const uint8_t none[4] = {0};

	if (otfp_buf_add(&e->bytes, none, sizeof none) < 0 || otfp_rle_put(&e->bytes, e->levels, e->nrows, 1) < 0)
		return -1;
	otfp_put_low_bytes((uint8_t *)e->bytes.p, e->bytes.n - sizeof none, sizeof none);
	return 0;
}

static int put_plain(struct encoder *e)
{
	const struct otfp_parquet_values *v = e->chunk->values;
	int rc = 0;

	if (!otfp_parquet_is_text(v->column))
		return put_plain_numbers(&e->bytes, e->values, e->nvalues);
	for (size_t i = 0; rc == 0 && i < e->nvalues; i++)
		rc = put_plain_text(&e->bytes, v->texts.strings[e->values[i] - 1].text);
	return rc;
}

static int put_values(struct encoder *e)
{
	const char width = (char)e->width;

	if (e->chunk->encoding == OTFP_PARQUET_PLAIN)
		return put_plain(e);
	if (e->chunk->encoding == OTFP_PARQUET_DELTA)
		return otfp_delta_put(&e->bytes, e->values, e->nvalues);
	return otfp_buf_add(&e->bytes, &width, 1) < 0 ? -1 : otfp_rle_put(&e->bytes, e->indices, e->nvalues, e->width);
}

static int put_data_page(struct encoder *e, size_t from)
{
	struct otfp_parquet_chunk *c = e->chunk;
	struct otfp_parquet_page *page = &c->pages[c->npages++];

	gather(e, from);
	*page = (struct otfp_parquet_page){.at = c->bytes.n, .row = from, .nulls = e->nrows - e->nvalues};
	page->range = otfp_range_of(c->values, e->values, e->nvalues, e->seen, (uint32_t)c->npages);
	otfp_range_add(c->values, &c->range, &page->range);
	c->nulls += page->nulls;
	if ((c->values->column->is_nullable && put_levels(e) < 0) || put_values(e) < 0 ||
	    put_page(e, e->nrows, c->encoding, 0) < 0)
		return -1;
	page->n = c->bytes.n - page->at;
	return 0;
}

static int encode(struct encoder *e)
{
	struct otfp_parquet_chunk *c = e->chunk;
	int rc = choose(e);

	c->pages = malloc((e->rows + ROWS - 1) / ROWS * sizeof *c->pages);
	if (rc < 0 || !c->pages)
		return -1;
	e->pages.is_doubtful = c->encoding == OTFP_PARQUET_DELTA;
	if (c->encoding == OTFP_PARQUET_DICTIONARY)
		rc = put_dictionary(e);
	for (size_t from = 0; rc == 0 && from < e->rows; from += ROWS)
		rc = put_data_page(e, from);
	c->codec = e->pages.codec;
	return rc;
}

int otfp_chunk_encode(struct otfp_parquet_chunk *c, const uint32_t *order, size_t n)
{
	struct encoder *e = malloc(sizeof *e);
	int rc;

	if (!e)
		return -1;
	memset(e, 0, offsetof(struct encoder, values));
	e->chunk = c;
	e->order = order;
	e->rows = n;
	e->pages.level = c->level;
	rc = encode(e);
	free(e->index);
	free(e->seen);
	otfp_numbers_release(&e->numbers);
	otfp_buf_release(&e->bytes);
	otfp_pages_release(&e->pages);
	free(e);
	return rc;
}

void otfp_chunk_release(struct otfp_parquet_chunk *c)
{
	otfp_buf_release(&c->bytes);
	free(c->pages);
	c->pages = NULL;
	c->npages = 0;
}
