#include "io/flush.h"
#include "base/assert.h"
#include <string.h>
#include <zlib.h>

enum {
	LOOK = 16 << 10,
	LOOK_MAX = 2 << 20
};                           /* compressed bytes searched for flush points: in the first step, and at most */
enum { TEXT_MAX = 4 << 20 }; /* uncompressed bytes kept */
enum { STEP = 64 << 10 };

/* The byte after the last flush point in [p, end), or NULL. */
static const uint8_t *point_before(const uint8_t *p, const uint8_t *end)
{
	static const uint8_t mark[4] = {0x00, 0x00, 0xff, 0xff};

	while (end - p >= 4 && (end = memrchr(p + 3, mark[3], (size_t)(end - p) - 3))) {
		if (memcmp(end - 3, mark, sizeof mark) == 0)
			return end + 1;
	}
	return NULL;
}

/* Keep the last TEXT_MAX bytes. */
static void trim(struct otfp_buf *text)
{
	if (text->n > 2 * TEXT_MAX) {
		memmove(text->p, text->p + text->n - TEXT_MAX, TEXT_MAX);
		text->n = TEXT_MAX;
	}
}

/* Inflate [p, end) as raw blocks. @return 1 if that worked to the very end, 0 if not, -1 when memory is out */
static int inflate_from(const uint8_t *p, const uint8_t *end, struct otfp_buf *text)
{
	z_stream z = {.next_in = (Bytef *)p, .avail_in = (uInt)(end - p)};
	int r = Z_OK;

	OTFP_ASSERT(p <= end && end - p <= 4 * LOOK_MAX);
	text->n = 0;
	if (inflateInit2(&z, -15) != Z_OK)
		return -1;
	while (r == Z_OK && (z.avail_in || z.avail_out == 0)) {
		if (otfp_buf_reserve(text, STEP) < 0) {
			inflateEnd(&z);
			return -1;
		}
		z.next_out = (Bytef *)text->p + text->n;
		z.avail_out = STEP;
		r = inflate(&z, Z_NO_FLUSH);
		text->n += STEP - z.avail_out;
		trim(text);
	}
	inflateEnd(&z);
	return (r == Z_OK || r == Z_BUF_ERROR) && z.avail_in == 0;
}

/* Inflate from the nearest flush point that gives enough text; go further back if one is false. */
static int walk_back(const uint8_t *p, const uint8_t *end, struct otfp_buf *text, size_t *packed,
                     struct otfp_error *err)
{
	enum { TRIES = 16, ENOUGH = 4096 };
	const uint8_t *from, *before = end > p ? end - 1 : end; /* nothing follows a point at the very end */

	for (int i = 0; i < TRIES; i++, before = from - 1) {
		from = point_before(p, before);
		if (!from)
			break;
		switch (inflate_from(from, end, text)) {
		case -1: return otfp_fail_memory(err);
		case 1:
			*packed = text->n < TEXT_MAX ? (size_t)(end - from) : 0;
			if (text->n >= ENOUGH)
				return 0;
		}
	}
	text->n = *packed = 0;
	return 0;
}

int otfp_flush_tail(struct otfp_file_h *f, struct otfp_buf *text, size_t *packed, struct otfp_error *err)
{
	uint64_t size = otfp_file_size(f);
	struct otfp_buf raw = OTFP_BUF_INIT;
	int code = 0;

	*packed = 0;
	for (size_t look = LOOK; code == 0; look *= 4) {
		size_t n = size < look ? size : look;
		ssize_t got;
		raw.n = 0;
		if (otfp_buf_reserve(&raw, n + 1) < 0) {
			code = otfp_fail_memory(err);
			break;
		}
		got = otfp_file_read(f, raw.p, n, size - n);
		code = got < 0 ? (int)got : walk_back((uint8_t *)raw.p, (uint8_t *)raw.p + got, text, packed, err);
		if (text->n || n == size || look >= LOOK_MAX)
			break;
	}
	otfp_buf_release(&raw);
	return code;
}

/* The byte after the first flush point in [p, end), or NULL. */
static const uint8_t *point_after(const uint8_t *p, const uint8_t *end)
{
	static const uint8_t mark[4] = {0x00, 0x00, 0xff, 0xff};
	const uint8_t *found = memmem(p, (size_t)(end - p), mark, sizeof mark);

	return found ? found + sizeof mark : NULL;
}

int otfp_flush_next(struct otfp_input *in, uint64_t at, uint64_t end, uint64_t *point)
{
	uint8_t piece[32 << 10];

	for (;;) {
		size_t n = end - at < sizeof piece ? (size_t)(end - at) : sizeof piece;
		ssize_t got = otfp_input_read_at(in, piece, n, at);
		const uint8_t *found;
		if (got < 4)
			return got < 0 ? (int)got : 0;
		found = point_after(piece, piece + got);
		if (found) {
			*point = at + (uint64_t)(found - piece);
			return *point < end;
		}
		at += (uint64_t)got - 3; /* a mark may cross the border */
	}
}

int otfp_flush_text(struct otfp_input *in, uint64_t point, size_t want, struct otfp_buf *b, struct otfp_error *err)
{
	uint8_t piece[8 << 10];
	z_stream z = {0};
	int r = Z_OK;

	b->n = 0;
	if (otfp_buf_reserve(b, want) < 0 || inflateInit2(&z, -15) != Z_OK)
		return otfp_fail_memory(err);
	z.next_out = (Bytef *)b->p;
	z.avail_out = (uInt)want;
	while ((r == Z_OK || r == Z_BUF_ERROR) && z.avail_out) {
		ssize_t got = otfp_input_read_at(in, piece, sizeof piece, point);
		if (got <= 0) {
			r = got < 0 ? Z_ERRNO : r;
			break;
		}
		point += (uint64_t)got;
		z.next_in = piece;
		z.avail_in = (uInt)got;
		r = inflate(&z, Z_NO_FLUSH);
	}
	b->n = want - z.avail_out;
	inflateEnd(&z);
	return r == Z_ERRNO ? OTFP_EFAIL : (r == Z_OK || r == Z_BUF_ERROR) && b->n;
}
