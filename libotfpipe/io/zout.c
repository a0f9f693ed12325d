#include "io/zout.h"
#include <errno.h>
#include <stdlib.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

enum { ROOM = 64 << 10, GZIP = 16 }; /* bytes of output at a time; added to windowBits for the gzip header */

struct otfp_zout_ops {
	void *(*new)(struct otfp_zout_form form); /* NULL: memory is out */
	int (*put)(struct otfp_zout *z, const void *p, size_t n, int is_end);
	void (*free)(void *packer);
};

static int put_plain(struct otfp_zout *z, const char *p, size_t n)
{
	int e, code;

	if (otfp_fd_write(z->fd, p, n, z->stop) == n)
		return 0;
	e = errno;
	code = otfp_fail_errno(z->err, "%s", z->name);
	errno = e;
	return code;
}

/* ---- gzip ---- */

struct gzip {
	z_stream z;
	char out[ROOM];
};

static void *gzip_new(struct otfp_zout_form form)
{
	struct gzip *g = calloc(1, sizeof *g);

	if (g && deflateInit2(&g->z, form.level, Z_DEFLATED, MAX_WBITS + GZIP, 8, Z_DEFAULT_STRATEGY) == Z_OK)
		return g;
	free(g);
	return NULL;
}

static int gzip_put(struct otfp_zout *z, const void *p, size_t n, int is_end)
{
	struct gzip *g = z->packer;
	int code = 0;

	g->z.next_in = (z_const Bytef *)p;
	g->z.avail_in = (uInt)n;
	do {
		g->z.next_out = (Bytef *)g->out;
		g->z.avail_out = ROOM;
		deflate(&g->z, is_end ? Z_FINISH : Z_NO_FLUSH);
		code = put_plain(z, g->out, ROOM - g->z.avail_out);
	} while (code == 0 && g->z.avail_out == 0);
	return code;
}

static void gzip_free(void *packer)
{
	deflateEnd(&((struct gzip *)packer)->z);
	free(packer);
}

static const struct otfp_zout_ops gzip_ops = {gzip_new, gzip_put, gzip_free};

/* ---- zstd ---- */

#ifdef HAVE_ZSTD
struct zstd {
	ZSTD_CCtx *c;
	char out[ROOM];
};

static void zstd_free(void *packer)
{
	ZSTD_freeCCtx(((struct zstd *)packer)->c);
	free(packer);
}

/* A libzstd without threads refuses nbWorkers: then it works in the caller's. */
static void *zstd_new(struct otfp_zout_form form)
{
	struct zstd *s = calloc(1, sizeof *s);

	if (!s || !(s->c = ZSTD_createCCtx())) {
		free(s);
		return NULL;
	}
	if (form.threads > 1)
		ZSTD_CCtx_setParameter(s->c, ZSTD_c_nbWorkers, (int)form.threads - 1);
	if (!ZSTD_isError(ZSTD_CCtx_setParameter(s->c, ZSTD_c_compressionLevel, form.level)) &&
	    !ZSTD_isError(ZSTD_CCtx_setParameter(s->c, ZSTD_c_checksumFlag, 1)))
		return s;
	zstd_free(s);
	return NULL;
}

static int zstd_failed(const struct otfp_zout *z, size_t r)
{
	if (ZSTD_getErrorCode(r) == ZSTD_error_memory_allocation)
		return otfp_fail_memory(z->err);
	return otfp_fail(z->err, OTFP_EFAIL, "%s: %s", z->name, ZSTD_getErrorName(r));
}

static int zstd_put(struct otfp_zout *z, const void *p, size_t n, int is_end)
{
	struct zstd *s = z->packer;
	ZSTD_inBuffer in = {p, n, 0};
	size_t left;
	int code = 0;

	do {
		ZSTD_outBuffer out = {s->out, ROOM, 0};
		left = ZSTD_compressStream2(s->c, &out, &in, is_end ? ZSTD_e_end : ZSTD_e_continue);
		if (ZSTD_isError(left)) {
			errno = 0;
			return zstd_failed(z, left);
		}
		code = put_plain(z, s->out, out.pos);
	} while (code == 0 && (in.pos < in.size || (is_end && left)));
	return code;
}

static const struct otfp_zout_ops zstd_ops = {zstd_new, zstd_put, zstd_free};
#endif

/* ---- of any kind ---- */

static const struct otfp_zout_ops *const packers[] = {
	[OTFP_GZIP] = &gzip_ops,
#ifdef HAVE_ZSTD
	[OTFP_ZSTD] = &zstd_ops,
#endif
};

int otfp_zout_can(enum otfp_packing packing)
{
	return packing == OTFP_PLAIN || (packing < sizeof packers / sizeof *packers && packers[packing]);
}

int otfp_zout_open(struct otfp_zout *z, int fd, const char *name, struct otfp_zout_form form, struct otfp_error *err)
{
	*z = (struct otfp_zout){.fd = fd, .name = name, .err = err};
	if (form.packing == OTFP_PLAIN || !form.level)
		return 0;
	if (!otfp_zout_can(form.packing))
		return otfp_fail(err, OTFP_EFAIL, "%s: built without support for this compression", name);
	z->packer = packers[form.packing]->new (form);
	if (!z->packer)
		return otfp_fail_memory(err);
	z->ops = packers[form.packing];
	return 0;
}

int otfp_zout_put(struct otfp_zout *z, const void *p, size_t n)
{
	return z->packer ? z->ops->put(z, p, n, 0) : put_plain(z, p, n);
}

int otfp_zout_end(struct otfp_zout *z)
{
	int code = z->packer ? z->ops->put(z, NULL, 0, 1) : 0, e = errno;

	otfp_zout_release(z);
	errno = e;
	return code;
}

void otfp_zout_release(struct otfp_zout *z)
{
	if (z->packer)
		z->ops->free(z->packer);
	z->packer = NULL;
}
