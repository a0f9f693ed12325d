#include "cmd/text/safe.h"
#include "base/json.h"
#include <string.h>

static char *put_escape(char *p, uint8_t c)
{
	static const char letters[] = "tn\0\0r"; /* for 9 and up */

	*p++ = '\\';
	if (c >= '\t' && c <= '\r' && letters[c - '\t']) {
		*p++ = letters[c - '\t'];
		return p;
	}
	*p++ = 'x';
	*p++ = "0123456789abcdef"[c >> 4];
	*p++ = "0123456789abcdef"[c & 15];
	return p;
}

static int is_printable(char c)
{
	return c >= 0x20 && c < 0x7f;
}

/* Characters beyond ASCII that change the text around them: C1 controls; marks, embeddings, overrides and isolates of
 * direction, after which a viewer shows other letters in another order; separators that end a line; a byte order mark.
 */
static const struct {
	uint32_t first, last;
} controls[] = {{0x80, 0x9f}, {0x61c, 0x61c}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}};

/* @return the code of a character of 2 or 3 bytes */
static uint32_t code_of(const char *s, size_t length)
{
	const uint32_t a = (uint8_t)s[0], b = (uint8_t)s[1] & 0x3f;

	return length == 2 ? (a & 0x1f) << 6 | b : (a & 0xf) << 12 | b << 6 | ((uint8_t)s[2] & 0x3f);
}

/* Whether that many bytes are a character beyond ASCII that is no control. */
static int is_safe(const char *s, size_t length)
{
	uint32_t code;

	if (length < 2 || length > 3)
		return length > 3;
	code = code_of(s, length);
	for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
		if (code >= controls[i].first && code <= controls[i].last)
			return 0;
	return 1;
}

char *safe_put(char *p, const char *s, size_t n)
{
	for (const char *end = s + n; s < end;) {
		size_t length;
		if (is_printable(*s)) {
			*p++ = *s++;
			continue;
		}
		length = otfp_utf8_length(s, (size_t)(end - s));
		if (is_safe(s, length)) {
			memcpy(p, s, length);
			p += length;
			s += length;
		} else {
			p = put_escape(p, (uint8_t)*s++);
		}
	}
	return p;
}

size_t safe_width(const char *p, size_t n)
{
	size_t width = 0;

	for (size_t i = 0; i < n; i++)
		width += ((uint8_t)p[i] & 0xc0) != 0x80;
	return width;
}

int safe_add(struct otfp_buf *b, struct otfp_str s)
{
	if (otfp_buf_reserve(b, 4 * s.n) < 0)
		return -1;
	if (s.n)
		b->n = (size_t)(safe_put(b->p + b->n, s.p, s.n) - b->p);
	return 0;
}

static int is_inside(char c)
{
	return ((uint8_t)c & 0xc0) == 0x80;
}

int short_add(struct otfp_buf *b, struct otfp_str s, size_t most)
{
	size_t head = most * 2 / 3, tail = most - head;

	if (s.n <= most)
		return otfp_buf_add(b, s.p, s.n);
	for (unsigned i = 0; i < 3 && head && is_inside(s.p[head]); i++)
		head--;
	for (unsigned i = 0; i < 3 && tail && is_inside(s.p[s.n - tail]); i++)
		tail--;
	if (otfp_buf_add(b, s.p, head) < 0 || otfp_buf_puts(b, "…") < 0)
		return -1;
	return otfp_buf_add(b, s.p + s.n - tail, tail);
}

int safe_add_short(struct otfp_buf *b, struct otfp_str s, size_t most)
{
	struct otfp_buf some = OTFP_BUF_INIT;
	int rc;

	if (s.n <= most)
		return safe_add(b, s);
	rc = short_add(&some, s, most);
	if (rc == 0)
		rc = safe_add(b, (struct otfp_str){some.p, some.n});
	otfp_buf_release(&some);
	return rc;
}

void safe_print(struct otfp_str s, FILE *out)
{
	char text[16];

	while (s.n) {
		const size_t length = otfp_utf8_length(s.p, s.n), n = length ? length : 1;
		const char *end = safe_put(text, s.p, n);
		fwrite(text, 1, (size_t)(end - text), out);
		s.p += n;
		s.n -= n;
	}
}

void safe_puts(const char *s, FILE *out)
{
	safe_print((struct otfp_str){s, strlen(s)}, out);
}
