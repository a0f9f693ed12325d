/* unpack.c - the decoders. See unpack.h. */
#include "io/unpack.h"
#include "base/assert.h"
#include "io/members.h"
#include <stdlib.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

/* ---- zlib ---- */

struct zlib {
	struct otfp_unpack base;
	z_stream z;
	struct otfp_unpack_members members;
	int border; /* directly after a block, with no bit of the next one consumed */
	int wbits;  /* for inflateInit2: includes the kind of header */
};

static int inflate_init(struct otfp_unpack **u, const struct otfp_unpack_ops *ops, int wbits, struct otfp_error *err)
{
	struct zlib *s = calloc(1, sizeof(*s));

	*u = NULL;
	if (!s || inflateInit2(&s->z, wbits) != Z_OK) {
		free(s);
		return otfp_fail_memory(err);
	}
	s->wbits = wbits;
	s->base.ops = ops;
	*u = &s->base;
	return 0;
}

static int zlib_init(struct otfp_unpack **u, const char *name, struct otfp_error *err)
{
	(void)name;
	return inflate_init(u, &otfp_unpack_zlib, 15, err);
}

static int gzip_init(struct otfp_unpack **u, const char *name, struct otfp_error *err)
{
	(void)name;
	return inflate_init(u, &otfp_unpack_gzip, 15 + 16, err);
}

/*
 * data_type is 128 after a block, plus the number of unused bits. A call that moves nothing clears the 128 although
 * the position is the same, so such a call does not clear the border.
 */
static void note_border(struct zlib *s, int moved)
{
	int now = (s->z.data_type & 128) && !(s->z.data_type & 63);

	if (moved || now)
		s->border = now;
}

static int inflate_some(struct zlib *s, struct otfp_unpack_io *io)
{
	z_stream *z = &s->z;
	int r;

	OTFP_ASSERT(io->in <= io->in_end && io->out <= io->out_end);
	z->next_in = (z_const Bytef *)io->in;
	z->avail_in = (uInt)(io->in_end - io->in);
	z->next_out = io->out;
	z->avail_out = (uInt)(io->out_end - io->out);
	r = inflate(z, Z_NO_FLUSH);
	note_border(s, z->next_in != io->in || z->next_out != io->out);
	otfp_unpack_members_took(&s->members, io->in, z->next_in, r == Z_STREAM_END);
	io->in = z->next_in;
	io->out = z->next_out;
	return r;
}

static int zlib_failed(struct zlib *s, int r)
{
	if (r == Z_MEM_ERROR)
		return OTFP_EFAIL;
	s->base.why = s->z.msg ? s->z.msg : "inflate failed";
	if (r == Z_NEED_DICT)
		s->base.why = "needs a preset dictionary";
	return OTFP_EDAMAGE;
}

static int zlib_step(struct otfp_unpack *u, struct otfp_unpack_io *io)
{
	struct zlib *s = (struct zlib *)u;
	int r;

	do {
		if (otfp_unpack_members_over(&s->members, io))
			return 0;
		if (s->members.ended)
			inflateReset2(&s->z, s->wbits);
		r = inflate_some(s, io);
	} while (s->members.ended);
	return r == Z_OK || r == Z_BUF_ERROR ? 0 : zlib_failed(s, r);
}

static const char *zlib_cut(const struct otfp_unpack *u)
{
	const struct zlib *s = (const struct zlib *)u;

	return s->members.ended || (s->border && s->members.tail == OTFP_FLUSH_MARK) ? NULL : "block";
}

static int zlib_restart(struct otfp_unpack *u)
{
	struct zlib *s = (struct zlib *)u;

	otfp_unpack_members_restart(&s->members);
	s->border = 1;
	return inflateReset2(&s->z, -15) == Z_OK ? 0 : OTFP_EFAIL;
}

static void zlib_release(struct otfp_unpack *u)
{
	struct zlib *s = (struct zlib *)u;

	inflateEnd(&s->z);
	free(s);
}

/* A gzip file has no flush points of ours: it is finished or truncated. */
static const char *gzip_cut(const struct otfp_unpack *u)
{
	return ((const struct zlib *)u)->members.ended ? NULL : "member";
}

const struct otfp_unpack_ops otfp_unpack_zlib = {zlib_init, zlib_step, zlib_cut, zlib_restart, zlib_release};
const struct otfp_unpack_ops otfp_unpack_gzip = {gzip_init, zlib_step, gzip_cut, NULL, zlib_release};

/* ---- zstd ---- */

#ifdef HAVE_ZSTD
#define BLOCK_HEADER 3 /* bytes */

struct zstd {
	struct otfp_unpack base;
	ZSTD_DStream *d;
	size_t hint; /* bytes up to the end of the next block header; 0: between frames */
	int begun;   /* some byte was consumed */
};

static int zstd_init(struct otfp_unpack **u, const char *name, struct otfp_error *err)
{
	struct zstd *s = calloc(1, sizeof(*s));

	(void)name;
	*u = NULL;
	if (!s || !(s->d = ZSTD_createDStream())) {
		free(s);
		return otfp_fail_memory(err);
	}
	s->base.ops = &otfp_unpack_zstd;
	*u = &s->base;
	return 0;
}

/*
 * After an error zstd does not report its output before the error. So each call gets at most one block, without the
 * header of the next one: then the failing call contains no good data.
 */
static size_t zstd_share(const struct zstd *s, size_t have)
{
	size_t want = s->hint > BLOCK_HEADER ? s->hint - BLOCK_HEADER : s->hint;

	want = want ? want : 1;
	return have < want ? have : want;
}

static int zstd_failed(struct zstd *s, size_t r)
{
	if (ZSTD_getErrorCode(r) == ZSTD_error_memory_allocation)
		return OTFP_EFAIL;
	s->base.why = ZSTD_getErrorName(r);
	return OTFP_EDAMAGE;
}

static int zstd_step(struct otfp_unpack *u, struct otfp_unpack_io *io)
{
	struct zstd *s = (struct zstd *)u;

	OTFP_ASSERT(io->in <= io->in_end && io->out <= io->out_end);
	do {
		ZSTD_inBuffer in = {io->in, zstd_share(s, (size_t)(io->in_end - io->in)), 0};
		ZSTD_outBuffer out = {io->out, (size_t)(io->out_end - io->out), 0};
		size_t r;

		if (!in.size && !s->hint)
			return 0;
		r = ZSTD_decompressStream(s->d, &out, &in);
		if (ZSTD_isError(r))
			return zstd_failed(s, r);
		s->hint = r;
		s->begun |= in.pos > 0;
		io->in += in.pos;
		io->out += out.pos;
	} while (io->in < io->in_end && io->out < io->out_end);
	return 0;
}

static const char *zstd_cut(const struct otfp_unpack *u)
{
	const struct zstd *s = (const struct zstd *)u;

	return s->begun && !s->hint ? NULL : "frame";
}

static void zstd_release(struct otfp_unpack *u)
{
	struct zstd *s = (struct zstd *)u;

	ZSTD_freeDStream(s->d);
	free(s);
}

const struct otfp_unpack_ops otfp_unpack_zstd = {zstd_init, zstd_step, zstd_cut, NULL, zstd_release};
#else
static int zstd_missing(struct otfp_unpack **u, const char *name, struct otfp_error *err)
{
	*u = NULL;
	return otfp_fail(err, OTFP_EFAIL, "%s: built without zstd support", name);
}

const struct otfp_unpack_ops otfp_unpack_zstd = {zstd_missing, NULL, NULL, NULL, NULL};
#endif
