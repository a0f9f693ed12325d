#include "cmd/text/signals.h"
#include "cmd/filter/rules.h"
#include "base/text.h"
#include "cmd/run/run.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define WHAT "--rules"

/* The place in the file, and the state for the next rules. */
struct parser {
	struct call_rules *r;
	const char *file;
	unsigned line;
	struct otfp_error *err;
	const struct otfp_set *ranks; /* VampirTrace: from the last @ line */
	const char *section;          /* Score-P and TAU: one of those below; NULL outside */
	uint64_t limit;               /* Score-P and TAU: for the patterns of this section */
	int includes;                 /* TAU: there is an include list */
};

static int bad_line(const struct parser *ps, const char *why)
{
	return otfp_fail(ps->err, OTFP_EUSAGE, WHAT ": %s:%u: %s", ps->file, ps->line, why);
}

static void warn(const struct parser *ps, const char *what)
{
	message_warning(WHAT ": %s:%u: %s", ps->file, ps->line, what);
}

/* Append a zero-filled element to an array of n. @return it, or NULL */
static void *add(void *array, size_t *n, size_t size)
{
	void **p = array;
	char *grown = reallocarray(*p, *n + 1, size);

	if (!grown)
		return NULL;
	*p = grown;
	return memset(grown + size * (*n)++, 0, size);
}

static struct call_rule *add_rule(struct parser *ps, const char *pattern)
{
	struct call_rule *rule = add(&ps->r->rules, &ps->r->n, sizeof *rule);

	if (rule)
		rule->glob = otfp_glob_new(pattern);
	if (!rule || !rule->glob)
		return NULL;
	rule->limit = ps->limit;
	rule->ranks = ps->ranks;
	rule->min_level = 1;
	rule->max_level = UINT64_MAX;
	return rule;
}

/* ---- VampirTrace: functions -- limit [S:[min-]max] [R] [G], and @ ranks [-- OFF] ---- */

/* Parse the ranks of an @ line, which may contain blanks anywhere. */
static int add_ranks(struct parser *ps, char *text)
{
	struct otfp_set **set = add(&ps->r->ranks, &ps->r->nranks, sizeof *set);
	struct otfp_error why;
	char *to = text;

	if (!set)
		return otfp_fail_memory(ps->err);
	for (const char *p = text; *p; p++)
		if (*p != ' ' && *p != '\t')
			*to++ = *p;
	*to = 0;
	if (otfp_set_parse(set, text, "ranks", &why) < 0)
		return bad_line(ps, why.text);
	return otfp_set_has_names(*set) ? bad_line(ps, "ranks must be numbers") : 0;
}

/* The last -- of a line; a name may contain -- too. */
static char *find_dashes(char *text)
{
	char *found = NULL;

	for (char *p = strstr(text, "--"); p; p = strstr(p + 1, "--"))
		found = p;
	return found;
}

static int take_ranks(struct parser *ps, char *text)
{
	char *dashes = find_dashes(text), *word = dashes ? otfp_text_trim(dashes + 2) : NULL;
	const struct otfp_set **off;
	int rc;

	if (dashes)
		*dashes = 0;
	if (word && strcmp(word, "OFF") != 0)
		return bad_line(ps, "only -- OFF may follow the ranks");
	rc = add_ranks(ps, text);
	if (rc < 0)
		return rc;
	if (!word) {
		ps->ranks = ps->r->ranks[ps->r->nranks - 1];
		return 0;
	}
	off = add(&ps->r->off, &ps->r->noff, sizeof *off);
	if (!off)
		return otfp_fail_memory(ps->err);
	*off = ps->r->ranks[ps->r->nranks - 1];
	return 0;
}

static int get_number(const char *text, uint64_t *v)
{
	char *end;

	*v = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end ? 0 : -1;
}

/* Parse the levels of S:max or S:min-max. */
static int take_levels(struct call_rule *to, char *text)
{
	char *minus = strchr(text, '-');

	if (minus)
		*minus = 0;
	if (minus && get_number(text, &to->min_level) < 0)
		return -1;
	return get_number(minus ? minus + 1 : text, &to->max_level) < 0 || to->max_level < to->min_level ||
	                       !to->min_level ?
	               -1 :
	               0;
}

/* Parse a word after the limit. */
static int take_attribute(struct call_rule *to, char *word)
{
	if (strncmp(word, "S:", 2) == 0)
		return take_levels(to, word + 2);
	if (strcmp(word, "R") != 0 && strcmp(word, "G") != 0)
		return -1;
	to->recursive |= *word == 'R';
	to->by_group |= *word == 'G';
	return 0;
}

