/* output.c - writes bytes to a descriptor. See output.h. */
#include "io/output.h"
#include "base/assert.h"
#include "base/fd.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK (64u << 10) /* part of the pipe's 1 MiB: the reader still finds in a cache what the writer filled */

int otfp_output_init(struct otfp_output *out, int fd, const char *name, struct otfp_error *err)
{
	memset(out, 0, sizeof(*out));
	out->fd = fd;
	out->name = name;
	out->err = err;
	out->buf = malloc(BLOCK);
	if (!out->buf)
		return otfp_fail_memory(err);
	out->cap = BLOCK;
	out->p = out->buf;
	out->end = out->buf + out->cap;
	otfp_fd_widen(fd);
	return 0;
}

void otfp_output_stop(struct otfp_output *out, otfp_stop_fn *stop)
{
	out->stop = stop;
	if (out->z)
		out->z->stop = stop;
}

int otfp_output_pack(struct otfp_output *out, struct otfp_zout_form form)
{
	if (form.packing == OTFP_PLAIN || !form.level)
		return 0;
	out->z = calloc(1, sizeof *out->z);
	if (!out->z)
		return otfp_fail_memory(out->err);
	if (otfp_zout_open(out->z, out->fd, out->name, form, out->err) < 0)
		return out->err->code;
	out->z->stop = out->stop;
	return 0;
}

void otfp_output_release(struct otfp_output *out)
{
	if (out->z)
		otfp_zout_release(out->z);
	free(out->z);
	out->z = NULL;
	free(out->buf);
	out->buf = out->p = out->end = NULL;
	out->cap = 0;
}

static int flush_packed(struct otfp_output *out)
{
	const size_t n = (size_t)(out->p - out->buf);

	out->p = out->buf;
	return otfp_zout_put(out->z, out->buf, n);
}

static int flush_plain(struct otfp_output *out)
{
	size_t n = (size_t)(out->p - out->buf), done = otfp_fd_write(out->fd, out->buf, n, out->stop), rest = n - done;
	int r = 0;

	OTFP_ASSERT(out->p >= out->buf && out->p <= out->end && done <= n);
	if (rest > 0) {
		r = otfp_fail_errno(out->err, "%s", out->name);
		memmove(out->buf, out->buf + done, rest);
	}
	out->p = out->buf + rest;
	return r;
}

int otfp_output_flush(struct otfp_output *out)
{
	return out->z ? flush_packed(out) : flush_plain(out);
}

int otfp_output_finish(struct otfp_output *out)
{
	int r = otfp_output_flush(out);

	return r == 0 && out->z ? otfp_zout_end(out->z) : r;
}

int otfp_output_make_room(struct otfp_output *out, size_t need)
{
	int r = otfp_output_flush(out);
	char *buf;

	if (r < 0 || need <= out->cap)
		return r;
	buf = realloc(out->buf, need);
	if (!buf)
		return otfp_fail_memory(out->err);
	out->buf = out->p = buf;
	out->cap = need;
	out->end = buf + need;
	return 0;
}
