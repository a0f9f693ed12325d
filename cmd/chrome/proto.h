/*
 * proto.h - writes protocol buffers: fields to a buffer, nested messages in place.
 *
 * A message is its fields one after the other: a number and a wire type, then a varint, eight bytes, or a length and as
 * many bytes. If memory is out, `failed` is set, and what is put afterwards is dropped.
 */
#ifndef OTFP_CMD_CHROME_PROTO_H
#define OTFP_CMD_CHROME_PROTO_H
#include "base/buf.h"
#include <stdint.h>

/* Zero-filled is empty. */
struct otfp_proto {
	struct otfp_buf b;
	int failed;
};

void otfp_proto_release(struct otfp_proto *m);
/** Put a field of type uint32, uint64, bool or enum; also int64 as its two's complement. */
void otfp_proto_uint(struct otfp_proto *m, unsigned field, uint64_t v);
/** Put a field of type int32: the sign is extended to 64 bits. */
void otfp_proto_int32(struct otfp_proto *m, unsigned field, uint32_t v);
/** Put a field of type fixed64. */
void otfp_proto_fixed(struct otfp_proto *m, unsigned field, uint64_t v);
/** Put a field of type double. */
void otfp_proto_double(struct otfp_proto *m, unsigned field, double v);
/** Put a field of type string, bytes, or a message that is complete. */
void otfp_proto_bytes(struct otfp_proto *m, unsigned field, const char *p, size_t n);
/** The same for a string of ours. */
void otfp_proto_puts(struct otfp_proto *m, unsigned field, const char *s);
/** Begin a field that is a message. @return what otfp_proto_end needs */
size_t otfp_proto_begin(struct otfp_proto *m, unsigned field);
/** End it, and put its length. */
void otfp_proto_end(struct otfp_proto *m, size_t begin);
#endif
