#include "otf/read/seek.h"
#include "base/buf.h"
#include "base/num.h"
#include "io/flush.h"
#include <string.h>

enum {
	NEAR = 64 << 10,      /* bytes: a smaller interval is not bisected further */
	PIECE = 4 << 10,      /* bytes read first to find a time line */
	PIECE_MAX = 17 << 20, /* a line is at most 16 MiB */
};

/* Find the first time line of [p,end) that a process line follows; p may be in the middle of a line.
 * @return its start, with its time in *t, or NULL */
static const char *find_time(const char *p, const char *end, uint64_t *t)
{
	while ((p = memchr(p, '\n', (size_t)(end - p)))) {
		const char *line = ++p, *lf = memchr(p, '\n', (size_t)(end - p));
		int over = 0;
		if (!lf || lf + 1 == end)
			return NULL;
		if (lf[1] == '*' && otfp_hex_value[(uint8_t)*line] < 16 && otfp_get_hex(line, t, &over) == lf && !over)
			return line;
	}
	return NULL;
}

/* Find such a line in bytes [at,end) of a plain file. @return 1 with *found and *t set, 0 if there is none, or <0 */
static int find_time_at(struct otfp_input *in, uint64_t at, uint64_t end, struct otfp_buf *b, uint64_t *found,
                        uint64_t *t, struct otfp_error *err)
{
	for (size_t want = PIECE; want <= PIECE_MAX; want *= 4) {
		size_t n = want < end - at ? want : (size_t)(end - at);
		const char *line;
		ssize_t got;
		b->n = 0;
		if (otfp_buf_reserve(b, n + 1) < 0)
			return otfp_fail_memory(err);
		got = otfp_input_read_at(in, b->p, n, at);
		if (got < 0)
			return (int)got;
		line = find_time(b->p, b->p + got, t);
		if (line) {
			*found = at + (uint64_t)(line - b->p);
			return 1;
		}
		if ((uint64_t)got < want)
			break;
	}
	return 0;
}

/* Find the first flush point in [at,end) of a compressed file with such a line after it; returns as find_time_at. */
static int find_point_at(struct otfp_input *in, uint64_t at, uint64_t end, struct otfp_buf *b, uint64_t *found,
                         uint64_t *t, struct otfp_error *err)
{
	int code;

	while ((code = otfp_flush_next(in, at, end, found)) > 0) {
		code = otfp_flush_text(in, *found, PIECE, b, err);
		if (code < 0 || (code > 0 && find_time(b->p, b->p + b->n, t)))
			return code;
		at = *found;
	}
	return code;
}

/* After a seek to a flush point: move to the first time line that a process line follows. */
static int align(struct otfp_input *in)
{
	const char *line = NULL;
	uint64_t t;
	int code = 0;

	while (!line && (code = otfp_input_lines(in)) == 0) {
		line = find_time(in->p, in->lines, &t);
		in->p = line ? line : in->lines;
	}
	return code < 0 && code != OTFP_EDAMAGE ? code : 0; /* damage is found again when the file is read */
}

int otfp_seek_before(struct otfp_input *in, uint64_t from, uint64_t *at, struct otfp_error *err)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	uint64_t low = 0, high = otfp_input_size(in), middle, found = 0, t = 0;
	int code = 0, packed = otfp_input_is_packed(in);

	while (high - low > NEAR && code >= 0) {
		middle = low + (high - low) / 2;
		code = (packed ? find_point_at : find_time_at)(in, middle, high, &b, &found, &t, err);
		if (code > 0 && t < from)
			low = found;
		else
			high = middle;
	}
	otfp_buf_release(&b);
	*at = low;
	if (code >= 0)
		code = low ? otfp_input_seek(in, low) : 0;
	return code == 0 && low && packed ? align(in) : code;
}

uint64_t otfp_seek_lines(struct otfp_input *in, uint64_t at)
{
	char piece[PIECE];
	uint64_t lines = 0;

	for (uint64_t pos = 0; pos < at;) {
		size_t n = at - pos < sizeof piece ? (size_t)(at - pos) : sizeof piece;
		ssize_t got = otfp_input_read_at(in, piece, n, pos);
		if (got <= 0)
			return lines;
		for (const char *p = piece; (p = memchr(p, '\n', (size_t)(piece + got - p))); p++)
			lines++;
		pos += (uint64_t)got;
	}
	return lines;
}
