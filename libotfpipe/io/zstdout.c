#include "io/zstdout.h"
#include <stdlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

static int put_plain(struct otfp_zstdout *z, const char *p, size_t n)
{
	return otfp_fd_write(z->fd, p, n, z->stop) == n ? 0 : otfp_fail_errno(z->err, "%s", z->name);
}

#ifdef HAVE_ZSTD

/* The window is small, so that somebody who reads many such files at once needs little memory. */
enum { ROOM = 64 << 10, LEVEL = 3, WINDOW_BITS = 17 };

struct otfp_zstdout_packer {
	ZSTD_CStream *stream;
	char out[ROOM];
};

int otfp_zstdout_packs(void)
{
	return 1;
}

void otfp_zstdout_release(struct otfp_zstdout *z)
{
	if (z->packer)
		ZSTD_freeCStream(z->packer->stream);
	free(z->packer);
	z->packer = NULL;
}

int otfp_zstdout_open(struct otfp_zstdout *z, int fd, const char *name, struct otfp_error *err)
{
	struct otfp_zstdout_packer *k = calloc(1, sizeof *k);

	*z = (struct otfp_zstdout){.fd = fd, .packer = k, .name = name, .err = err};
	if (k && (k->stream = ZSTD_createCStream()) &&
	    !ZSTD_isError(ZSTD_CCtx_setParameter(k->stream, ZSTD_c_compressionLevel, LEVEL)) &&
	    !ZSTD_isError(ZSTD_CCtx_setParameter(k->stream, ZSTD_c_windowLog, WINDOW_BITS)) &&
	    !ZSTD_isError(ZSTD_CCtx_setParameter(k->stream, ZSTD_c_checksumFlag, 1)))
		return 0;
	otfp_zstdout_release(z);
	return otfp_fail_memory(err);
}

static int put_packed(struct otfp_zstdout *z, const void *p, size_t n, ZSTD_EndDirective end)
{
	ZSTD_inBuffer in = {p, n, 0};
	size_t rest;
	int code = 0;

	do {
		ZSTD_outBuffer out = {z->packer->out, ROOM, 0};
		rest = ZSTD_compressStream2(z->packer->stream, &out, &in, end);
		if (ZSTD_isError(rest))
			return otfp_fail_memory(z->err);
		code = put_plain(z, z->packer->out, out.pos);
	} while (code == 0 && (in.pos < n || (end == ZSTD_e_end && rest)));
	return code;
}

int otfp_zstdout_put(struct otfp_zstdout *z, const void *p, size_t n)
{
	return z->packer ? put_packed(z, p, n, ZSTD_e_continue) : put_plain(z, p, n);
}

int otfp_zstdout_end(struct otfp_zstdout *z)
{
	int code = z->packer ? put_packed(z, NULL, 0, ZSTD_e_end) : 0;

	otfp_zstdout_release(z);
	return code;
}

#else

int otfp_zstdout_packs(void)
{
	return 0;
}

void otfp_zstdout_release(struct otfp_zstdout *z)
{
	z->packer = NULL;
}

int otfp_zstdout_open(struct otfp_zstdout *z, int fd, const char *name, struct otfp_error *err)
{
	*z = (struct otfp_zstdout){.fd = fd, .name = name, .err = err};
	return 0;
}

int otfp_zstdout_put(struct otfp_zstdout *z, const void *p, size_t n)
{
	return put_plain(z, p, n);
}

int otfp_zstdout_end(struct otfp_zstdout *z)
{
	(void)z;
	return 0;
}

#endif
