/*
 * output.h - writes bytes to a descriptor, plain or as gzip, in blocks of 64 KiB.
 *
 *     if (otfp_output_room(out, need) < 0) fail;
 *     out->p = put_things(out->p);
 */
#ifndef OTFP_IO_OUTPUT_H
#define OTFP_IO_OUTPUT_H
#include "base/must.h"
#include "base/error.h"
#include "base/fd.h"
#include "io/gzout.h"

struct otfp_output {
	char *p;   /* place of the next byte; the user moves it */
	char *end; /* end of the room */
	char *buf;
	size_t cap;
	int fd;
	struct otfp_gzout *gz; /* NULL: plain; see otfp_output_pack */
	otfp_stop_fn *stop;    /* after a signal (base/fd.h); NULL from otfp_output_init, the user may set it */
	const char *name;
	struct otfp_error *err;
};

/**
 * Start writing. fd stays owned by the caller; a pipe is enlarged to 1 MiB if allowed. name is not copied. @return 0
 * or <0
 */
int otfp_output_init(struct otfp_output *out, int fd, const char *name, struct otfp_error *err);
/** Before the first byte: write gzip of that level; 0: plain. Set `stop` first. @return 0 or <0 */
int otfp_output_pack(struct otfp_output *out, int level);
/** Write the buffer and the end of a gzip file; nothing may follow. @return as otfp_output_flush */
OTFP_MUST_CHECK int otfp_output_finish(struct otfp_output *out);
/** Free the buffer, without writing it. */
void otfp_output_release(struct otfp_output *out);
/**
 * Write the buffer. Of plain output, what is not written after an error stays in the buffer, so that a later flush
 * continues without a gap or a repeated byte. @return 0 or <0 with "name: strerror"; OTFP_EINTR after a signal, unless
 * out->stop is against it
 */
OTFP_MUST_CHECK int otfp_output_flush(struct otfp_output *out);
/** Write the buffer, and grow it if `need` is larger. @return 0 or <0 */
int otfp_output_make_room(struct otfp_output *out, size_t need);
/** Have room for `need` bytes at out->p. @return 0 or <0 */
static inline int otfp_output_room(struct otfp_output *out, size_t need)
{
	return (size_t)(out->end - out->p) >= need ? 0 : otfp_output_make_room(out, need);
}
#endif
