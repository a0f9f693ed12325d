#include "base/json.h"
#include "base/assert.h"
#include "base/real.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Length of a UTF-8 sequence by its first byte; 0: invalid. */
static size_t length_of(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2 || first > 0xf4)
		return 0;
	return 2u + (first >= 0xe0) + (first >= 0xf0);
}

/* Length of the UTF-8 sequence at s; 0: invalid. */
static size_t sequence(const unsigned char *s, size_t n)
{
	const size_t length = length_of(s[0]);

	if (length > n)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* overlong forms, surrogates, above U+10FFFF */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
	    (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

size_t otfp_utf8_length(const char *s, size_t n)
{
	OTFP_ASSERT_HOT(n > 0);
	return sequence((const unsigned char *)s, n);
}

static char *put_escape(char *p, unsigned char c)
{
	static const char digits[] = "0123456789abcdef";

	*p++ = '\\';
	if (c == '"' || c == '\\') {
		*p++ = (char)c;
		return p;
	}
	memcpy(p, "u00", 3);
	p[3] = digits[c >> 4];
	p[4] = digits[c & 15];
	return p + 5;
}

static int is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

/* U+0080 to U+009F: JSON may contain them, but terminals obey some. */
static int is_c1(const unsigned char *s)
{
	return s[0] == 0xc2 && s[1] < 0xa0;
}

/* Write the inside of a string, without quotes. */
static char *put_inside(char *p, const unsigned char *s, const unsigned char *end)
{
	while (s < end) {
		size_t n = sequence(s, (size_t)(end - s));
		if ((n > 1 && !is_c1(s)) || is_plain(*s)) {
			memcpy(p, s, n);
			p += n;
		} else if (n) {
			p = put_escape(p, s[n - 1]); /* U+0080 to U+009F end with the byte of that number */
		} else {
			memcpy(p, "\\ufffd", 6);
			p += 6;
		}
		s += n ? n : 1;
	}
	return p;
}

char *otfp_json_put(char *p, const char *s, size_t n)
{
	*p++ = '"';
	if (n)
		p = put_inside(p, (const unsigned char *)s, (const unsigned char *)s + n);
	*p++ = '"';
	return p;
}

char *otfp_json_put_real(char *p, double real)
{
	uint64_t bits;

	memcpy(&bits, &real, sizeof bits);
	if (isfinite(real))
		return p + otfp_put_double(p, bits);
	memcpy(p, "null", 4);
	return p + 4;
}

int otfp_json_add(struct otfp_buf *b, struct otfp_str s)
{
	if (!s.p)
		return otfp_buf_puts(b, "null");
	if (otfp_buf_reserve(b, OTFP_JSON_ROOM(s.n)) < 0)
		return -1;
	b->n = (size_t)(otfp_json_put(b->p + b->n, s.p, s.n) - b->p);
	return 0;
}

/* Handles one whole sequence at a time, or one byte that belongs to none. */
static void print_string(struct otfp_str s, FILE *out)
{
	const unsigned char *p = (const unsigned char *)s.p;
	char text[6] = "";

	if (!s.p) {
		fputs("null", out);
		return;
	}
	putc('"', out);
	while (s.n) {
		size_t n = sequence(p, s.n);
		n = n ? n : 1;
		fwrite(text, 1, (size_t)(put_inside(text, p, p + n) - text), out);
		p += n;
		s.n -= n;
	}
	putc('"', out);
}

/* ---- objects and arrays ---- */

void otfp_json_next(struct otfp_json *j, const char *name)
{
	const unsigned comma = otfp_json_comma(&j->nest);

	if (j->line)
		fprintf(j->out, "%s\n%*s", comma ? "," : "", j->line - 1, "");
	else if (comma)
		fputs(", ", j->out);
	j->line = 0;
	if (name)
		fprintf(j->out, "\"%s\": ", name);
}

void otfp_json_begin(struct otfp_json *j, const char *name, char bracket)
{
	otfp_json_next(j, name);
	putc(bracket, j->out);
	otfp_json_down(&j->nest);
}

void otfp_json_end(struct otfp_json *j, char bracket)
{
	if (j->line)
		fprintf(j->out, "\n%*s", j->line - 1, "");
	j->line = 0;
	putc(bracket, j->out);
	otfp_json_up(&j->nest);
}

void otfp_json_line(struct otfp_json *j, int blanks)
{
	j->line = 1 + blanks;
}

void otfp_json_number(struct otfp_json *j, const char *name, int has, uint64_t v)
{
	otfp_json_next(j, name);
	if (has)
		fprintf(j->out, "%" PRIu64, v);
	else
		fputs("null", j->out);
}

void otfp_json_real(struct otfp_json *j, const char *name, double real)
{
	char text[OTFP_JSON_REAL_MAX] = "";

	otfp_json_next(j, name);
	fwrite(text, 1, (size_t)(otfp_json_put_real(text, real) - text), j->out);
}

void otfp_json_yes(struct otfp_json *j, const char *name, int yes)
{
	otfp_json_next(j, name);
	fputs(yes ? "true" : "false", j->out);
}

void otfp_json_text(struct otfp_json *j, const char *name, struct otfp_str s)
{
	otfp_json_next(j, name);
	print_string(s, j->out);
}

void otfp_json_word(struct otfp_json *j, const char *name, const char *text)
{
	otfp_json_text(j, name, (struct otfp_str){text, text ? strlen(text) : 0});
}
