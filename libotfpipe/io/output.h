/*
 * output.h - writes bytes to a descriptor, plain or packed, in blocks of 64 KiB.
 *
 *     if (otfp_output_room(out, need) < 0) fail;
 *     out->p = put_things(out->p);
 */
#ifndef OTFP_IO_OUTPUT_H
#define OTFP_IO_OUTPUT_H
#include "base/must.h"
#include "base/error.h"
#include "base/fd.h"
#include "io/zout.h"

struct otfp_output {
	char *p;   /* place of the next byte; the user moves it */
	char *end; /* end of the room */
	char *buf;
	size_t cap;
	int fd;
	struct otfp_zout *z; /* NULL: plain; see otfp_output_pack */
	otfp_stop_fn *stop;  /* after a signal (base/fd.h); NULL from otfp_output_init, see otfp_output_stop */
	const char *name;
	struct otfp_error *err;
};

/**
 * Start writing. fd stays owned by the caller; a pipe is enlarged to 1 MiB if allowed. name is not copied. @return 0
 * or <0
 */
int otfp_output_init(struct otfp_output *out, int fd, const char *name, struct otfp_error *err);
/** Ask `stop` after a signal. */
void otfp_output_stop(struct otfp_output *out, otfp_stop_fn *stop);
/** Before the first byte: pack what is written. @return 0 or <0 */
int otfp_output_pack(struct otfp_output *out, struct otfp_zout_form form);
/** Write the buffer and the end of a packed file; nothing may follow. @return as otfp_output_flush */
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
