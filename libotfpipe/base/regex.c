#include "base/regex.h"
#include <errno.h>
#include <regex.h>
#include <stdlib.h>

struct otfp_regex {
	regex_t compiled;
};

int otfp_regex_new(struct otfp_regex **re, const char *text, const char *what, struct otfp_error *err)
{
	struct otfp_regex *r = malloc(sizeof *r);
	char why[200];
	int code;

	*re = NULL;
	if (!r)
		return otfp_fail_memory(err);
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
