/* option-words.c - option values that are words of a list: lookup, and hints for unknown words. */
#include "cmd/run/message.h"
#include "cmd/run/option.h"
#include "base/nearest.h"
#include <stdio.h>
#include <string.h>

enum { FEW = 12 }; /* the most words that a message lists */

const char *otfp_record_word(unsigned i)
{
	static const char *const classes[] = {"def", "event", "snap", "stat", "marker"};
	enum { NCLASSES = sizeof classes / sizeof *classes };
	const struct otfp_schema *s = i < NCLASSES ? NULL : otfp_schema(i - NCLASSES + 1);

	return i < NCLASSES ? classes[i] : s ? s->name : NULL;
}

int otfp_word_find(otfp_word_fn *word, const char *p, size_t n)
{
	for (int i = 0; word((unsigned)i); i++)
		if (strlen(word((unsigned)i)) == n && memcmp(word((unsigned)i), p, n) == 0)
			return i;
	return -1;
}

int otfp_word_list(char *text, size_t size, otfp_word_fn *word, const char *before_last)
{
	unsigned count = 0;
	size_t n = strlen(text);

	while (word(count) && count <= FEW)
		count++;
	for (unsigned i = 0; i < count && count <= FEW && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%s",
		                      i == 0        ? "" :
		                      i + 1 < count ? ", " :
		                                      before_last,
		                      word(i));
	return count <= FEW;
}

const char *otfp_word_hint(char *to, size_t size, otfp_word_fn *word, const char *p, size_t n)
{
	struct otfp_nearest nearest = {p, n, NULL, 0};

	for (unsigned i = 0; word(i); i++)
		otfp_nearest_try(&nearest, word(i));
	if (nearest.best)
		snprintf(to, size, "; did you mean '%s'?", nearest.best);
	else if (snprintf(to, size, "; expected ") < 0 || !otfp_word_list(to, size, word, " or "))
		*to = '\0';
	return to;
}

int otfp_word_usage(const char *what, otfp_word_fn *word, const char *p, size_t n)
{
	char hint[OTFP_HINT];

	return otfp_usage("%s: unknown value '%.*s'%s", what, (int)(n < OTFP_HINT ? n : OTFP_HINT), p,
	                  otfp_word_hint(hint, sizeof hint, word, p, n));
}
