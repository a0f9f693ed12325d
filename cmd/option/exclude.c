/* exclude.c - which options contradict each other, and which mean nothing without another one. */
#include "cmd/option/item.h"
#include "cmd/text/message.h"
#include <stdio.h>
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
	{"join", "streams long short inline keep-pg skip-unknown resume", "it does not rewrite records"},
	{"recover", "streams level long short inline keep-pg unique-id skip-unknown force resume",
         "it writes no trace"},
	{"combine", "part", "give --part to --partial"},
	{"check", "force", "it writes nothing"},
	{"hash-names", "keep-pg", "command lines may have what is hashed"},
};

/* An option that has no effect unless one of `others` is given, in commands that have all of these; `command`: only in
 * that one. What depends on a value is up to the command. */
static const struct {
	const char *command, *one, *others;
} needed[] = {
	{NULL, "regex", "process function group counter peer communicator"},
	{NULL, "nth", "inside"},
	{NULL, "log", "counter"},
	{NULL, "max-pieces", "every max-bytes"},
	{NULL, "max-points", "points every at"},
	{NULL, "no-snapshots", "summaries"},
	{NULL, "keep-names", "hash-names"},
	{NULL, "write-map", "map unify"},
	{NULL, "inverse", "map clocks shift scale"},
	{NULL, "min-delay", "causal"},
	{NULL, "max-shift", "causal"},
	{NULL, "spread", "causal"},
	{NULL, "write-clocks", "causal"},
	{NULL, "buffer", "regroup scale rescale clocks causal match-messages"},
	{"otf-cat", "buffer", "sort"},
	{NULL, "function", "longest"},
	{NULL, "format", "filter-rules"},
	{NULL, "fail-above", "diff"},
	{NULL, "junit", "fail-above"},
	{NULL, "force", "junit"},
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

/* The option of the word at `words`, NULL if the command does not have it. */
static const struct option_item *find_word(const struct option_parser *p, const char *words)
{
	char name[32];

	snprintf(name, sizeof name, "%.*s", (int)strcspn(words, " "), words);
	return option_find(p, name);
}

static const char *next_word(const char *words)
{
	words += strcspn(words, " ");
	return words + (*words == ' ');
}

/* Whether the command has all options of `words`, and none is given. */
static int lacks_all(const struct option_parser *p, const char *words)
{
	for (const struct option_item *item; *words; words = next_word(words)) {
		item = find_word(p, words);
		if (!item || item->arg)
			return 0;
	}
	return 1;
}

int options_check_needed(const struct option_parser *p)
{
	char text[OPTION_HINT] = "";
	const char *join;

	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
		const struct option_item *item = option_find(p, needed[i].one);
		if (!item || !item->arg || (needed[i].command && strcmp(needed[i].command, p->c->name) != 0) ||
		    !lacks_all(p, needed[i].others))
			continue;
		for (const char *word = needed[i].others, *next; *word; word = next) {
			const size_t used = strlen(text);
			next = next_word(word);
			join = *next ? ", " : " or ";
			snprintf(text + used, sizeof text - used, "%s--%.*s", used ? join : "", (int)strcspn(word, " "),
			         word);
		}
		return message_usage("--%s needs %s", needed[i].one, text);
	}
	return -1;
}
