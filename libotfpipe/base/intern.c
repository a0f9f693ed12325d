#include "base/intern.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

void otfp_interns_release(struct otfp_interns *s)
{
	otfp_index_release(&s->index);
	otfp_arena_release(&s->arena);
	free(s->strings);
	memset(s, 0, sizeof *s);
}

static int is_equal(struct otfp_str s, const char *p, size_t n)
{
	return s.n == n && (n == 0 || memcmp(s.p, p, n) == 0);
}

/* @return the number of the new string; 0 when memory is out */
static uint32_t add(struct otfp_interns *s, const char *p, size_t n, uint32_t hash)
{
	char *copy = otfp_arena_get(&s->arena, n + 1);

	if (!copy || otfp_grow(&s->strings, s->n, &s->cap, sizeof *s->strings) < 0 ||
	    otfp_index_add(&s->index, hash, s->n + 1) < 0)
		return 0;
	if (n)
		memcpy(copy, p, n);
	copy[n] = '\0';
	s->strings[s->n] = (struct otfp_interned){{copy, n}, 0};
	return (uint32_t)++s->n;
}

static uint32_t hash_of(const char *p, size_t n)
{
	return (uint32_t)(otfp_hash_spread(otfp_hash_bytes(OTFP_HASH_INIT, p, n)) >> 32);
}

static uint32_t find(const struct otfp_interns *s, const char *p, size_t n, uint32_t hash)
{
	size_t probe = otfp_index_home(&s->index, hash);
	uint32_t at;

	while ((at = otfp_index_next(&s->index, hash, &probe)) && !is_equal(s->strings[at - 1].text, p, n))
		;
	return at;
}

uint32_t otfp_intern(struct otfp_interns *s, const char *p, size_t n)
{
	const uint32_t hash = hash_of(p, n), at = find(s, p, n, hash);

	return at ? at : add(s, p, n, hash);
}

uint32_t otfp_intern_find(const struct otfp_interns *s, const char *p, size_t n)
{
	return find(s, p, n, hash_of(p, n));
}
