#include "io/zout.h"
#include "base/buf.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
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
/*
 * A frame for each MiB, so that threads work on one each; libzstd's own threads crash without memory (1.5.4).
 */
enum { FRAME = 1 << 20 };

struct frame {
	struct otfp_task task; /* first member, so that a task is its frame */
	ZSTD_CCtx *c;
	struct otfp_buf in, out;
	size_t result; /* of ZSTD_compress2 */
	int busy;      /* not written yet */
};

struct zstd {
	struct otfp_pool *pool; /* NULL: no threads */
	unsigned n, next;       /* frames are used in turn; `next` is being filled, and then the oldest */
	struct frame frames[];
};

static void zstd_free(void *packer)
{
	struct zstd *s = packer;

	for (unsigned i = 0; i < s->n; i++) {
		struct frame *f = &s->frames[i];
		if (f->busy && s->pool)
			otfp_pool_wait(s->pool, &f->task);
		ZSTD_freeCCtx(f->c);
		otfp_buf_release(&f->in);
		otfp_buf_release(&f->out);
	}
	free(s);
}

static void compress_frame(struct otfp_task *t)
{
	struct frame *f = (struct frame *)t;

	f->result = ZSTD_compress2(f->c, f->out.p, ZSTD_compressBound(FRAME), f->in.p, f->in.n);
}

static int frame_init(struct frame *f, int level)
{
	f->task.run = compress_frame;
	f->c = ZSTD_createCCtx();
	if (!f->c || ZSTD_isError(ZSTD_CCtx_setParameter(f->c, ZSTD_c_compressionLevel, level)) ||
	    ZSTD_isError(ZSTD_CCtx_setParameter(f->c, ZSTD_c_checksumFlag, 1)))
		return -1;
	return otfp_buf_reserve(&f->in, FRAME) < 0 ? -1 : otfp_buf_reserve(&f->out, ZSTD_compressBound(FRAME));
}

static void *zstd_new(struct otfp_zout_form form)
{
	const unsigned threads = form.pool ? otfp_pool_threads(form.pool) : 1, n = threads > 1 ? threads + 1 : 1;
	struct zstd *s = calloc(1, sizeof *s + n * sizeof *s->frames);

	if (!s)
		return NULL;
	s->pool = threads > 1 ? form.pool : NULL;
	for (s->n = 0; s->n < n; s->n++)
		if (frame_init(&s->frames[s->n], form.level) < 0) {
			s->n++;
			zstd_free(s);
			return NULL;
		}
	return s;
}

/* Wait for a frame and write it. @return 0 or <0 */
static int retire(struct otfp_zout *z, struct frame *f)
{
	const struct zstd *s = z->packer;

	if (!f->busy)
		return 0;
	if (s->pool)
		otfp_pool_wait(s->pool, &f->task);
	f->busy = 0;
	f->in.n = 0;
	if (!ZSTD_isError(f->result))
		return put_plain(z, f->out.p, f->result);
	errno = 0;
	if (ZSTD_getErrorCode(f->result) == ZSTD_error_memory_allocation)
		return otfp_fail_memory(z->err);
	return otfp_fail(z->err, OTFP_EFAIL, "%s: %s", z->name, ZSTD_getErrorName(f->result));
}

/* Compress the frame that was filled, and have room in the next one. @return 0 or <0 */
static int next_frame(struct otfp_zout *z)
{
	struct zstd *s = z->packer;
	struct frame *f = &s->frames[s->next];

	f->busy = 1;
	if (s->pool)
		otfp_pool_submit(s->pool, &f->task);
	else
		compress_frame(&f->task);
	s->next = (s->next + 1) % s->n;
	return retire(z, &s->frames[s->next]);
}

static int zstd_end(struct otfp_zout *z)
{
	struct zstd *s = z->packer;
	int code = next_frame(z);

	for (unsigned i = 0; i < s->n && code == 0; i++)
		code = retire(z, &s->frames[(s->next + i) % s->n]);
	return code;
}

static int zstd_put(struct otfp_zout *z, const void *p, size_t n, int is_end)
{
	struct zstd *s = z->packer;
	const char *from = p;
	int code = 0;

	while (n && code == 0) {
		struct otfp_buf *in = &s->frames[s->next].in;
		const size_t k = n < FRAME - in->n ? n : FRAME - in->n;
		memcpy(in->p + in->n, from, k);
		in->n += k;
		from += k;
		n -= k;
		if (in->n == FRAME)
			code = next_frame(z);
	}
	return code == 0 && is_end ? zstd_end(z) : code;
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
