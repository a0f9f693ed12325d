/* option.c - the parser of the command line. */
#include "cmd/text/message.h"
#include "cmd/option/item.h"
#include "cmd/option/share.h"
#include "cmd/text/stdout.h"
#include "base/assert.h"
#include "base/nearest.h"
#include "base/set.h"
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getopt_long returns LONG_BASE + index for a long option, and a letter, which is below that, for a short one. */
#define LONG_BASE 256

static int count_options(const struct command *c)
{
	int n = 0;

	for (const struct option_row *o = accepted_options; o->name; o++)
		n++;
	for (unsigned i = 0; option_moved(c->name, i); i++)
		n++;
	for (int i = 0; i < command_tables(c); i++)
		for (const struct option_row *o = c->options[i].table; o->name; o++)
			n++;
	return n;
}

static void add_option(struct option_parser *p, char **shorts, const struct option_row *o, void *target)
{
	struct option *l = &p->longs[p->n];

	l->name = o->name;
	l->has_arg = o->arg ? required_argument : no_argument;
	if (option_is_optional(o))
		l->has_arg = optional_argument;
	l->val = LONG_BASE + p->n;
	p->items[p->n].o = o;
	p->items[p->n].target = (char *)target + o->offset;
	p->n++;
	if (!o->letter)
		return;
	*(*shorts)++ = o->letter;
	for (int i = 0; i < l->has_arg; i++)
		*(*shorts)++ = ':';
}

static void *target_of(const struct options *o, const struct option_targets *to)
{
	switch (o->of) {
	case OPTIONS_COMMON: return to->common;
	case OPTIONS_WRITER: return to->writer;
	default: return (char *)to->own + o->at;
	}
}

static int parser_init(struct option_parser *p, const struct command *c, const struct option_targets *to)
{
	size_t n = (size_t)count_options(c) + 1;
	char *shorts;

	memset(p, 0, sizeof *p);
	p->c = c;
	p->common = command_has(c, OPTIONS_COMMON) ? to->common : NULL;
	p->items = calloc(n, sizeof *p->items);
	p->longs = calloc(n, sizeof *p->longs);
	p->shorts = shorts = calloc(n, 3);
	if (!p->items || !p->longs || !p->shorts)
		return -1;
	*shorts++ = ':'; /* getopt_long then returns ':' for a missing argument */
	for (int i = 0; i < command_tables(c); i++)
		for (const struct option_row *o = c->options[i].table; o->name; o++)
			if (!option_is_hidden(c, i, o))
				add_option(p, &shorts, o, target_of(&c->options[i], to));
	for (const struct option_row *o = accepted_options; o->name; o++)
		if (!option_is_hidden(c, command_tables(c), o))
			add_option(p, &shorts, o, &p->no_effect);
	for (unsigned i = 0; option_moved(c->name, i); i++)
		add_option(p, &shorts, option_moved(c->name, i), &p->no_effect);
	return 0;
}

static void parser_release(struct option_parser *p)
{
	for (int i = 0; i < p->n; i++)
		otfp_buf_release(&p->items[i].text);
	free(p->items);
	free(p->longs);
	free(p->shorts);
}

/* The value of a flag that the parser uses itself; 0 if the command does not have it. */
static int flag_value(const struct option_parser *p, const char *name)
{
	const struct option_item *item = option_find(p, name);

	return item ? *(int *)item->target : 0;
}

/* ---- what the command is told ---- */

static int finish_lists(const struct option_parser *p)
{
	int status = -1, regex = flag_value(p, "regex");

	for (int i = 0; i < p->n && status < 0; i++)
		status = option_finish(&p->items[i], regex);
	return status;
}

static int needs_range(const struct option_item *item, const struct asked *a)
{
	const struct option_row *o = item->o;

	if (a->interval)
		return strchr(a->text, '%') != NULL;
	return (o->kind == OPT_STRING || o->kind == OPT_LIST) && o->value == NEEDS_RANGE && item->arg;
}

