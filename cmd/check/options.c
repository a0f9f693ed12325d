/* options.c - options of otf-check: which rules count, and what the rules are. */
#include "cmd/check/print.h"
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 78, INDENT = 4 }; /* columns of --rules */

#define AT(member) offsetof(struct otfp_checking, member)
const struct otfp_option otfp_checking_options[] = {
	{0, "rules", "NAME", "list and explain the rules, or one, and how to mend what breaks it", OTFP_OPT_OPTIONAL, 0,
         AT(rules)},
	{0, "rule", "NAME=off|warn|error", "how much a rule counts; NAME may be a glob, a later one wins",
         OTFP_OPT_STRINGS, 0, AT(rule)},
	{0, "max-findings", "N", "stop at the N-th finding that makes the exit status 1; 0 = never",
         OTFP_OPT_GIVEN_NUMBER, 1000000000, AT(max_findings)},
	{0, "json", NULL, "one JSON object", OTFP_OPT_FLAG, 1, AT(json)},
	{0, "markers", NULL, "findings as marker lines, for otf-cat --add", OTFP_OPT_FLAG, 1, AT(markers)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

void otfp_checking_release(struct otfp_checking *o)
{
	free(o->rule);
}

const char *otfp_severity_name(unsigned severity)
{
	static const char *const names[] = {"off", "warning", "error"};

	return names[severity];
}

/* ---- --rule ---- */

/* @return 0, or 2 after telling the usage error */
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
		return otfp_usage("--rule: NAME=off, warn or error expected, not '%s'", text);
	name = strndup(text, (size_t)n);
	for (unsigned i = 0; name && i < OTFP_NRULES; i++)
		if (fnmatch(name, otfp_rules[i].name, 0) == 0) {
			severity[i] = (uint8_t)to;
			hits++;
		}
	free(name);
	return hits ? 0 : otfp_usage("--rule: there is no rule '%.*s'; --rules lists them", n, text);
}

int otfp_check_severities(uint8_t *severity, const struct otfp_checking *o)
{
	int status = 0;

	for (unsigned i = 0; i < OTFP_NRULES; i++)
		severity[i] = otfp_rules[i].severity;
	for (const char **r = o->rule; r && *r && status == 0; r++)
		status = set_rule(severity, *r);
	return status;
}

/* ---- --rules ---- */

/* Words in lines, indented. */
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

	printf("%s (%s): %s\n", r->name, otfp_severity_name(severity), r->summary);
	print_text(r->explanation);
	fputs("  To mend it:\n", stdout);
	print_text(r->mend);
}

int otfp_check_flush(void)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	otfp_message("stdout: write error");
	return OTFP_CHECK_FAILED;
}

int otfp_check_print_rules(const uint8_t *severity, const char *name)
{
	const int only = *name ? otfp_rule_find(name, strlen(name)) : -1;

	if (*name && only < 0)
		return otfp_usage("--rules: there is no rule '%s'; --rules lists them", name);
	for (unsigned i = 0; i < OTFP_NRULES; i++)
		if (only < 0 || (unsigned)only == i)
			print_rule(i, severity[i]);
	return otfp_check_flush();
}
