/*
 * output.h - bytes out to a descriptor, in blocks of 64 KiB.
 *
 *     if (otfp_output_room(out, need) < 0) fail;
 *     out->p = put_things(out->p);
 */
#ifndef OTFP_IO_OUTPUT_H
#define OTFP_IO_OUTPUT_H
#include "base/error.h"

struct otfp_output {
	char *p;   /* where the next byte goes; the user moves it */
	char *end; /* behind the room */
	char *buf;
	size_t cap;
	int fd;
	const char *name;
	struct otfp_error *err;
};

/** fd stays the caller's; a pipe is set to 1 MiB where allowed. name is kept as a pointer. @return 0 or <0 */
int otfp_output_init(struct otfp_output *out, int fd, const char *name, struct otfp_error *err);
void otfp_output_release(struct otfp_output *out); /* does not flush */
/** Write all that is buffered. @return 0 or <0 ("name: strerror"; OTFP_EINTR when a signal came).
 * What was not written stays buffered, so a later flush goes on without a gap or a byte twice. */
int otfp_output_flush(struct otfp_output *out);
int otfp_output_make_room(struct otfp_output *out, size_t need);
/** Room for `need` bytes at out->p: flushes, and grows the buffer where need is larger than it. */
static inline int otfp_output_room(struct otfp_output *out, size_t need)
{
	return (size_t)(out->end - out->p) >= need ? 0 : otfp_output_make_room(out, need);
}
#endif
