/* exclude.c - which options contradict each other, in all commands that have both. */
#include "cmd/option/option.h"
#include <string.h>

/* An option, and those that it excludes, which need not exclude each other. Flags that set one target to different
 * values, such as --long and --short, need no row. */
static const struct {
	const char *one, *others;
	const char *hint; /* what to do, or NULL */
} excluded[] = {
	{"quiet", "verbose", NULL},
	{"no-pg", "keep-pg", NULL},
	{"output", "in-place count run", NULL},
	{"run", "profile", NULL},
	{"resume", "force in-place count", NULL},
	{"part", "in-place", "a share cannot replace its trace"},
	{"streams", "in-place", "the streams stay as they are"},
	{"json", "markers", NULL},
	{"partial", "json tsv folded", NULL},
	{"from-summaries", "every partial combine folded", NULL},
	{"diff", "every", "-t compares an interval of both"},
	{"diff", "combine", "give --diff its two files"},
	{"diff", "partial cluster filter-rules markers", NULL},
	{"cluster", "filter-rules markers", NULL},
	{"filter-rules", "markers combine", NULL},
	{"markers", "combine", NULL},
	{"remove", "points every at thumbnail", NULL},
	{"remove", "no-snapshots", "--remove=summaries keeps snapshots"},
	{"time", "inside", NULL},
	{"every", "max-bytes", NULL},
	{"map", "unify", "pipe one otf-remap into another"},
	{"causal", "shift scale rescale clocks", "pipe one otf-remap into another"},
	{"causal", "inverse", "undo it with --clocks --inverse and the file of --write-clocks"},
	{"rescale", "shift scale clocks inverse", "pipe one otf-remap into another"},
	{"join", "recover", NULL},
	{"join", "streams long short inline", "it does not rewrite records"},
};

static int has_word(const char *words, const char *word)
{
	const size_t n = strlen(word);

	for (const char *p = words; (p = strstr(p, word)); p += n)
		if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
			return 1;
	return 0;
}

static int is_row(size_t i, const struct option_row *one, const struct option_row *other)
{
	return strcmp(excluded[i].one, one->name) == 0 && has_word(excluded[i].others, other->name);
}

int option_excludes(const struct option_row *a, const struct option_row *b, const char **hint)
{
	*hint = NULL;
	for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++)
		if (is_row(i, a, b) || is_row(i, b, a)) {
			*hint = excluded[i].hint;
			return 1;
		}
	return 0;
}
