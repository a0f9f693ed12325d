/*
 * proto.h - writes protocol buffers: fields to a buffer, nested messages in place.
 *
 * A message is its fields one after the other: a number and a wire type, then a varint, eight bytes, or a length and as
 * many bytes. If memory is out, `failed` is set, and what is put afterwards is dropped.
 */
#ifndef CMD_TO_CHROME_PROTO_H
#define CMD_TO_CHROME_PROTO_H
#include "base/buf.h"
#include <stdint.h>

/* Zero-filled is empty. */
struct proto {
	struct otfp_buf b;
	int failed;
};

enum { PROTO_VARINT, PROTO_FIXED64, PROTO_LENGTH }; /* wire types */

/** Write a varint at p, at most 10 bytes. @return the byte after it */
static inline char *proto_put_varint(char *p, uint64_t v)
{
	for (; v > 127; v >>= 7)
		*p++ = (char)(v | 128);
	*p++ = (char)v;
	return p;
}
/** Write the key of a field at p, at most 5 bytes. @return the byte after it */
static inline char *proto_put_key(char *p, unsigned field, unsigned wire)
{
	return proto_put_varint(p, (uint64_t)field << 3 | wire);
}
/** Write at p what comes before the n bytes of a string or message. @return the byte after it */
static inline char *proto_put_head(char *p, unsigned field, size_t n)
{
	return proto_put_varint(proto_put_key(p, field, PROTO_LENGTH), n);
}

void proto_release(struct proto *m);
/** proto_uint where there is no room, or the numbers are not small. */
void proto_put_uint(struct proto *m, unsigned field, uint64_t v);
/** Put a field of type uint32, uint64, bool or enum; also int64 as its two's complement. */
static inline void proto_uint(struct proto *m, unsigned field, uint64_t v)
{
	if (field < 16 && v < 128 && m->b.cap - m->b.n > 1) { /* a byte each */
		m->b.p[m->b.n++] = (char)(field << 3);
		m->b.p[m->b.n++] = (char)v;
	} else {
		proto_put_uint(m, field, v);
	}
}
/** Put a field of type int32: the sign is extended to 64 bits. */
void proto_int32(struct proto *m, unsigned field, uint32_t v);
/** Put a field of type fixed64. */
void proto_fixed(struct proto *m, unsigned field, uint64_t v);
/** Put a field of type double. */
void proto_double(struct proto *m, unsigned field, double v);
/** Put a field of type string, bytes, or a message that is complete. */
void proto_bytes(struct proto *m, unsigned field, const char *p, size_t n);
/** The same for a string of ours. */
void proto_puts(struct proto *m, unsigned field, const char *s);
/** Begin a field that is a message. @return what proto_end needs */
size_t proto_begin(struct proto *m, unsigned field);
/** End it, and put its length. */
void proto_end(struct proto *m, size_t begin);
#endif
