#include "io/flush.h"
#include <string.h>
#include <zlib.h>

enum { LOOK = 2 << 20 };      /* compressed bytes searched for flush points */
enum { TEXT_MAX = 4 << 20 };  /* inflated bytes kept */
enum { STEP = 64 << 10 };

/* The byte behind the last flush point in [p, end), or NULL. */
static const uint8_t *point_before(const uint8_t *p, const uint8_t *end)
{
	static const uint8_t mark[4] = {0x00, 0x00, 0xff, 0xff};

	while (end - p >= 4) {
		end--;
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

/* Inflate [p, end) as raw blocks. @return 1 if that worked to the very end, 0 if not, -1 memory */
static int inflate_from(const uint8_t *p, const uint8_t *end, struct otfp_buf *text)
{
	z_stream z = {.next_in = (Bytef *)p, .avail_in = (uInt)(end - p)};
	int r = Z_OK;

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

/* From the nearest flush point that gives some text, walking back over false ones. */
static int walk_back(const uint8_t *p, const uint8_t *end, struct otfp_buf *text, struct otfp_error *err)
{
	enum { TRIES = 16, ENOUGH = 4096 };
	const uint8_t *from = end;

	for (int i = 0; i < TRIES; i++) {
		from = point_before(p, from == end ? from : from - 1);
		if (!from)
			break;
		switch (inflate_from(from, end, text)) {
		case -1: return otfp_fail_memory(err);
		case 1:
			if (text->n >= ENOUGH)
				return 0;
		}
	}
	text->n = 0;
	return 0;
}

int otfp_flush_tail(struct otfp_file_h *f, struct otfp_buf *text, struct otfp_error *err)
{
	uint64_t size = otfp_file_size(f);
	size_t n = size < LOOK ? size : LOOK;
	struct otfp_buf raw = OTFP_BUF_INIT;
	ssize_t got;
	int code;

	if (otfp_buf_reserve(&raw, n + 1) < 0)
		return otfp_fail_memory(err);
	got = otfp_file_read(f, raw.p, n, size - n);
	code = got < 0 ? (int)got : walk_back((uint8_t *)raw.p, (uint8_t *)raw.p + got, text, err);
	otfp_buf_release(&raw);
	return code;
}
