/* footer.c - the structs are those of parquet.thrift; the numbers are the ids of their fields. */
#include "parquet/footer.h"
#include "parquet/bytes.h"
#include "parquet/thrift.h"

/* of parquet.thrift */
enum { TYPE_INT64 = 2, TYPE_DOUBLE = 5, TYPE_BYTE_ARRAY = 6 };
enum { CONVERTED_UTF8 = 0, CONVERTED_UINT_64 = 14, CONVERTED_INT_64 = 18 };
enum { REQUIRED = 0, OPTIONAL = 1 };

static int physical(const struct otfp_parquet_column *c)
{
	if (otfp_parquet_is_text(c))
		return TYPE_BYTE_ARRAY;
	return c->type == OTFP_PARQUET_REAL ? TYPE_DOUBLE : TYPE_INT64;
}

/* ---- statistics and indexes of pages ---- */

/* Whether both ends of a range can be said. */
static int is_sayable(const struct otfp_parquet_domain *d, const struct otfp_parquet_range *r)
{
	uint8_t room[8];
	size_t n;

	return r->has && !r->is_unknown && otfp_range_bytes(d, r->min, room, &n) &&
	       otfp_range_bytes(d, r->max, room, &n);
}

static void put_end_of_range(struct otfp_thrift *t, int id, const struct otfp_parquet_domain *d, uint64_t value)
{
	uint8_t room[8];
	size_t n;
	const void *p = otfp_range_bytes(d, value, room, &n);

	if (id)
		otfp_thrift_binary(t, id, p, n);
	else
		otfp_thrift_binary_in(t, p, n);
}

/* Statistics */
static void put_statistics(struct otfp_thrift *t, int id, const struct otfp_parquet_chunk *c)
{
	otfp_thrift_begin(t, id);
	otfp_thrift_number(t, 3, OTFP_THRIFT_I64, (int64_t)c->nulls);
	if (is_sayable(&c->domain, &c->range)) {
		put_end_of_range(t, 5, &c->domain, c->range.max);
		put_end_of_range(t, 6, &c->domain, c->range.min);
	}
	otfp_thrift_end(t);
}

/* Whether each page that is not all NULL has a range. */
static int has_column_index(const struct otfp_parquet_chunk *c)
{
	for (size_t i = 0; i < c->npages; i++)
		if (c->pages[i].range.has && !is_sayable(&c->domain, &c->pages[i].range))
			return 0;
	return 1;
}

static void put_ends(struct otfp_thrift *t, int id, const struct otfp_parquet_chunk *c, int is_max)
{
	otfp_thrift_list(t, id, OTFP_THRIFT_BINARY, c->npages);
	for (size_t i = 0; i < c->npages; i++) {
		const struct otfp_parquet_range *r = &c->pages[i].range;
		if (r->has)
			put_end_of_range(t, 0, &c->domain, is_max ? r->max : r->min);
		else
			otfp_thrift_binary_in(t, "", 0);
	}
}

/* ColumnIndex */
static void put_column_index(struct otfp_thrift *t, const struct otfp_parquet_chunk *c)
{
	enum { UNORDERED = 0 };

	otfp_thrift_list(t, 1, OTFP_THRIFT_TRUE, c->npages);
	for (size_t i = 0; i < c->npages; i++)
		otfp_thrift_yes_in(t, !c->pages[i].range.has);
	put_ends(t, 2, c, 0);
	put_ends(t, 3, c, 1);
	otfp_thrift_number(t, 4, OTFP_THRIFT_I32, UNORDERED);
	otfp_thrift_list(t, 5, OTFP_THRIFT_I64, c->npages);
	for (size_t i = 0; i < c->npages; i++)
		otfp_thrift_number_in(t, (int64_t)c->pages[i].nulls);
	otfp_thrift_end(t);
}

/* OffsetIndex */
static void put_offset_index(struct otfp_thrift *t, const struct otfp_parquet_chunk *c, uint64_t at)
{
	otfp_thrift_list(t, 1, OTFP_THRIFT_STRUCT, c->npages);
	for (size_t i = 0; i < c->npages; i++) {
		otfp_thrift_begin(t, 0);
		otfp_thrift_number(t, 1, OTFP_THRIFT_I64, (int64_t)(at + c->pages[i].at));
		otfp_thrift_number(t, 2, OTFP_THRIFT_I32, (int64_t)c->pages[i].n);
		otfp_thrift_number(t, 3, OTFP_THRIFT_I64, (int64_t)c->pages[i].row);
		otfp_thrift_end(t);
	}
	otfp_thrift_end(t);
}

/* ---- row groups ---- */

