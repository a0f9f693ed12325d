#include "base/json.h"

/* Bytes of the UTF-8 sequence at s[0..n), 0 = it is none. */
static size_t sequence(const unsigned char *s, size_t n)
{
	size_t length = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : 0;

	if (s[0] >= 0xf0 && s[0] < 0xf5)
		length = 4;
	if (length > n)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* overlong, surrogates, behind the last */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
	    (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

void otfp_json_text(struct otfp_str s, FILE *out)
{
	const unsigned char *p = (const unsigned char *)s.p, *end = p + s.n;

	putc('"', out);
	while (p < end) {
		size_t n = sequence(p, (size_t)(end - p));
		if (n == 0)
			fputs("\\ufffd", out);
		else if (*p < 0x20 || *p == 0x7f)
			fprintf(out, "\\u%04x", *p);
		else if (*p == '"' || *p == '\\')
			fprintf(out, "\\%c", *p);
		else
			fwrite(p, 1, n, out);
		p += n ? n : 1;
	}
	putc('"', out);
}
