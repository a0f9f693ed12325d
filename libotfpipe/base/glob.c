#include "base/glob.h"
#include "base/assert.h"
#include <fnmatch.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Matches one byte in a set; with star, any number of any bytes. */
struct step {
	int star;
	uint8_t bytes[256 / 8];
};

struct otfp_glob {
	size_t n;
	struct step steps[];
};

static void add_byte(struct step *t, uint8_t c)
{
	t->bytes[c / 8] |= (uint8_t)(1u << c % 8);
}

static int takes(const struct step *t, char c)
{
	return t->bytes[(uint8_t)c / 8] >> (uint8_t)c % 8 & 1;
}

/* The byte after the class at p ("[:" to ":]" and the like); NULL: no class */
static const char *class_end(const char *p)
{
	char close[3] = {p[1], ']', 0};
	const char *end;

	if (p[0] != '[' || !p[1] || !strchr(":.=", p[1]))
		return NULL;
	end = strstr(p + 2, close);
	return end ? end + 2 : NULL;
}

/* The byte after the bracket expression at p; NULL: it has no end */
static const char *bracket_end(const char *p)
{
	const char *first, *next;

	p++;
	p += *p == '!' || *p == '^';
	for (first = p; *p && (*p != ']' || p == first); p = next) {
		next = class_end(p);
		if (!next)
			next = p + (*p == '\\' && p[1] ? 2 : 1);
	}
	return *p ? p + 1 : NULL;
}

/* Ask fnmatch itself, byte by byte, what a bracket expression contains. */
static int bracket(struct step *t, const char *p, const char *end)
{
	char *pattern = strndup(p, (size_t)(end - p));

	if (!pattern)
		return -1;
	for (unsigned c = 1; c < 256; c++) {
		char name[2] = {(char)c, 0};
		if (fnmatch(pattern, name, 0) == 0)
			add_byte(t, (uint8_t)c);
	}
	if (p[1] == '!' || p[1] == '^')
		add_byte(t, 0);
	free(pattern);
	return 0;
}

/* Make one step of the pattern at *pp, and advance *pp. */
static int make_step(struct step *t, const char **pp)
{
	const char *p = *pp, *end = *p == '[' ? bracket_end(p) : NULL;

	*pp = end ? end : p + 1;
	if (end)
		return bracket(t, p, end);
	if (*p == '*')
		t->star = 1;
	else if (*p == '?')
		memset(t->bytes, 0xff, sizeof t->bytes);
	else if (*p != '\\')
		add_byte(t, (uint8_t)*p);
	else if (p[1])
		add_byte(t, (uint8_t) * (*pp)++);
	return 0; /* a backslash at the end matches nothing, as in fnmatch */
}

struct otfp_glob *otfp_glob_new(const char *pattern)
{
	size_t room = strlen(pattern);
	struct otfp_glob *g = calloc(1, sizeof *g + room * sizeof g->steps[0]);

	if (!g)
		return NULL;
	for (; *pattern; g->n++) {
		OTFP_ASSERT(g->n < room);
		if (make_step(&g->steps[g->n], &pattern) < 0) {
			free(g);
			return NULL;
		}
	}
	return g;
}

void otfp_glob_free(struct otfp_glob *glob)
{
	free(glob);
}

/* Greedy, with one place to return to: after a later star, earlier stars need no second try. */
int otfp_glob_match(const struct otfp_glob *g, const char *s, size_t n)
{
	size_t i = 0, at = 0, star = SIZE_MAX, star_at = 0;

	while (at < n) {
		if (i < g->n && g->steps[i].star) {
			star = i++;
			star_at = at;
		} else if (i < g->n && takes(&g->steps[i], s[at])) {
			i++;
			at++;
		} else if (star != SIZE_MAX) {
			i = star + 1;
			at = ++star_at;
		} else {
			return 0;
		}
	}
	while (i < g->n && g->steps[i].star)
		i++;
	return i == g->n;
}
