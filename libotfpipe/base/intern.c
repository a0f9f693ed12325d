#include "base/intern.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

void otfp_interns_release(struct otfp_interns *s)
{
	otfp_map_release(&s->first);
	otfp_arena_release(&s->arena);
	free(s->strings);
	memset(s, 0, sizeof *s);
}

static int is_equal(struct otfp_str s, const char *p, size_t n)
{
	return s.n == n && (n == 0 || memcmp(s.p, p, n) == 0);
}

/* @param next  of the new string. @return its number; 0 when memory is out */
static uint32_t add(struct otfp_interns *s, const char *p, size_t n, uint32_t next)
{
	const char *copy = otfp_arena_copy(&s->arena, p, n);

	if (!copy || otfp_grow(&s->strings, s->n, &s->cap, sizeof *s->strings) < 0)
		return 0;
	s->strings[s->n] = (struct otfp_interned){{copy, n}, next, 0};
	return (uint32_t)++s->n;
}

uint32_t otfp_intern(struct otfp_interns *s, const char *p, size_t n)
{
	const uint64_t hash = otfp_hash_bytes(OTFP_HASH_INIT, p, n), *first = otfp_map_get(&s->first, hash);
	const uint32_t head = first ? (uint32_t)*first : 0;
	uint32_t at;

	for (at = head; at; at = s->strings[at - 1].next)
		if (is_equal(s->strings[at - 1].text, p, n))
			return at;
	at = add(s, p, n, head);
	return at && otfp_map_set(&s->first, hash, at) == 0 ? at : 0;
}