/* Pass the run loop which sets and intervals are given, and the hash of all options that count. */
static void note_asked(const struct option_parser *p)
{
	struct common *c = p->common;
	const struct option_item *item;

	if (!c)
		return;
	memcpy(c->digest, p->digest.digest, sizeof c->digest);
	for (item = p->items; item < p->items + p->n; item++) {
		struct asked a = {.name = item->o->name, .text = item->arg};
		if (item->o->kind == OPT_SET)
			a.set = *(struct otfp_set **)item->target;
		else if (item->o->kind == OPT_INTERVAL)
			a.interval = *(struct otfp_interval **)item->target;
		if (needs_range(item, &a)) {
			c->needs_range = 1;
			c->by_percent |= strchr(item->arg, '%') != NULL;
		}
		if (!a.set && !a.interval)
			continue;
		OTFP_ASSERT(c->nasked < ASKED_MAX);
		c->asked[c->nasked++] = a;
	}
}

/* ---- options that contradict each other ---- */

/* Whether a second value of the option adds to the first, rather than replaces it. */
static int accumulates(const struct option_row *o)
{
	return o->kind == OPT_COUNT || o->kind == OPT_STRINGS || o->kind == OPT_INPUTS || o->kind == OPT_WORDS ||
	       o->kind == OPT_LIST || o->kind == OPT_SET;
}

static int excludes(const struct option_item *a, const struct option_item *b, const char **hint)
{
	if (b->o->kind == OPT_MOVED)
		return 0;
	return option_excludes(a->o, b->o, hint) ||
	       (a->target == b->target && a->o->kind == OPT_FLAG && a->o->value != b->o->value);
}

/* @return -1, or 2 after it printed the usage error */
static int take(struct option_item *item, const char *arg, struct option_parser *p)
{
	const char *text = arg ? arg : "", *hint;

	if (item->arg && !accumulates(item->o) && strcmp(item->arg, text) != 0)
		return message_usage("--%s is given twice, with different values: '%s' and '%s'", item->o->name,
		                     item->arg, text);
	for (const struct option_item *other = p->items; other < p->items + p->n; other++)
		if (other != item && other->arg && excludes(other, item, &hint))
			return message_usage("--%s and --%s exclude each other%s%s", other->o->name, item->o->name,
			                     hint ? ": " : "", hint ? hint : "");
	item->arg = text;
	if (!share_ignores(item->o)) {
		otfp_share_add(&p->digest, item->o->name, strlen(item->o->name));
		otfp_share_add(&p->digest, text, strlen(text));
	}
	return option_parse_value(item, arg);
}

/* ---- the command line ---- */

/* List the options that begin with word[0..n), as "--stream or --streams". @return their number */
static int list_prefix(const struct option_parser *p, const char *word, size_t n, char *to, size_t size)
{
	int count = 0, at = 0;

	for (int i = 0; i < p->n; i++)
		count += strncmp(p->items[i].o->name, word, n) == 0;
	*to = '\0';
	for (int i = 0; i < p->n; i++)
		if (strncmp(p->items[i].o->name, word, n) == 0) {
			size_t used = strlen(to);
			at++;
			snprintf(to + used, size - used, "%s--%s",
			         at == 1    ? "" :
			         at < count ? ", " :
			                      " or ",
			         p->items[i].o->name);
		}
	return count;
}

static int unknown_option(const struct option_parser *p, const char *word, size_t n)
{
	struct otfp_nearest nearest = {word + 2, n > 2 ? n - 2 : 0, NULL, 0};

	for (int i = 0; i < p->n; i++)
		otfp_nearest_try(&nearest, p->items[i].o->name);
	if (nearest.best)
		return message_usage("unknown option '%.*s'; did you mean '--%s'?", (int)n, word, nearest.best);
	return message_usage("unknown option '%.*s'", (int)n, word);
}

/* getopt_long returned '?'. optopt is an unknown letter; a long option that takes no argument but has one; or 0. */
static int bad_option(const struct option_parser *p, const char *word)
{
	size_t n = strcspn(word, "=");
	char names[OPTION_HINT];

	if (optopt >= LONG_BASE)
		return message_usage("option '--%s' takes no argument", p->items[optopt - LONG_BASE].o->name);
	if (optopt)
		return message_usage("unknown option '-%c'", optopt);
	if (n > 2 && list_prefix(p, word + 2, n - 2, names, sizeof names) > 1)
		return message_usage("option '%.*s' is ambiguous: %s", (int)n, word, names);
	return unknown_option(p, word, n);
}