static int take_limit(struct call_rule *to, char *text)
{
	char *rest, *word = strtok_r(text, " \t", &rest);

	if (!word)
		return -1;
	to->limit = UNLIMITED;
	if (strcmp(word, "-1") != 0 && get_number(word, &to->limit) < 0)
		return -1;
	while ((word = strtok_r(NULL, " \t", &rest)))
		if (take_attribute(to, word) < 0)
			return -1;
	return 0;
}

static int vampirtrace_line(struct parser *ps, char *text)
{
	struct call_rule as = {.min_level = 1, .max_level = UINT64_MAX}, *rule;
	char *dashes = find_dashes(text), *rest;

	if (*text == '@')
		return take_ranks(ps, text + 1);
	if (!dashes || take_limit(&as, dashes + 2) < 0)
		return bad_line(ps, "expected FUNCTION;... -- LIMIT [S:[MIN-]MAX] [R] [G]");
	*dashes = 0;
	for (char *name = strtok_r(text, ";", &rest); name; name = strtok_r(NULL, ";", &rest)) {
		name = otfp_text_trim(name);
		rule = *name ? add_rule(ps, name) : NULL;
		if (*name && !rule)
			return otfp_fail_memory(ps->err);
		if (!rule)
			continue;
		as.glob = rule->glob;
		as.ranks = rule->ranks;
		*rule = as;
	}
	return 0;
}

/* ---- Score-P: blocks of EXCLUDE and INCLUDE with patterns; the last match counts ---- */

static const char regions[] = "SCOREP_REGION_NAMES", files[] = "SCOREP_FILE_NAMES";

static int is_part(const char *word, const char *section, const char *part)
{
	size_t n = strlen(section);

	return strncmp(word, section, n) == 0 && strcmp(word + n, part) == 0;
}

static int scorep_word(struct parser *ps, char *word)
{
	if (ps->section && is_part(word, ps->section, "_END")) {
		ps->section = NULL;
	} else if (!ps->section && is_part(word, regions, "_BEGIN")) {
		ps->section = regions;
		ps->limit = UNLIMITED;
	} else if (!ps->section && is_part(word, files, "_BEGIN")) {
		ps->section = files;
		warn(ps, "ignoring the rules for source files");
	} else if (!ps->section) {
		return bad_line(ps, "expected SCOREP_REGION_NAMES_BEGIN");
	} else if (strcmp(word, "EXCLUDE") == 0) {
		ps->limit = 0;
	} else if (strcmp(word, "INCLUDE") == 0) {
		ps->limit = UNLIMITED;
	} else if (strcmp(word, "MANGLED") == 0) {
		warn(ps, "ignoring MANGLED: patterns match the names in the trace");
	} else if (ps->section == regions && !add_rule(ps, word)) {
		return otfp_fail_memory(ps->err);
	}
	return 0;
}

/* The end of a word; a backslash escapes the next byte. */
static char *word_end(char *p)
{
	while (*p && !strchr(" \t\v\f\r", *p))
		p += p[0] == '\\' && p[1] ? 2 : 1;
	return p;
}

static int scorep_line(struct parser *ps, char *text)
{
	int rc = 0;

	while (rc == 0 && *text && *text != '#') {
		char *end = word_end(text), *next = *end ? end + 1 : end;
		*end = 0;
		rc = scorep_word(ps, text);
		text = next + strspn(next, " \t\v\f\r");
	}
	return rc;
}

static void scorep_end(struct parser *ps)
{
	struct call_rules *r = ps->r;

	for (size_t i = 0, j = r->n; i + 1 < j; i++) {
		struct call_rule rule = r->rules[i];
		r->rules[i] = r->rules[--j];
		r->rules[j] = rule;
	}
}

/* ---- TAU: lists of names, where # matches any text; exclude lists win over include lists ---- */

static const char excludes[] = "EXCLUDE_LIST", includes[] = "INCLUDE_LIST", others[] = "";

/* # matches any text, every other byte itself. */
static int tau_name(struct parser *ps, const char *name)
{
	struct otfp_buf glob = OTFP_BUF_INIT;
	struct call_rule *rule = NULL;
	int failed = 0;

	for (; *name; name++) {
		if (strchr("*?[\\", *name))
			failed |= otfp_buf_puts(&glob, "\\") < 0;
		failed |= otfp_buf_add(&glob, *name == '#' ? "*" : name, 1) < 0;
	}
	if (!failed && otfp_buf_str(&glob))
		rule = add_rule(ps, glob.p);
	otfp_buf_release(&glob);
	if (!rule)
		return otfp_fail_memory(ps->err);
	rule->bare = 1;
	return 0;
}

