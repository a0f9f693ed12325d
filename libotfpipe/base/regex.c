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
 * bound, and it takes all memory. The size is estimated first: 1 for a character, and as often as it is copied. For
 * each choice, a repetition or an alternative, it lists all that can be reached without a character: the square of
 * their number, and more where repetitions are in one another.
 */
enum {
	SIZE_MAX_ALLOWED = 100000,
	CHOICES_MAX = 5000,
	NESTED_MAX = 1000,
	DEPTH_MAX = 1000,
	TOO_LARGE = SIZE_MAX_ALLOWED + 1
};

struct weight {
	int64_t size, choices;
	int64_t nested; /* choices inside of what is repeated: as often as there are repetitions around them */
};

static int64_t at_most(int64_t n)
{
	return n < TOO_LARGE ? n : TOO_LARGE;
}

static int is_too_large(struct weight w)
{
	return w.size >= TOO_LARGE || w.choices > CHOICES_MAX || w.nested > NESTED_MAX;
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

/* how many copies {n}, {n,} or {n,m} makes, and *optional how many of them may be left out; *p is set after it */
static int64_t copies(const char **p, int64_t *optional)
{
	char *end;
	const int64_t least = at_most(strtoll(*p + 1, &end, 10));
	int64_t most = least + 1;

	if (*end == ',' && end[1] != '}')
		most = at_most(strtoll(end + 1, &end, 10));
	*p = strchrnul(end, '}');
	*p += **p == '}';
	*optional = most > least ? most - least : 1;
	if (most > least)
		return most;
	return least > 0 ? least : 1;
}

/* The weight with all repetitions that stand at *p, which is set after them. */
static struct weight repeated(struct weight w, const char **p)
{
	for (;; w = (struct weight){at_most(w.size), at_most(w.choices), at_most(w.nested)}) {
		int64_t n = 1, optional = 1;

		if (**p == '{' && (*p)[1] >= '0' && (*p)[1] <= '9')
			n = copies(p, &optional);
		else if (**p != '+' && **p != '*' && **p != '?')
			return w;
		else if (*(*p)++ == '+')
			n = 2;
		w = (struct weight){w.size * n + (n == 1), w.choices * n + optional,
		                    w.nested * n + w.choices * optional};
	}
}

/* The weight of what stands up to the parenthesis that ends it, or up to the end; *p is set there. */
static struct weight weight_of(const char **p, int depth)
{
	struct weight all = {0};

	while (**p && (**p != ')' || !depth) && !is_too_large(all)) {
		struct weight atom = {.size = 1, .choices = **p == '|'};

		if (**p == '(' && depth == DEPTH_MAX)
			return (struct weight){.size = TOO_LARGE};
		if (**p == '(') {
			++*p;
			atom = weight_of(p, depth + 1);
			atom.size++;
			*p += **p == ')';
		} else if (**p == '[') {
			*p = after_bracket(*p);
		} else {
			*p += **p == '\\' && (*p)[1] ? 2 : 1;
		}
		atom = repeated(atom, p);
		all = (struct weight){at_most(all.size + atom.size), at_most(all.choices + atom.choices),
		                      at_most(all.nested + atom.nested)};
	}
	return all;
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
	if (is_too_large(weight_of(&rest, 0))) {
		free(r);
		return otfp_fail(err, OTFP_EUSAGE,
		                 "%s: regular expression '%.200s' is too large: use fewer repetitions and alternatives",
		                 what, text);
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
