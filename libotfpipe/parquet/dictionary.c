#include "parquet/dictionary.h"
#include "parquet/bytes.h"
#include "parquet/rle.h"
#include <stdlib.h>

enum { BIG = 1 << 20 /* bytes of a dictionary of texts that has to pay */ };

int otfp_plain_text(struct otfp_buf *b, struct otfp_str text)
{
	uint8_t length[4];

	otfp_put_low_bytes(length, text.n, 4);
	return otfp_buf_add(b, length, sizeof length) < 0 ? -1 : otfp_buf_add(b, text.p, text.n);
}

int otfp_plain_numbers(struct otfp_buf *b, const uint64_t *v, size_t n)
{
	uint8_t *p;

	if (!n)
		return 0;
	if (otfp_buf_reserve(b, n * sizeof *v) < 0)
		return -1;
	p = (uint8_t *)b->p + b->n;
	for (size_t i = 0; i < n; i++)
		p = otfp_put_low_bytes(p, v[i], sizeof *v);
	b->n += n * sizeof *v;
	return 0;
}

/* ---- what numbers mean ---- */

/* @return 1 + the place in the dictionary; 0 when memory is out */
static uint32_t place_of(struct otfp_parquet_chunk *c, const struct otfp_parquet_meaning *m)
{
	if (!otfp_parquet_is_text(c->domain.column))
		return otfp_numbers_add(&c->numbers, m->number);
	return otfp_intern(&c->texts, m->text.p, m->text.n);
}

static int ask(struct otfp_parquet_chunk *c, const struct otfp_parquet_maker *maker)
{
	const struct otfp_numbers *of = &c->of->numbers;

	c->meanings = calloc(of->n + (size_t)1, sizeof *c->meanings);
	if (!c->meanings)
		return -1;
	for (uint32_t i = 0; i < of->n; i++) {
		const struct otfp_parquet_meaning m = maker->mean(maker->ctx, c->number, of->values[i]);
		if (m.has && !(c->meanings[i] = place_of(c, &m)))
			return -1;
		c->has_absent |= !m.has;
	}
	return 0;
}

/* ---- whether there is one ---- */

static size_t count_values(const struct otfp_store *s, size_t rows)
{
	size_t n = 0;

	for (size_t i = 0; s->has && i < rows; i++)
		n += s->has[i];
	return s->has ? n : rows;
}

/* It does not pay if it is big and no text is there twice. */
static int pays_for_texts(const struct otfp_parquet_chunk *c, size_t rows)
{
	const struct otfp_store *s = c->of->store;

	return s->text_bytes < BIG || s->texts.n < count_values(s, rows);
}

/* Bits of an index. Zstd looks for equal bytes: it makes less of indices that begin anywhere in them. */
static unsigned width_of(size_t entries)
{
	const unsigned bits = entries > 1 ? otfp_bits_of(entries - 1) : 1;

#ifdef HAVE_ZSTD
	if (bits == 3)
		return 4;
	if (bits > 4 && bits < 8)
		return 8;
	if (bits > 12 && bits < 16)
		return 16;
#endif
	return bits;
}

int otfp_dictionary_begin(struct otfp_parquet_chunk *c, const struct otfp_parquet_maker *maker, size_t rows)
{
	const int is_text = otfp_parquet_is_text(c->domain.column),
		  is_meant = c->domain.column->from == OTFP_PARQUET_MEANT;
	const struct otfp_numbers *numbers = is_meant ? &c->numbers : &c->of->numbers;

	if (is_meant && ask(c, maker) < 0)
		return -1;
	c->domain.texts = is_meant ? &c->texts : &c->of->store->texts;
	if (!is_meant && !(is_text ? pays_for_texts(c, rows) : c->of->pays))
		return 0;
	c->dictionary = numbers->values;
	c->ndictionary = is_text ? c->domain.texts->n : numbers->n;
	c->width = width_of(c->ndictionary);
	return 1;
}

int otfp_dictionary_put(const struct otfp_parquet_chunk *c, struct otfp_buf *b)
{
	int rc = 0;

	if (!otfp_parquet_is_text(c->domain.column))
		return otfp_plain_numbers(b, c->dictionary, c->ndictionary);
	for (size_t i = 0; rc == 0 && i < c->ndictionary; i++)
		rc = otfp_plain_text(b, c->domain.texts->strings[i].text);
	return rc;
}
