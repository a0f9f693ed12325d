/* beside.c - the files beside NAME.otf. See beside.h. */
#include "commit/beside.h"
#include "base/arena.h"
#include "base/assert.h"
#include "base/fd.h"
#include "base/grow.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int otfp_is_part(const char *s)
{
	static const char *const kinds[] = {"def", "defs", "events", "snaps", "stats", "marker"};
	size_t digits;

	if (!strcmp(s, ".otf") || !strcmp(s, ".thumb"))
		return 1;
	if (*s++ != '.')
		return 0;
	digits = strspn(s, "0123456789abcdef");
	if (digits == 0 || s[digits] != '.')
		return 0;
	s += digits + 1;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		size_t k = strlen(kinds[i]);

		if (!strncmp(s, kinds[i], k) && (!s[k] || !strcmp(s + k, ".z")))
			return 1;
	}
	return 0;
}

static int is_of_pair(const char *s)
{
	return strcmp(s, ".trc") == 0 || strcmp(s, ".edf") == 0;
}

/* Whether s is `start`, n numbers with dots in between, and `end`. */
static int is_numbered(const char *s, const char *start, int n, const char *end)
{
	const size_t k = strlen(start);

	if (strncmp(s, start, k) != 0)
		return 0;
	for (s += k; n > 0; n--) {
		const size_t digits = strspn(s, "0123456789");
		if (!digits || (n > 1 && s[digits] != '.'))
			return 0;
		s += digits + (n > 1);
	}
	return strcmp(s, end) == 0;
}

static int is_of_run(const char *s)
{
	return is_numbered(s, "tautrace.", 3, ".trc") || is_numbered(s, "events.", 1, ".edf");
}

static int is_profile(const char *s)
{
	return is_numbered(s, "profile.", 3, "");
}

static int is_of_archive(const char *s)
{
	return !*s || strcmp(s, ".otf2") == 0 || strcmp(s, ".def") == 0 || strcmp(s, ".marker") == 0;
}

int otfp_is_of_location(const char *name)
{
	return is_numbered(name, "", 1, ".def") || is_numbered(name, "", 1, ".evt") ||
	       is_numbered(name, "", 1, ".snap");
}

int otfp_is_facts(const char *name)
{
	return strcmp(name, OTFP_FACTS) == 0;
}

static int is_empty(const char *s)
{
	return !*s;
}

static const struct {
	const char *master;
	int (*has)(const char *suffix);
} sets[OTFP_NTOGETHER] = {
	[OTFP_TOGETHER_OTF] = {".otf", otfp_is_part},    [OTFP_TOGETHER_PAIR] = {".trc", is_of_pair},
	[OTFP_TOGETHER_RUN] = {"", is_of_run},           [OTFP_TOGETHER_PROFILES] = {"", is_profile},
	[OTFP_TOGETHER_OTF2] = {".otf2", is_of_archive}, [OTFP_TOGETHER_COLUMNS] = {"", is_empty},
};

const char *otfp_together_master(enum otfp_together set)
{
	OTFP_ASSERT(set < OTFP_NTOGETHER);
	return sets[set].master;
}

int otfp_together_has(enum otfp_together set, const char *suffix)
{
	OTFP_ASSERT(set < OTFP_NTOGETHER);
	return sets[set].has(suffix);
}

int otfp_is_any_part(const char *suffix)
{
	for (int set = 0; set < OTFP_NTOGETHER; set++)
		if (otfp_together_has((enum otfp_together)set, suffix))
			return 1;
	return 0;
}

int otfp_is_fresh(const char *s)
{
	static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t n = strlen(OTFP_BESIDE);

	return !strncmp(s, OTFP_BESIDE, n) && strlen(s) == n + 6 && strspn(s + n, letters) == 6;
}

const char *otfp_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *otfp_parent(const char *path)
{
	const char *base = otfp_base(path);

	return base == path ? strdup(".") : strndup(path, (size_t)(base - path));
}

static DIR *open_parent(const char *stub)
{
	char *dir = otfp_parent(stub);
	DIR *d = dir ? otfp_dir_open(dir) : NULL;
	int e = errno;

	free(dir);
	errno = e;
	return d;
}

static int each(DIR *d, const char *base, int (*fn)(void *ctx, const char *suffix), void *ctx)
{
	size_t n = strlen(base);
	const char *name;
	int r = 0;

	while (r == 0 && (name = otfp_dir_next(d)) != NULL)
		if (!strncmp(name, base, n))
			r = fn(ctx, name + n);
	return r == 0 && errno ? -1 : r;
}

int otfp_beside_each(const char *stub, int (*fn)(void *ctx, const char *suffix), void *ctx)
{
	DIR *d = open_parent(stub);
	int e, r;

	if (!d)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	r = each(d, otfp_base(stub), fn, ctx);
	e = errno;
	closedir(d);
	errno = e;
	return r;
}

/* ---- a directory read once ---- */

struct otfp_beside {
	struct otfp_arena arena;
	const char **names; /* sorted */
	size_t n, cap;
	const char *base; /* beginning of all names; only while reading */
};

static int keep_name(void *ctx, const char *suffix)
{
	struct otfp_beside *b = ctx;
	size_t k = strlen(b->base), n = strlen(suffix) + 1;
	char *name = otfp_arena_get(&b->arena, k + n);

	if (!name || otfp_grow(&b->names, b->n, &b->cap, sizeof *b->names) < 0) {
		errno = ENOMEM;
		return -1;
	}
	memcpy(name, b->base, k);
	memcpy(name + k, suffix, n);
	b->names[b->n++] = name;
	return 0;
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int otfp_beside_list(struct otfp_beside **out, const char *stub)
{
	struct otfp_beside *b = calloc(1, sizeof *b);

	*out = b;
	if (!b)
		return -1;
	b->base = otfp_base(stub);
	if (otfp_beside_each(stub, keep_name, b) < 0) {
		int e = errno;

		otfp_beside_free(b);
		*out = NULL;
		errno = e;
		return -1;
	}
	b->base = NULL;
	if (b->n)
		qsort(b->names, b->n, sizeof *b->names, by_bytes);
	return 0;
}

int otfp_beside_each_of(const struct otfp_beside *b, const char *stub, int (*fn)(void *ctx, const char *suffix),
                        void *ctx)
{
	const char *base = otfp_base(stub);
	size_t from = 0, to = b ? b->n : 0, k = strlen(base);
	int r = 0;

	if (!b)
		return otfp_beside_each(stub, fn, ctx);
	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (strcmp(b->names[middle], base) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	for (; r == 0 && from < b->n && strncmp(b->names[from], base, k) == 0; from++)
		r = fn(ctx, b->names[from] + k);
	return r;
}

void otfp_beside_free(struct otfp_beside *b)
{
	if (!b)
		return;
	otfp_arena_release(&b->arena);
	free(b->names);
	free(b);
}
