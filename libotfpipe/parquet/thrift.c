#include "parquet/thrift.h"
#include "base/assert.h"
#include "parquet/bytes.h"

static void put(struct otfp_thrift *t, const void *p, size_t n)
{
	if (otfp_buf_add(t->b, p, n) < 0)
		t->failed = 1;
}

static void put_byte(struct otfp_thrift *t, unsigned v)
{
	const uint8_t byte = (uint8_t)v;

	put(t, &byte, 1);
}

/* Write an integer without a type: seven bits a byte, the lowest first. */
static void put_varint(struct otfp_thrift *t, uint64_t v)
{
	uint8_t p[OTFP_VARINT_MAX];

	put(t, p, (size_t)(otfp_put_varint(p, v) - p));
}

/* What a field begins with: its type, and its id as the distance to that of the field before. */
static void field(struct otfp_thrift *t, int id, enum otfp_thrift_type type)
{
	const int step = id - t->last[t->depth];

	OTFP_ASSERT(step > 0 && step < 16);
	put_byte(t, (unsigned)step << 4 | type);
	t->last[t->depth] = id;
}

void otfp_thrift_number_in(struct otfp_thrift *t, int64_t v)
{
	put_varint(t, otfp_zigzag(v));
}

void otfp_thrift_number(struct otfp_thrift *t, int id, enum otfp_thrift_type type, int64_t v)
{
	field(t, id, type);
	if (type == OTFP_THRIFT_BYTE)
		put_byte(t, (unsigned)v);
	else
		otfp_thrift_number_in(t, v);
}

void otfp_thrift_yes(struct otfp_thrift *t, int id, int yes)
{
	field(t, id, yes ? OTFP_THRIFT_TRUE : OTFP_THRIFT_FALSE);
}

void otfp_thrift_yes_in(struct otfp_thrift *t, int yes)
{
	put_byte(t, yes ? OTFP_THRIFT_TRUE : OTFP_THRIFT_FALSE);
}

void otfp_thrift_binary_in(struct otfp_thrift *t, const void *p, size_t n)
{
	put_varint(t, n);
	put(t, p, n);
}

void otfp_thrift_binary(struct otfp_thrift *t, int id, const void *p, size_t n)
{
	field(t, id, OTFP_THRIFT_BINARY);
	otfp_thrift_binary_in(t, p, n);
}

void otfp_thrift_list(struct otfp_thrift *t, int id, enum otfp_thrift_type type, size_t n)
{
	enum { SHORT = 15 };

	field(t, id, OTFP_THRIFT_LIST);
	put_byte(t, (unsigned)(n < SHORT ? n : SHORT) << 4 | type);
	if (n >= SHORT)
		put_varint(t, n);
}

void otfp_thrift_begin(struct otfp_thrift *t, int id)
{
	if (id)
		field(t, id, OTFP_THRIFT_STRUCT);
	OTFP_ASSERT(t->depth + 1 < OTFP_THRIFT_DEPTH);
	t->last[++t->depth] = 0;
}

void otfp_thrift_end(struct otfp_thrift *t)
{
	put_byte(t, 0);
	if (t->depth)
		t->depth--;
}
