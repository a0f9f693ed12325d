#include "merge/spill.h"
#include "base/assert.h"
#include "base/fd.h"
#include "io/temp.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int otfp_spill_open(struct otfp_spill *f)
{
	f->fd = otfp_temp_open(f->dir);
	f->end = 0;
	return f->fd < 0 ? otfp_fail_errno(f->err, "%s: temporary file", f->dir) : 0;
}

void otfp_spill_close(struct otfp_spill *f)
{
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
}

static int stopped(const struct otfp_spill *f)
{
	return f->stop && f->stop() ? otfp_fail(f->err, OTFP_EINTR, "interrupted") : 0;
}

int otfp_spill_read(struct otfp_spill *f, void *to, size_t n, uint64_t at)
{
	int code = stopped(f);
	ssize_t got;

	OTFP_ASSERT(f->fd >= 0);
	if (code < 0)
		return code;
	got = otfp_fd_read_at(f->fd, to, n, at);
	if (got < 0)
		return otfp_fail_errno(f->err, "%s: temporary file", f->dir);
	return (size_t)got == n ? 0 : otfp_fail(f->err, OTFP_EFAIL, "%s: temporary file: was truncated", f->dir);
}

int otfp_spill_write(struct otfp_spill *f, const void *from, size_t n, uint64_t at)
{
	int code = stopped(f);

	OTFP_ASSERT(f->fd >= 0);
	if (code < 0)
		return code;
	if (otfp_fd_write_at(f->fd, from, n, at) < 0)
		return otfp_fail_errno(f->err, "%s: temporary file", f->dir);
	if (f->end < at + n)
		f->end = at + n;
	return 0;
}

void otfp_spill_drop(struct otfp_spill *f, uint64_t n, uint64_t at)
{
	(void)fallocate(f->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)at, (off_t)n);
}

int otfp_spill_flush(struct otfp_spill_out *out)
{
	int code = otfp_spill_write(out->f, out->buf, out->n, out->at);

	out->at += out->n;
	out->n = 0;
	return code;
}

int otfp_spill_put_slowly(struct otfp_spill_out *out, const void *p, size_t n)
{
	int code = otfp_spill_flush(out);

	if (code < 0)
		return code;
	if (n <= out->cap)
		return otfp_spill_put(out, p, n);
	code = otfp_spill_write(out->f, p, n, out->at);
	out->at += n;
	return code;
}

static int fill(struct otfp_spill_in *in)
{
	const uint64_t left = in->end - in->at;
	int code;

	OTFP_ASSERT(left > 0);
	in->used = 0;
	in->n = left < in->cap ? (size_t)left : in->cap;
	code = otfp_spill_read(in->f, in->buf, in->n, in->at);
	in->at += in->n;
	return code;
}

int otfp_spill_get(struct otfp_spill_in *in, void *to, size_t n)
{
	char *p = to;

	while (n) {
		const int code = in->used == in->n ? fill(in) : 0;
		const size_t part = n < in->n - in->used ? n : in->n - in->used;
		if (code < 0)
			return code;
		memcpy(p, in->buf + in->used, part);
		in->used += part;
		p += part;
		n -= part;
	}
	return 0;
}
