/* output.c - bytes out to a descriptor. See output.h. */
#include "io/output.h"
#include "io/fd.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK (256u << 10) /* a quarter of the pipe: both ends of it stay busy */

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

void otfp_output_release(struct otfp_output *out)
{
	free(out->buf);
	out->buf = out->p = out->end = NULL;
	out->cap = 0;
}

/* Write [p, end). @return first byte not written: end, unless it failed with errno */
static const char *write_all(int fd, const char *p, const char *end)
{
	while (p < end) {
		ssize_t n = write(fd, p, (size_t)(end - p));

		if (n >= 0)
			p += n;
		else if (errno != EAGAIN || otfp_fd_wait(fd, POLLOUT) < 0)
			break;
	}
	return p;
}

int otfp_output_flush(struct otfp_output *out)
{
	const char *done = write_all(out->fd, out->buf, out->p);
	size_t rest = (size_t)(out->p - done);
	int r = 0;

	if (rest > 0) {
		r = otfp_fail_errno(out->err, "%s", out->name);
		memmove(out->buf, done, rest);
	}
	out->p = out->buf + rest;
	return r;
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