static void put_encodings(struct otfp_thrift *t, int id, const struct otfp_parquet_chunk *c)
{
	const int is_dictionary = c->encoding == OTFP_PARQUET_DICTIONARY;

	otfp_thrift_list(t, id, OTFP_THRIFT_I32, 2 + is_dictionary);
	if (is_dictionary)
		otfp_thrift_number_in(t, OTFP_PARQUET_PLAIN); /* of the dictionary page */
	otfp_thrift_number_in(t, OTFP_PARQUET_RLE);
	otfp_thrift_number_in(t, c->encoding);
}

/* ColumnMetaData */
static void put_chunk_metadata(struct otfp_thrift *t, int id, const struct otfp_parquet_chunk *c, uint64_t at,
                               size_t rows)
{
	const struct otfp_parquet_column *column = c->domain.column;

	otfp_thrift_begin(t, id);
	otfp_thrift_number(t, 1, OTFP_THRIFT_I32, physical(column));
	put_encodings(t, 2, c);
	otfp_thrift_list(t, 3, OTFP_THRIFT_BINARY, 1);
	otfp_thrift_binary_in(t, column->name, strlen(column->name));
	otfp_thrift_number(t, 4, OTFP_THRIFT_I32, c->packing.codec);
	otfp_thrift_number(t, 5, OTFP_THRIFT_I64, (int64_t)rows);
	otfp_thrift_number(t, 6, OTFP_THRIFT_I64, (int64_t)c->raw);
	otfp_thrift_number(t, 7, OTFP_THRIFT_I64, (int64_t)c->bytes.n);
	otfp_thrift_number(t, 9, OTFP_THRIFT_I64, (int64_t)(at + c->data_at));
	if (c->data_at)
		otfp_thrift_number(t, 11, OTFP_THRIFT_I64, (int64_t)at);
	put_statistics(t, 12, c);
	otfp_thrift_end(t);
}

/* ColumnChunk, as an element of a list; its indexes are in `indexes`, which begins at `from` in the file. */
static void put_chunk(struct otfp_thrift *t, struct otfp_thrift *indexes, uint64_t from,
                      const struct otfp_parquet_chunk *c, uint64_t at, size_t rows)
{
	const size_t offsets = indexes->b->n;
	size_t ranges;

	put_offset_index(indexes, c, at);
	indexes->last[0] = 0;
	ranges = indexes->b->n;
	otfp_thrift_begin(t, 0);
	otfp_thrift_number(t, 2, OTFP_THRIFT_I64, 0); /* of metadata outside the footer: there is none */
	put_chunk_metadata(t, 3, c, at, rows);
	otfp_thrift_number(t, 4, OTFP_THRIFT_I64, (int64_t)(from + offsets));
	otfp_thrift_number(t, 5, OTFP_THRIFT_I32, (int64_t)(ranges - offsets));
	if (has_column_index(c)) {
		put_column_index(indexes, c);
		indexes->last[0] = 0;
		otfp_thrift_number(t, 6, OTFP_THRIFT_I64, (int64_t)(from + ranges));
		otfp_thrift_number(t, 7, OTFP_THRIFT_I32, (int64_t)(indexes->b->n - ranges));
	}
	otfp_thrift_end(t);
}

/* RowGroup, as an element of a list */
int otfp_footer_group(struct otfp_parquet_footer *f, struct otfp_buf *indexes, const struct otfp_parquet_chunk *chunks,
                      unsigned n, uint64_t at, size_t rows)
{
	struct otfp_thrift t = {.b = &f->groups, .depth = 1}, ix = {.b = indexes};
	uint64_t packed = 0, raw = 0, from = at;

	for (unsigned i = 0; i < n; i++) {
		packed += chunks[i].bytes.n;
		raw += chunks[i].raw;
	}
	otfp_thrift_list(&t, 1, OTFP_THRIFT_STRUCT, n);
	for (unsigned i = 0; i < n; from += chunks[i++].bytes.n)
		put_chunk(&t, &ix, at + packed, &chunks[i], from, rows);
	otfp_thrift_number(&t, 2, OTFP_THRIFT_I64, (int64_t)raw);
	otfp_thrift_number(&t, 3, OTFP_THRIFT_I64, (int64_t)rows);
	otfp_thrift_number(&t, 5, OTFP_THRIFT_I64, (int64_t)at);
	otfp_thrift_number(&t, 6, OTFP_THRIFT_I64, (int64_t)packed);
	otfp_thrift_end(&t);
	f->ngroups++;
	f->rows += rows;
	return t.failed || ix.failed ? -1 : 0;
}

/* ---- the footer ---- */