static int tau_section(struct parser *ps, const char *name)
{
	ps->section = others;
	if (strcmp(name, excludes) == 0)
		ps->section = excludes;
	else if (strcmp(name, includes) == 0)
		ps->section = includes;
	ps->limit = ps->section == excludes ? 0 : UNLIMITED;
	ps->includes |= ps->section == includes;
	if (ps->section == others)
		warn(ps, "ignoring this list: only lists of functions have an effect");
	return 0;
}

static int tau_line(struct parser *ps, char *text)
{
	size_t n = strlen(text);

	if (!ps->section && strncmp(text, "BEGIN_", 6) == 0)
		return tau_section(ps, text + 6);
	if (!ps->section)
		return bad_line(ps, "expected BEGIN_EXCLUDE_LIST or BEGIN_INCLUDE_LIST");
	if (strncmp(text, "END_", 4) == 0) {
		ps->section = NULL;
		return 0;
	}
	if (ps->section == others)
		return 0;
	if (n > 1 && *text == '"' && text[n - 1] == '"') {
		text[n - 1] = 0;
		text++;
	}
	return tau_name(ps, text);
}

static int excludes_first(const void *a, const void *b)
{
	const struct call_rule *x = a, *y = b;

	return (x->limit != 0) - (y->limit != 0);
}

/* If there is an include list, drop everything else. The order of excludes does not matter. */
static int tau_end(struct parser *ps)
{
	if (ps->r->n)
		qsort(ps->r->rules, ps->r->n, sizeof *ps->r->rules, excludes_first);
	ps->limit = 0;
	if (ps->includes && !add_rule(ps, "*"))
		return otfp_fail_memory(ps->err);
	return 0;
}

/* ---- all formats ---- */

static int is_comment(const char *text)
{
	return !*text || *text == '#';
}

typedef int line_reader(struct parser *ps, char *text);

static line_reader *reader_of(const char *text)
{
	if (strncmp(text, "SCOREP_", 7) == 0)
		return scorep_line;
	return strncmp(text, "BEGIN_", 6) == 0 ? tau_line : vampirtrace_line;
}

static int parse(struct parser *ps, char *text)
{
	line_reader *read_line = NULL;
	char *rest;
	int rc = 0;

	for (; rc == 0 && text && *text; text = rest) {
		rest = strchr(text, '\n');
		if (rest)
			*rest++ = 0;
		ps->line++;
		text = otfp_text_trim(text);
		if (is_comment(text))
			continue;
		if (!read_line)
			read_line = reader_of(text);
		rc = read_line(ps, text);
	}
	if (rc == 0 && ps->section)
		return bad_line(ps, "the file ends inside a list");
	if (rc == 0 && read_line == scorep_line)
		scorep_end(ps);
	return rc == 0 && read_line == tau_line ? tau_end(ps) : rc;
}

int rules_read(struct call_rules *r, const char *file, struct otfp_error *err)
{
	struct parser ps = {.r = r, .file = file, .err = err};
	struct otfp_buf text = OTFP_BUF_INIT;
	int rc = otfp_text_read(&text, file, WHAT, signal_came, err);

	if (rc == 0)
		rc = parse(&ps, text.p);
	otfp_buf_release(&text);
	return rc;
}

void rules_release(struct call_rules *r)
{
	for (size_t i = 0; i < r->n; i++)
		otfp_glob_free(r->rules[i].glob);
	for (size_t i = 0; i < r->nranks; i++)
		otfp_set_free(r->ranks[i]);
	free(r->rules);
	free(r->ranks);
	free(r->off);
	memset(r, 0, sizeof *r);
}

static int has_rank(const struct otfp_set *ranks, uint32_t process)
{
	return process && otfp_set_has(ranks, process - 1, NULL, 0);
}

int rules_is_off(const struct call_rules *r, uint32_t process)
{
	for (size_t i = 0; i < r->noff; i++)
		if (has_rank(r->off[i], process))
			return 1;
	return 0;
}

static int fits(const struct call_rule *rule, struct otfp_str name)
{
	const char *place;

	if (!name.p)
		return 0;
	if (otfp_glob_match(rule->glob, name.p, name.n))
		return 1;
	place = rule->bare ? memmem(name.p, name.n, " [{", 3) : NULL;
	return place && otfp_glob_match(rule->glob, name.p, (size_t)(place - name.p));
}

const struct call_rule *rules_find(const struct call_rules *r, struct otfp_str name, struct otfp_str group,
                                   uint32_t process)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct call_rule *rule = &r->rules[i];
		if ((!rule->ranks || has_rank(rule->ranks, process)) && fits(rule, rule->by_group ? group : name))
			return rule;
	}
	return NULL;
}