static int missing_argument(const struct option_parser *p)
{
	if (optopt >= LONG_BASE)
		return message_usage("option '--%s' needs an argument", p->items[optopt - LONG_BASE].o->name);
	return message_usage("option '-%c' needs an argument", optopt);
}

/* -f is not for functions, as one may think. @return -1, or 2 after it printed the usage error */
static int refuse_name(const struct option_parser *p, const struct option_item *item, const char *value)
{
	if (strcmp(item->o->name, "max-files") != 0 || (*value >= '0' && *value <= '9'))
		return -1;
	if (option_find(p, "function"))
		return message_usage("-f is --max-files, a number; --function '%s' selects the calls of a function",
		                     value);
	return message_usage("-f is --max-files, a number; otf-filter --function '%s' selects the calls of a function",
	                     value);
}

static struct option_item *find_item(struct option_parser *p, int key)
{
	int i = key - LONG_BASE;

	if (key < LONG_BASE)
		for (i = 0; i < p->n && p->items[i].o->letter != key;)
			i++;
	OTFP_ASSERT(i < p->n);
	return &p->items[i];
}

static int parse_options(struct option_parser *p, int argc, char **argv)
{
	struct option_item *item;
	int key, status = -1;

	opterr = 0;
	optind = 0; /* GNU: reset getopt_long, which may have parsed another command line */
	while (status < 0 && (key = getopt_long(argc, argv, p->shorts, p->longs, NULL)) != -1) {
		if (key == '?')
			return bad_option(p, argv[optind - 1]);
		if (key == ':')
			return missing_argument(p);
		item = find_item(p, key);
		status = key < LONG_BASE && optarg ? refuse_name(p, item, optarg) : -1;
		if (status < 0)
			status = take(item, optarg, p);
		if (status < 0 && flag_value(p, "help"))
			return option_print_help(p->c);
	}
	if (status < 0 && flag_value(p, "version"))
		return option_print_version(p->c, flag_value(p, "verbose"));
	return status;
}

static int check_operands(const struct command *c, int n, char **args)
{
	if (n < c->min_args)
		return message_usage("missing operand: %s %s", c->name, command_usage(c));
	if (c->max_args && n > c->max_args)
		return message_usage("extra operand '%s'", args[c->max_args]);
	return -1;
}

/* Free the values: a caller that does not get -1 has nothing to free. */
static void forget_values(const struct option_parser *p)
{
	for (int i = 0; i < p->n; i++) {
		void **target = p->items[i].target;
		int kind = p->items[i].o->kind;
		if (kind != OPT_SET && kind != OPT_LIST && kind != OPT_INTERVAL && kind != OPT_STRINGS &&
		    kind != OPT_INPUTS)
			continue;
		if (kind == OPT_SET)
			otfp_set_free(*target);
		else
			free(*target);
		*target = NULL;
	}
}

static int parse(struct option_parser *p, int argc, char **argv)
{
	int status = parse_options(p, argc, argv);

	if (status < 0)
		status = check_operands(p->c, argc - optind, argv + optind);
	if (status < 0)
		status = options_check_needed(p);
	if (status < 0)
		status = finish_lists(p);
	if (status < 0)
		status = options_name_share(p);
	if (status < 0)
		status = options_check_files(p, argc - optind, argv + optind);
	if (status >= 0)
		forget_values(p);
	else
		note_asked(p);
	message_set_verbosity(flag_value(p, "quiet") ? -1 : flag_value(p, "verbose"));
	if (status < 0)
		options_note_share(p);
	return status;
}

int command_parse(const struct command *c, const struct option_targets *to, int argc, char **argv, int *nargs,
                  char ***args)
{
	struct option_parser p;
	int status;

	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error of write */
	program_set_name(c->name);
	stdout_begin();
	*nargs = 0;
	*args = argv + argc;
	if (argc == 2 && strcmp(argv[1], "--otfp-complete") == 0)
		return option_print_words(c);
	if (parser_init(&p, c, to) < 0)
		status = message_memory();
	else
		status = parse(&p, argc, argv);
	if (status < 0) {
		*nargs = argc - optind;
		*args = argv + optind;
	}
	parser_release(&p);
	return status;
}
