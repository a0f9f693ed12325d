#include "otf/names.h"
#include "base/num.h"
#include <stdio.h>
#include <string.h>

int otfp_otf_is_full(const char *name)
{
	size_t n = strlen(name);

	return n > 4 && strcmp(name + n - 4, ".otf") == 0;
}

int otfp_otf_stub(struct otfp_buf *b, const char *name)
{
	size_t n = strlen(name) - (otfp_otf_is_full(name) ? 4 : 0);

	b->n = 0;
	return otfp_buf_add(b, name, n) < 0 || !otfp_buf_str(b) ? -1 : 0;
}

int otfp_otf_target(struct otfp_buf *b, const char *name, struct otfp_error *err)
{
	if (otfp_otf_stub(b, name) < 0)
		return otfp_fail_memory(err);
	if (!b->n || b->p[b->n - 1] == '/')
		return otfp_fail(err, OTFP_EUSAGE, "'%s' is not a trace name", name);
	return 0;
}

void otfp_otf_suffix(char *p, uint32_t stream, const char *kind, int packed)
{
	*p++ = '.';
	p = otfp_put_hex(p, stream);
	*p++ = '.';
	strcpy(stpcpy(p, kind), packed ? ".z" : "");
}

/* The last ".word" of p[0..n) is cut off. @return where the word is, NULL = there is none */
static const char *cut_word(const char *p, size_t *n)
{
	size_t i = *n;

	while (i > 0 && p[i - 1] != '.' && p[i - 1] != '/')
		i--;
	if (i < 2 || p[i - 1] != '.' || p[i - 2] == '/')
		return NULL;
	*n = i - 1;
	return p + i;
}

int otfp_otf_whose(struct otfp_buf *b, const char *path)
{
	static const char kinds[] = " def events snaps stats marker ";
	size_t n = strlen(path), end;
	const char *kind, *stream;
	char word[OTFP_SUFFIX_MAX];

	if (n > 2 && strcmp(path + n - 2, ".z") == 0)
		n -= 2;
	end = n;
	kind = cut_word(path, &n);
	if (!kind || end - (size_t)(kind - path) >= sizeof word - 2)
		return 0;
	sprintf(word, " %.*s ", (int)(end - (size_t)(kind - path)), kind);
	end = n;
	stream = strstr(kinds, word) ? cut_word(path, &n) : NULL;
	if (!stream || strspn(stream, "0123456789abcdef") != end - (size_t)(stream - path))
		return 0;
	b->n = 0;
	return otfp_buf_add(b, path, n) < 0 || otfp_buf_puts(b, ".otf") < 0 || !otfp_buf_str(b) ? -1 : 1;
}
