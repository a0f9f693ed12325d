#include "base/regex.h"
#include <errno.h>
#include <regex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct otfp_regex {
	regex_t compiled;
};

/* ---- how large it becomes ---- */

/*
 * regcomp of glibc copies what is repeated: a+ is aa*, a{9} is nine a. So repetitions of repetitions grow without
 * bound, and it takes all memory. The size is estimated first: 1 for a character, and as often as it is copied.
 */
enum { SIZE_MAX_ALLOWED = 100000, DEPTH_MAX = 1000, TOO_LARGE = SIZE_MAX_ALLOWED + 1 };

static int64_t at_most(int64_t n)
{
	return n < TOO_LARGE ? n : TOO_LARGE;
}

/* [abc], [^]x], [[:alpha:]]: the first byte after it */
static const char *after_bracket(const char *p)
{
	p += p[1] == '^' ? 2 : 1;
	if (*p == ']')
		p++;
	while (*p && *p != ']') {
		const char kind = p[0] == '[' && (p[1] == ':' || p[1] == '.' || p[1] == '=') ? p[1] : 0;
		const char *end = p + 2;

		while (kind && *end && !(end[0] == kind && end[1] == ']'))
			end++;
		p = kind && *end ? end + 2 : p + 1;
	}
	return *p ? p + 1 : p;
}

/* how many copies {n}, {n,} or {n,m} makes; *p is set after it */
static int64_t copies(const char **p)
{
	char *end;
	const int64_t least = at_most(strtoll(*p + 1, &end, 10));
	int64_t most = least + 1;

	if (*end == ',' && end[1] != '}')
		most = at_most(strtoll(end + 1, &end, 10));
	*p = strchrnul(end, '}');
	*p += **p == '}';
	if (most > least)
		return most;
	return least > 0 ? least : 1;
}

/* The size with all repetitions that stand at *p, which is set after them. */
static int64_t repeated(int64_t size, const char **p)
{
	for (;; size = at_most(size)) {
		if (**p == '{' && (*p)[1] >= '0' && (*p)[1] <= '9') {
			size *= copies(p);
			continue;
		}
		if (**p != '+' && **p != '*' && **p != '?')
			return size;
		size = **p == '+' ? 2 * size : size + 1;
		++*p;
	}
}

/* The size of what stands up to the parenthesis that ends it, or up to the end; *p is set there. */
static int64_t size_of(const char **p, int depth)
{
	int64_t size = 0;

	while (**p && (**p != ')' || !depth) && size < TOO_LARGE) {
		int64_t atom = 1;

		if (**p == '(' && depth == DEPTH_MAX)
			return TOO_LARGE;
		if (**p == '(') {
			++*p;
			atom += size_of(p, depth + 1);
			*p += **p == ')';
		} else if (**p == '[') {
			*p = after_bracket(*p);
		} else {
			*p += **p == '\\' && (*p)[1] ? 2 : 1;
		}
		size = at_most(size + repeated(atom, p));
	}
	return size;
}

/* ---- compile and match ---- */

int otfp_regex_new(struct otfp_regex **re, const char *text, const char *what, struct otfp_error *err)
{
	struct otfp_regex *r = malloc(sizeof *r);
	const char *rest = text;
	char why[200];
	int code;

	*re = NULL;
	if (!r)
		return otfp_fail_memory(err);
	if (size_of(&rest, 0) == TOO_LARGE) {
		free(r);
		return otfp_fail(err, OTFP_EUSAGE, "%s: regular expression '%.200s' repeats too much: too large", what,
		                 text);
	}
	code = regcomp(&r->compiled, text, REG_EXTENDED | REG_NOSUB);
	if (code) {
		regerror(code, &r->compiled, why, sizeof why);
		free(r);
		if (code == REG_ESPACE)
			return otfp_fail_memory(err);
		return otfp_fail(err, OTFP_EUSAGE, "%s: invalid regular expression '%.200s': %s", what, text, why);
	}
	*re = r;
	return 0;
}

void otfp_regex_free(struct otfp_regex *re)
{
	if (re)
		regfree(&re->compiled);
	free(re);
}

/* regexec of glibc returns REG_NOMATCH when memory is out, too; then malloc has set errno. */
int otfp_regex_match(const struct otfp_regex *re, const char *s, size_t n)
{
	regmatch_t whole = {0, (regoff_t)n};

	errno = 0;
	if (regexec(&re->compiled, s, 1, &whole, REG_STARTEND) == 0)
		return 1;
	return errno == ENOMEM ? -1 : 0;
}
