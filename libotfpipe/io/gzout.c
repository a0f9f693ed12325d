#include "io/gzout.h"
#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

enum { ROOM = 64 << 10, GZIP = 16 }; /* bytes of output at a time; added to windowBits for the gzip header */

struct otfp_gzout_packer {
	z_stream z;
	char out[ROOM];
};

int otfp_gzout_open(struct otfp_gzout *g, int fd, const char *name, int level, struct otfp_error *err)
{
	*g = (struct otfp_gzout){.fd = fd, .name = name, .err = err};
	if (!level)
		return 0;
	g->packer = calloc(1, sizeof *g->packer);
	if (g->packer &&
	    deflateInit2(&g->packer->z, level, Z_DEFLATED, MAX_WBITS + GZIP, 8, Z_DEFAULT_STRATEGY) == Z_OK)
		return 0;
	free(g->packer);
	g->packer = NULL;
	return otfp_fail_memory(err);
}

static int put_plain(struct otfp_gzout *g, const char *p, size_t n)
{
	int e, code;

	if (otfp_fd_write(g->fd, p, n, g->stop) == n)
		return 0;
	e = errno;
	code = otfp_fail_errno(g->err, "%s", g->name);
	errno = e;
	return code;
}

static int put_packed(struct otfp_gzout *g, const void *p, size_t n, int flush)
{
	struct otfp_gzout_packer *k = g->packer;
	int code = 0;

	k->z.next_in = (z_const Bytef *)p;
	k->z.avail_in = (uInt)n;
	do {
		k->z.next_out = (Bytef *)k->out;
		k->z.avail_out = ROOM;
		deflate(&k->z, flush);
		code = put_plain(g, k->out, ROOM - k->z.avail_out);
	} while (code == 0 && k->z.avail_out == 0);
	return code;
}

int otfp_gzout_put(struct otfp_gzout *g, const void *p, size_t n)
{
	return g->packer ? put_packed(g, p, n, Z_NO_FLUSH) : put_plain(g, p, n);
}

int otfp_gzout_end(struct otfp_gzout *g)
{
	int code = g->packer ? put_packed(g, NULL, 0, Z_FINISH) : 0, e = errno;

	otfp_gzout_release(g);
	errno = e;
	return code;
}

void otfp_gzout_release(struct otfp_gzout *g)
{
	if (g->packer)
		deflateEnd(&g->packer->z);
	free(g->packer);
	g->packer = NULL;
}
