/* value.c - the values of options, by kind. */
#include "cmd/text/message.h"
#include "cmd/option/item.h"
#include "base/nearest.h"
#include "base/num.h"
#include "base/set.h"
#include "base/ticks.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parse_number(const struct option_row *o, int *to, const char *text)
{
	int64_t v = 0;
	const char *s = text;

	for (; *s >= '0' && *s <= '9' && v <= o->value; s++)
		v = v * 10 + (*s - '0');
	if (*s || s == text || v > o->value)
		return message_usage("--%s: not a number from 0 to %d: '%s'", o->name, o->value, text);
	*to = (int)v;
	return -1;
}

static int parse_level(const struct option_row *o, int *target, const char *arg)
{
	int status = -1;

	*target = 1;
	if (arg && !*arg)
		return message_usage("--%s: empty value; without a value leave out the '='", o->name);
	if (arg)
		status = parse_number(o, target, arg);
	return status < 0 && !*target ? message_usage("--%s: not a level from 1 to %d: '%s'", o->name, o->value, arg) :
	                                status;
}

/* "64M": digits and an optional suffix. */
static int parse_size(const struct option_row *o, uint64_t *to, uint64_t most, const char *text)
{
	static const char suffixes[] = "KMG";
	uint64_t v;
	int shift = 0, over = 0;
	const char *s = otfp_get_dec(text, &v, &over), *suffix = *s ? strchr(suffixes, toupper(*s)) : NULL;

	if (suffix && s > text) {
		shift = 10 * (int)(suffix - suffixes + 1);
		s++;
	}
	if (*s || s == text || over || v > most >> shift)
		return message_usage("--%s: not a size like 512K, 64M or 1G: '%s'", o->name, text);
	*to = v << shift;
	if (*to < (uint64_t)o->value)
		return message_usage(o->value < 1024 ? "--%s: must be at least %d: '%s'" :
		                                       "--%s: must be at least %dK: '%s'",
		                     o->name, o->value < 1024 ? o->value : o->value >> 10, text);
	return -1;
}

static int parse_memory(const struct option_row *o, size_t *to, const char *text)
{
	uint64_t v = 0;
	int status = parse_size(o, &v, SIZE_MAX, text);

	*to = (size_t)v;
	return status;
}

/* Set the bits of the words in the list; to may be NULL. @return -1, or 2 after it printed the usage error */
static int parse_words(const struct option_row *o, unsigned *to, const char *text)
{
	char what[64];
	size_t n;
	int i;

	snprintf(what, sizeof what, "--%s", o->name);
	for (;; text += n + 1) {
		n = strcspn(text, ",");
		i = word_find(o->word, text, n);
		if (i < 0)
			return word_usage(what, o->word, text, n);
		if (to)
			*to |= 1u << i;
		if (!text[n])
			return -1;
	}
}

static int parse_word(const struct option_row *o, int *to, const char *text)
{
	char what[64];
	int i = word_find(o->word, text, strlen(text));

	snprintf(what, sizeof what, "--%s", o->name);
	*to = i + 1;
	return i < 0 ? word_usage(what, o->word, text, strlen(text)) : -1;
}

static int parse_optional(const struct option_row *o, const char **to, const char *text)
{
	if (text && !*text && !o->value) /* an empty list of words means all of them */
		return message_usage("--%s: empty value; without a value leave out the '='", o->name);
	*to = text ? text : "";
	return o->value && **to ? parse_words(o, NULL, text) : -1;
}

static int parse_interval(const struct option_row *o, struct otfp_interval **to, const char *text)
{
	struct otfp_error err;
	char what[64] = "--";

	if (!*to)
		*to = calloc(1, sizeof **to);
	if (!*to)
		return message_memory();
	if (otfp_interval_parse(*to, text, strncat(what, o->name, sizeof what - 3), &err) < 0)
		return message_bad_value(&err);
	return -1;
}

static int add_string(const char ***list, const char *text)
{
	const char **p;
	size_t n = 0;

	while (*list && (*list)[n])
		n++;
	p = realloc(*list, (n + 2) * sizeof *p);
	if (!p)
		return message_memory();
	p[n] = text;
	p[n + 1] = NULL;
	*list = p;
	return -1;
}

static int add_list(struct option_item *item, const char *text)
{
	if (item->text.n && otfp_buf_puts(&item->text, ",") < 0)
		return message_memory();
	if (otfp_buf_puts(&item->text, text) < 0 || !otfp_buf_str(&item->text))
		return message_memory();
	if (!*text)
		return message_usage("--%s: empty list", item->o->name);
	return -1;
}

static int parse_set(const struct option_item *item, int regex)
{
	const int how = (item->o->value & OTFP_SET_LOCATIONS) | (regex ? OTFP_SET_REGEX : 0);
	struct otfp_set **set = item->target;
	struct otfp_error err;
	char what[64] = "--";

	if (otfp_set_parse_as(set, item->text.p, how, strncat(what, item->o->name, sizeof what - 3), &err) < 0)
		return message_bad_value(&err);
	if (item->o->value & SET_NUMBERS && otfp_set_has_names(*set))
		return message_usage("%s: takes numbers, not names: '%s'", what, item->text.p);
	if (!(item->o->value & SET_WIDE) && otfp_set_largest(*set) > UINT32_MAX)
		return message_usage("%s: the largest number is 4294967295: '%s'", what, item->text.p);
	return -1;
}

int option_finish(struct option_item *item, int regex)
{
	if (!item->text.n)
		return -1;
	if (item->o->kind == OPT_SET)
		return parse_set(item, regex);
	*(char **)item->target = item->text.p;
	item->text = (struct otfp_buf)OTFP_BUF_INIT;
	return -1;
}

int option_parse_value(struct option_item *item, const char *arg)
{
	const struct option_row *o = item->o;

	switch (o->kind) {
	case OPT_FLAG: *(int *)item->target = o->value; return -1;
	case OPT_COUNT: ++*(int *)item->target; return -1;
	case OPT_INPUT:
	case OPT_OUTPUT:
	case OPT_STRING: *(const char **)item->target = arg; return -1;
	case OPT_OPTIONAL: return parse_optional(o, item->target, arg);
	case OPT_WORD: return parse_word(o, item->target, arg);
	case OPT_WORDS: return parse_words(o, item->target, arg);
	case OPT_INPUTS:
	case OPT_STRINGS: return add_string(item->target, arg);
	case OPT_LEVEL: return parse_level(o, item->target, arg);
	case OPT_GIVEN_NUMBER: ((int *)item->target)[-1] = 1; return parse_number(o, item->target, arg);
	case OPT_SIZE: return parse_memory(o, item->target, arg);
	case OPT_SIZE64: return parse_size(o, item->target, UINT64_MAX, arg);
	case OPT_PART: return option_parse_part(o, item->target, arg);
	case OPT_NUMBER: return parse_number(o, item->target, arg);
	case OPT_LIST:
	case OPT_SET: return add_list(item, arg);
	case OPT_INTERVAL: return parse_interval(o, item->target, arg);
	case OPT_MOVED: break;
	}
	return message_usage("--%s: %s", o->name, o->help);
}
