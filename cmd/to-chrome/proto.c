/* proto.c - the wire format of protocol buffers. See proto.h. */
#include "cmd/to-chrome/proto.h"
#include "base/assert.h"
#include <string.h>

enum { VARINT_MAX = 10, LONGEST = 20 }; /* bytes of a number; of a field without its bytes */

void proto_release(struct proto *m)
{
	otfp_buf_release(&m->b);
}

/* @return 0 if there is room for n bytes, -1 if memory is out */
static int reserve(struct proto *m, size_t n)
{
	if (m->b.cap - m->b.n < n && otfp_buf_reserve(&m->b, n) < 0)
		m->failed = 1;
	return m->failed ? -1 : 0;
}

static void move_to(struct proto *m, const char *p)
{
	m->b.n = (size_t)(p - m->b.p);
	OTFP_ASSERT_HOT(m->b.n <= m->b.cap);
}

void proto_put_uint(struct proto *m, unsigned field, uint64_t v)
{
	if (reserve(m, LONGEST) == 0)
		move_to(m, proto_put_varint(proto_put_key(m->b.p + m->b.n, field, PROTO_VARINT), v));
}

void proto_int32(struct proto *m, unsigned field, uint32_t v)
{
	proto_uint(m, field, v >> 31 ? v | UINT64_MAX << 32 : v);
}

void proto_fixed(struct proto *m, unsigned field, uint64_t v)
{
	char *p;

	if (reserve(m, LONGEST) < 0)
		return;
	p = proto_put_key(m->b.p + m->b.n, field, PROTO_FIXED64);
	for (unsigned i = 0; i < 8; i++)
		*p++ = (char)(v >> 8 * i);
	move_to(m, p);
}

void proto_double(struct proto *m, unsigned field, double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof bits);
	proto_fixed(m, field, bits);
}

void proto_bytes(struct proto *m, unsigned field, const char *p, size_t n)
{
	char *to;

	if (n > SIZE_MAX - LONGEST || reserve(m, n + LONGEST) < 0) {
		m->failed = 1;
		return;
	}
	to = proto_put_head(m->b.p + m->b.n, field, n);
	if (n)
		memcpy(to, p, n);
	move_to(m, to + n);
}

void proto_puts(struct proto *m, unsigned field, const char *s)
{
	proto_bytes(m, field, s, strlen(s));
}

size_t proto_begin(struct proto *m, unsigned field)
{
	if (reserve(m, LONGEST) == 0)
		move_to(m, proto_put_key(m->b.p + m->b.n, field, PROTO_LENGTH) + 1); /* most lengths have one byte */
	return m->b.n;
}

void proto_end(struct proto *m, size_t begin)
{
	const size_t n = m->b.n - begin;
	char length[VARINT_MAX];
	size_t more = (size_t)(proto_put_varint(length, n) - length) - 1;

	if (reserve(m, more) < 0)
		return;
	if (more)
		memmove(m->b.p + begin + more, m->b.p + begin, n);
	memcpy(m->b.p + begin - 1, length, more + 1);
	m->b.n += more;
}
