/* options.c - options of otf-check: the severity of rules, and the list of rules. */
#include "cmd/check/print.h"
#include "base/assert.h"
#include "cmd/text/stdout.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 78, INDENT = 4 }; /* columns of --rules */

static const char *rule_word(unsigned i)
{
	return i < OTFP_NRULES ? otfp_rules[i].name : NULL;
}

#define AT(member) offsetof(struct check_options, member)
const struct option_row check_options[] = {
	{0, "rules", "NAME", "list and explain all rules, or one, and how to fix what breaks it", OPT_OPTIONAL, 0,
         AT(rules), rule_word},
	{0, "rule", "NAME=off|warn|error", "severity of a rule; NAME may be a glob, the last one counts", OPT_STRINGS,
         0, AT(rule), rule_word},
	FLAG(0, "strict", "count warnings as errors", strict),
	{0, "max-findings", "N", "stop at finding N that makes the exit status 1; 0: never", OPT_GIVEN_NUMBER,
         1000000000, AT(max_findings), NULL},
	FLAG(0, "json", "print one JSON object", json),
	FLAG(0, "markers", "print findings as marker lines, for otf-cat --add", markers),
	{0, "junit", "FILE", "also write the result of each rule to FILE, as JUnit XML for CI", OPT_OUTPUT, WRITES_FILE,
         AT(junit), NULL},
	FLAG(0, "force", "replace FILE if it exists, once the new one is complete", force),
	{0, "part", "K/N", PART_HELP, OPT_PART, OTFP_SHARES_MAX, AT(part), NULL},
	{0},
};
#undef AT

void check_release(void *own)
{
	struct check_options *o = own;

	free(o->rule);
}

const char *severity_name(unsigned severity)
{
	static const char *const names[] = {"off", "warning", "error"};

	OTFP_ASSERT(severity < sizeof names / sizeof *names);
	return names[severity];
}

static int unknown_rule(const char *option, const char *p, size_t n)
{
	char hint[OPTION_HINT];

	word_hint(hint, sizeof hint, rule_word, p, n);
	return message_usage("%s: unknown rule '%.*s'%s", option, (int)n, p, *hint ? hint : "; --rules lists them");
}

/* ---- --rule ---- */

/* Apply one --rule NAME=SEVERITY. @return 0, or 2 after reporting the usage error */
static int set_rule(uint8_t *severity, const char *text)
{
	static const char *const words[] = {"off", "warn", "error"};
	const char *equals = strchr(text, '=');
	int n = equals ? (int)(equals - text) : 0, hits = 0;
	unsigned to = 0;
	char *name;

	while (equals && to < 3 && strcmp(equals + 1, words[to]) != 0)
		to++;
	if (!equals || to == 3)
		return message_usage("--rule: want NAME=off, NAME=warn or NAME=error, not '%s'", text);
	name = strndup(text, (size_t)n);
	for (unsigned i = 0; name && i < OTFP_NRULES; i++)
		if (fnmatch(name, otfp_rules[i].name, 0) == 0) {
			severity[i] = (uint8_t)to;
			hits++;
		}
	free(name);
	return hits ? 0 : unknown_rule("--rule", text, (size_t)n);
}

int check_severities(uint8_t *severity, const struct check_options *o)
{
	int status = 0;

	for (unsigned i = 0; i < OTFP_NRULES; i++)
		severity[i] = otfp_rules[i].severity;
	for (const char **r = o->rule; r && *r && status == 0; r++)
		status = set_rule(severity, *r);
	return status;
}

/* ---- --rules ---- */

/* Print a text as indented lines. */
static void print_text(const char *text)
{
	int column = 0;

	while (*text) {
		int n = (int)strcspn(text, " ");
		if (column && column + 1 + n > LINE) {
			putchar('\n');
			column = 0;
		}
		column += printf(column ? " %.*s" : "    %.*s", n, text);
		text += n + (text[n] == ' ');
	}
	putchar('\n');
}

static void print_rule(unsigned i, unsigned severity)
{
	const struct otfp_rule *r = &otfp_rules[i];

	printf("%s (%s): %s\n", r->name, severity_name(severity), r->summary);
	print_text(r->explanation);
	fputs("  To fix it:\n", stdout);
	print_text(r->fix);
}

int check_flush(void)
{
	return stdout_end() < 0 ? CHECK_FAILED : 0;
}

int check_print_rules(const uint8_t *severity, const char *name)
{
	const int only = *name ? otfp_rule_find(name, strlen(name)) : -1;

	if (*name && only < 0)
		return unknown_rule("--rules", name, strlen(name));
	for (unsigned i = 0; i < OTFP_NRULES; i++)
		if (only < 0 || (unsigned)only == i)
			print_rule(i, severity[i]);
	return check_flush();
}
