/* words.c - option values that are words of a list: lookup, and hints for unknown words. */
#include "cmd/text/message.h"
#include "cmd/option/option.h"
#include "base/nearest.h"
#include <stdio.h>
#include <string.h>

enum { FEW = 12 }; /* the most words that a message lists */

const char *record_word(unsigned i)
{
	static const char *const classes[] = {"def", "event", "snap", "stat", "marker"};
	enum { NCLASSES = sizeof classes / sizeof *classes };
	const struct otfp_schema *s = i < NCLASSES ? NULL : otfp_schema(i - NCLASSES + 1);

	if (i < NCLASSES)
		return classes[i];
	return s ? s->name : NULL;
}

int word_find(word_fn *word, const char *p, size_t n)
{
	for (int i = 0; word((unsigned)i); i++)
		if (strlen(word((unsigned)i)) == n && memcmp(word((unsigned)i), p, n) == 0)
			return i;
	return -1;
}

int word_list(char *text, size_t size, word_fn *word, const char *before_last)
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

const char *word_hint(char *to, size_t size, word_fn *word, const char *p, size_t n)
{
	struct otfp_nearest nearest = {p, n, NULL, 0};

	for (unsigned i = 0; word(i); i++)
		otfp_nearest_try(&nearest, word(i));
	if (nearest.best)
		snprintf(to, size, "; did you mean '%s'?", nearest.best);
	else if (snprintf(to, size, "; expected ") < 0 || !word_list(to, size, word, " or "))
		*to = '\0';
	return to;
}

int word_usage(const char *what, word_fn *word, const char *p, size_t n)
{
	char hint[OPTION_HINT];

	return message_usage("%s: unknown value '%.*s'%s", what, (int)(n < OPTION_HINT ? n : OPTION_HINT), p,
	                     word_hint(hint, sizeof hint, word, p, n));
}
