/* rulesform.c - the forms of filter rules that otf-filter --rules reads: how to write a name in each. */
#include "cmd/stat/rulesform.h"
#include "cmd/stat/rulesout.h"
#include <string.h>

static const char blanks[] = " \t\v\f\r";

static int is_in(char c, const char *set)
{
	return c && strchr(set, c) != NULL;
}

static int begins(struct otfp_str name, const char *with)
{
	return name.n >= strlen(with) && memcmp(name.p, with, strlen(with)) == 0;
}

static int is(struct otfp_str name, const char *word)
{
	return name.n == strlen(word) && begins(name, word);
}

/* Whether the name contains NUL, LF or one of `others`: bytes that have no escape in the form. */
static int has_any(struct otfp_str name, const char *others)
{
	for (size_t i = 0; i < name.n; i++)
		if (!name.p[i] || name.p[i] == '\n' || is_in(name.p[i], others))
			return 1;
	return 0;
}

/* A reader strips blanks at both ends, and recognizes the form of a file by its first word: both need an escape. */
static int put_vampirtrace(struct otfp_buf *b, const struct functions *f, struct otfp_str name)
{
	const int is_word = begins(name, "SCOREP_") || begins(name, "BEGIN_") || is_in(*name.p, "#@");

	(void)f;
	if (has_any(name, ";"))
		return 0;
	for (size_t i = 0; i < name.n; i++) {
		const char c = name.p[i];
		const int at_end = i == 0 || i + 1 == name.n;
		const char *how = at_end && is_in(c, blanks)               ? "[%c]" :
		                  (i == 0 && is_word) || is_in(c, "*?[\\") ? "\\%c" :
		                                                             "%c";
		if (otfp_buf_printf(b, how, c) < 0)
			return -1;
	}
	return 1;
}

/* Blanks separate names. A backslash keeps the next byte from starting a comment or a keyword. At the end of a line a
 * reader strips even a blank with a backslash, so a comment follows it. */
static int put_scorep(struct otfp_buf *b, const struct functions *f, struct otfp_str name)
{
	const int is_word =
		begins(name, "SCOREP_") || is(name, "EXCLUDE") || is(name, "INCLUDE") || is(name, "MANGLED");
	int rc = 0;

	(void)f;
	if (has_any(name, ""))
		return 0;
	for (size_t i = 0; rc == 0 && i < name.n; i++) {
		const char c = name.p[i];
		const int bare = !(i == 0 && is_word) && !is_in(c, "*?[\\#") && !is_in(c, blanks);
		rc = otfp_buf_printf(b, bare ? "%c" : "\\%c", c);
	}
	if (rc == 0 && is_in(name.p[name.n - 1], blanks))
		rc = otfp_buf_puts(b, " #");
	return rc < 0 ? -1 : 1;
}

/* Whether some function has this name followed by a place, " [{file} {line}]": a TAU rule for the name matches it too.
 */
static int has_place(const struct functions *f, struct otfp_str name)
{
	for (size_t i = functions_find(f, name) + 1; i < f->n; i++) {
		const struct otfp_str other = f->p[i].name;
		if (other.n < name.n || memcmp(other.p, name.p, name.n) != 0)
			return 0;
		if (memmem(other.p, other.n, " [{", 3) == other.p + name.n)
			return 1;
	}
	return 0;
}

/* In quotes every byte stands for itself, except #, which matches any text. */
static int put_tau(struct otfp_buf *b, const struct functions *f, struct otfp_str name)
{
	if (has_any(name, "#") || has_place(f, name))
		return 0;
	return otfp_buf_add(b, "\"", 1) < 0 || otfp_buf_add(b, name.p, name.n) < 0 || otfp_buf_add(b, "\"", 1) < 0 ?
	               -1 :
	               1;
}

static const struct rules_form forms[] = {
	{"otf-filter", 0, "", "", " -- 0\n", "", put_vampirtrace},
	{"vampirtrace", 0, "", "", " -- 0\n", "", put_vampirtrace},
	{"scorep", 1, "SCOREP_REGION_NAMES_BEGIN\n", "\tEXCLUDE ", "\n", "SCOREP_REGION_NAMES_END\n", put_scorep},
	{"tau", 0, "BEGIN_EXCLUDE_LIST\n", "", "\n", "END_EXCLUDE_LIST\n", put_tau},
};

const struct rules_form *rules_form(unsigned i)
{
	return i < sizeof forms / sizeof *forms ? &forms[i] : NULL;
}

const char *rules_form_name(unsigned i)
{
	return rules_form(i) ? forms[i].name : NULL;
}
