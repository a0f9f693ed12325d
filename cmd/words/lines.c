/* lines.c - sentences in lines. */
#include "cmd/text/safe.h"
#include "cmd/words/words.h"
#include <stdint.h>
#include <string.h>

static void print_sentence(const char *p, const char *end, size_t width, FILE *out)
{
	size_t column = 0;

	width = width ? width : SIZE_MAX;
	while (p < end) {
		const char *blank = memchr(p, ' ', (size_t)(end - p)), *stop = blank ? blank : end;
		const size_t chars = safe_width(p, (size_t)(stop - p));
		if (column > 0)
			putc(column + 1 + chars > width ? '\n' : ' ', out);
		column = column > 0 && column + 1 + chars <= width ? column + 1 + chars : chars;
		fwrite(p, 1, (size_t)(stop - p), out);
		p = blank ? blank + 1 : end;
	}
	putc('\n', out);
}

void words_print(struct otfp_str sentences, size_t width, FILE *out)
{
	const char *p = sentences.p, *end = sentences.n ? p + sentences.n : p;

	while (p < end) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));
		stop = stop ? stop : end;
		print_sentence(p, stop, width, out);
		p = stop + 1;
	}
}