/* LogicalType: a union, STRING or INTEGER */
static void put_logical(struct otfp_thrift *t, int id, const struct otfp_parquet_column *c)
{
	otfp_thrift_begin(t, id);
	otfp_thrift_begin(t, c->type == OTFP_PARQUET_TEXT ? 1 : 10);
	if (c->type != OTFP_PARQUET_TEXT) {
		otfp_thrift_number(t, 1, OTFP_THRIFT_BYTE, 64);
		otfp_thrift_yes(t, 2, c->type == OTFP_PARQUET_SIGNED);
	}
	otfp_thrift_end(t);
	otfp_thrift_end(t);
}

/* SchemaElement of a column */
static void put_column(struct otfp_thrift *t, const struct otfp_parquet_column *c)
{
	static const int converted[] = {
		[OTFP_PARQUET_SIGNED] = CONVERTED_INT_64,
		[OTFP_PARQUET_UNSIGNED] = CONVERTED_UINT_64,
		[OTFP_PARQUET_TEXT] = CONVERTED_UTF8,
	};
	const int is_logical = c->type != OTFP_PARQUET_REAL && c->type != OTFP_PARQUET_BYTES;

	otfp_thrift_begin(t, 0);
	otfp_thrift_number(t, 1, OTFP_THRIFT_I32, physical(c));
	otfp_thrift_number(t, 3, OTFP_THRIFT_I32, c->is_nullable ? OPTIONAL : REQUIRED);
	otfp_thrift_binary(t, 4, c->name, strlen(c->name));
	if (is_logical) {
		otfp_thrift_number(t, 6, OTFP_THRIFT_I32, converted[c->type]);
		put_logical(t, 10, c);
	}
	otfp_thrift_end(t);
}

static void put_schema(struct otfp_thrift *t, int id, const struct otfp_parquet_column *columns, unsigned n)
{
	static const char root[] = "schema";

	otfp_thrift_list(t, id, OTFP_THRIFT_STRUCT, n + (size_t)1);
	otfp_thrift_begin(t, 0);
	otfp_thrift_binary(t, 4, root, sizeof root - 1);
	otfp_thrift_number(t, 5, OTFP_THRIFT_I32, n);
	otfp_thrift_end(t);
	for (unsigned i = 0; i < n; i++)
		put_column(t, &columns[i]);
}

static void put_pairs(struct otfp_thrift *t, int id, const struct otfp_parquet_pair *pairs, size_t n)
{
	otfp_thrift_list(t, id, OTFP_THRIFT_STRUCT, n);
	for (size_t i = 0; i < n; i++) {
		otfp_thrift_begin(t, 0);
		otfp_thrift_binary(t, 1, pairs[i].key, strlen(pairs[i].key));
		otfp_thrift_binary(t, 2, pairs[i].value, strlen(pairs[i].value));
		otfp_thrift_end(t);
	}
}

/* ColumnOrder of each column: a union, TypeDefinedOrder. Without it readers may not use minimum and maximum. */
static void put_orders(struct otfp_thrift *t, int id, unsigned n)
{
	otfp_thrift_list(t, id, OTFP_THRIFT_STRUCT, n);
	for (unsigned i = 0; i < n; i++) {
		otfp_thrift_begin(t, 0);
		otfp_thrift_begin(t, 1);
		otfp_thrift_end(t);
		otfp_thrift_end(t);
	}
}

/* FileMetaData */
int otfp_footer_put(const struct otfp_parquet_footer *f, struct otfp_buf *b, const struct otfp_parquet_column *columns,
                    unsigned ncolumns, const struct otfp_parquet_pair *pairs, size_t npairs)
{
	struct otfp_thrift t = {.b = b};
	static const char program[] = "otfpipe version " OTFP_VERSION;
	const size_t from = b->n;
	uint8_t end[8] = {0, 0, 0, 0, 'P', 'A', 'R', '1'};

	otfp_thrift_number(&t, 1, OTFP_THRIFT_I32, 1);
	put_schema(&t, 2, columns, ncolumns);
	otfp_thrift_number(&t, 3, OTFP_THRIFT_I64, (int64_t)f->rows);
	otfp_thrift_list(&t, 4, OTFP_THRIFT_STRUCT, f->ngroups);
	if (otfp_buf_add(b, f->groups.p, f->groups.n) < 0)
		return -1;
	put_pairs(&t, 5, pairs, npairs);
	otfp_thrift_binary(&t, 6, program, sizeof program - 1);
	put_orders(&t, 7, ncolumns);
	otfp_thrift_end(&t);
	otfp_put_low_bytes(end, b->n - from, 4);
	return t.failed ? -1 : otfp_buf_add(b, end, sizeof end);
}

void otfp_footer_release(struct otfp_parquet_footer *f)
{
	otfp_buf_release(&f->groups);
}
