/* match-tree.c - the tree of an expression. */
#include "cmd/filter/match-tree.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int match_fail(const struct match *m, const char *at, struct otfp_error *err, const char *fmt, ...)
{
	char why[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	return otfp_fail(err, OTFP_EUSAGE, "--match: column %zu: %s", (size_t)(at - m->text) + 1, why);
}

void match_free(struct match *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->ncomparisons; i++) {
		struct comparison *c = &m->comparisons[i];
		free(c->left.text);
		free(c->right.text);
		otfp_regex_free(c->regex);
		for (unsigned what = 0; what < OTFP_NWHATS; what++) {
			if (c->names[what])
				otfp_map_release(&c->names[what]->tokens.map);
			free(c->names[what]);
		}
	}
	free(m->comparisons);
	free(m->nodes);
	free(m);
}
