#include "base/words.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

void otfp_words_release(struct otfp_words *w)
{
	free(w->words);
	otfp_map_release(&w->index);
	otfp_arena_release(&w->arena);
	memset(w, 0, sizeof *w);
}

static size_t add(struct otfp_words *w, uint64_t key, const char *p, size_t n)
{
	char *text = otfp_arena_get(&w->arena, n + 1);

	OTFP_ASSERT(w->index.n == w->n);
	if (!text || otfp_grow(&w->words, w->n, &w->cap, sizeof *w->words) < 0 ||
	    otfp_map_set(&w->index, key, w->n) < 0)
		return SIZE_MAX;
	if (n)
		memcpy(text, p, n);
	text[n] = '\0';
	w->words[w->n] = (struct otfp_word){text, n};
	return w->n++;
}

size_t otfp_words_put(struct otfp_words *w, const char *p, size_t n)
{
	const uint64_t *at;
	uint64_t key = otfp_hash_bytes(OTFP_HASH_INIT, p, n);

	for (; (at = otfp_map_get(&w->index, key)); key++) {
		const struct otfp_word *word = &w->words[*at];
		if (word->n == n && (n == 0 || memcmp(word->p, p, n) == 0))
			return (size_t)*at;
	}
	return add(w, key, p, n);
}
