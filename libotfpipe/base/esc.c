#include "base/esc.h"
#include "base/num.h"
#include <stdint.h>

static inline int is_plain(uint8_t c)
{
	return c >= 0x20 && c != 0x7f && c != '\\';
}

/* The letter of a short escape; 0: none. */
static char letter_of(uint8_t c)
{
	switch (c) {
	case '\\': return '\\';
	case '\t': return 't';
	case '\n': return 'n';
	case '\r': return 'r';
	default: return 0;
	}
}

char *otfp_esc_put(char *p, const char *s, size_t n)
{
	for (const char *end = s + n; s < end; s++) {
		uint8_t c = (uint8_t)*s;
		if (is_plain(c)) {
			*p++ = (char)c;
			continue;
		}
		*p++ = '\\';
		if (letter_of(c)) {
			*p++ = letter_of(c);
			continue;
		}
		*p++ = 'x';
		*p++ = (char)('0' + (c >> 4)); /* only 0x00..0x1f and 0x7f get here, so the first digit is no letter */
		*p++ = "0123456789abcdef"[c & 15];
	}
	return p;
}

/* Decode the two digits after \x. @return the byte; -1 if they are not canonical */
static int hex_byte(const char *s)
{
	unsigned hi = otfp_hex_value[(uint8_t)s[0]], lo = otfp_hex_value[(uint8_t)s[1]], c = hi << 4 | lo;

	if (hi > 15 || lo > 15 || is_plain((uint8_t)c) || letter_of((uint8_t)c))
		return -1;
	return (int)c;
}

/* Decode one escape, after its backslash. @return its length; 0 if it is invalid */
static size_t get_one(int *c, const char *s, size_t n)
{
	if (n == 0)
		return 0;
	switch (*s) {
	case '\\': *c = '\\'; return 1;
	case 't': *c = '\t'; return 1;
	case 'n': *c = '\n'; return 1;
	case 'r': *c = '\r'; return 1;
	case 'x': return n >= 3 && (*c = hex_byte(s + 1)) >= 0 ? 3 : 0;
	default: return 0;
	}
}

char *otfp_esc_get(char *p, const char *s, size_t n)
{
	const char *end = s + n;
	size_t used;
	int c = 0;

	while (s < end) {
		if (is_plain((uint8_t)*s)) {
			*p++ = *s++;
			continue;
		}
		if (*s++ != '\\')
			return NULL;
		used = get_one(&c, s, (size_t)(end - s));
		if (!used)
			return NULL;
		*p++ = (char)c;
		s += used;
	}
	return p;
}
