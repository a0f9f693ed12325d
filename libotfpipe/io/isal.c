/* isal.c - zlib and gzip by ISA-L, more than twice as fast as zlib. See otfp_unpack_fast in unpack.h. */
#include "io/unpack.h"
#ifdef HAVE_ISAL
#include "base/assert.h"
#include "io/members.h"
#include <isa-l/igzip_lib.h>
#include <stdlib.h>

/* A program that is linked statically is without it: Debian has no static library of ISA-L. */
#pragma weak isal_inflate
#pragma weak isal_inflate_init

struct isal {
	struct otfp_unpack base;
	struct inflate_state z;
	uint32_t kind; /* ISAL_ZLIB or ISAL_GZIP: the header and the checksum of a member */
	struct otfp_unpack_members members;
};

static void start(struct isal *s, uint32_t kind)
{
	isal_inflate_init(&s->z);
	s->z.crc_flag = kind;
}

static int isal_make(struct otfp_unpack **u, const struct otfp_unpack_ops *ops, uint32_t kind, struct otfp_error *err)
{
	struct isal *s = calloc(1, sizeof *s);

	*u = NULL;
	if (!s)
		return otfp_fail_memory(err);
	s->kind = kind;
	start(s, kind);
	s->base.ops = ops;
	*u = &s->base;
	return 0;
}

/* The decoder takes up to 8 bytes more than it has used, and gives them back at the end of a member. */
static int inflate_some(struct isal *s, struct otfp_unpack_io *io)
{
	const unsigned char *from = io->in;
	int r;

	OTFP_ASSERT(io->in <= io->in_end && io->out <= io->out_end);
	s->z.next_in = (uint8_t *)io->in;
	s->z.avail_in = (uint32_t)(io->in_end - io->in);
	s->z.next_out = io->out;
	s->z.avail_out = (uint32_t)(io->out_end - io->out);
	r = isal_inflate(&s->z);
	io->in = s->z.next_in;
	io->out = s->z.next_out;
	otfp_unpack_members_took(&s->members, from, io->in, s->z.block_state == ISAL_BLOCK_FINISH);
	return r;
}

static int isal_step(struct otfp_unpack *u, struct otfp_unpack_io *io)
{
	struct isal *s = (struct isal *)u;

	do {
		if (otfp_unpack_members_over(&s->members, io))
			return 0;
		if (s->members.ended)
			start(s, s->kind);
		if (inflate_some(s, io) != ISAL_DECOMP_OK) {
			s->base.why = "inflate failed";
			return OTFP_EDAMAGE;
		}
	} while (s->members.ended);
	return 0;
}

static const char *isal_cut(const struct otfp_unpack *u)
{
	const struct isal *s = (const struct isal *)u;
	int is_between = s->z.block_state == ISAL_BLOCK_NEW_HDR || s->z.block_state == ISAL_BLOCK_HDR;
	int has_begun = s->z.read_in_length > 0 || s->z.tmp_in_size > 0; /* a bit of the next block */

	return s->members.ended || (is_between && !has_begun && s->members.tail == OTFP_FLUSH_MARK) ? NULL : "block";
}

static int isal_restart(struct otfp_unpack *u)
{
	struct isal *s = (struct isal *)u;

	otfp_unpack_members_restart(&s->members);
	start(s, ISAL_DEFLATE);
	return 0;
}

static void isal_release(struct otfp_unpack *u)
{
	free((struct isal *)u);
}

static const char *gzip_cut(const struct otfp_unpack *u)
{
	return ((const struct isal *)u)->members.ended ? NULL : "member";
}

static int zlib_init(struct otfp_unpack **u, const char *name, struct otfp_error *err);
static int gzip_init(struct otfp_unpack **u, const char *name, struct otfp_error *err);

static const struct otfp_unpack_ops fast_zlib = {zlib_init, isal_step, isal_cut, isal_restart, isal_release};
static const struct otfp_unpack_ops fast_gzip = {gzip_init, isal_step, gzip_cut, NULL, isal_release};

static int zlib_init(struct otfp_unpack **u, const char *name, struct otfp_error *err)
{
	(void)name;
	return isal_make(u, &fast_zlib, ISAL_ZLIB, err);
}

static int gzip_init(struct otfp_unpack **u, const char *name, struct otfp_error *err)
{
	(void)name;
	return isal_make(u, &fast_gzip, ISAL_GZIP, err);
}

const struct otfp_unpack_ops *otfp_unpack_fast(const struct otfp_unpack_ops *exact)
{
	if (!isal_inflate || !isal_inflate_init)
		return NULL;
	if (exact == &otfp_unpack_zlib)
		return &fast_zlib;
	return exact == &otfp_unpack_gzip ? &fast_gzip : NULL;
}
#else
const struct otfp_unpack_ops *otfp_unpack_fast(const struct otfp_unpack_ops *exact)
{
	(void)exact;
	return NULL;
}
#endif
