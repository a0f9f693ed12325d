/* words.h - a set of texts, numbered 0, 1, 2, ... in the order of insertion. */
#ifndef OTFP_BASE_WORDS_H
#define OTFP_BASE_WORDS_H
#include "base/must.h"
#include "base/arena.h"
#include "base/map.h"

/* Zero-filled is empty. */
struct otfp_words {
	struct otfp_word {
		const char *p; /* NUL-terminated; never moves */
		size_t n;
	} * words;
	size_t n, cap;
	struct otfp_map index; /* index into words, by hash; after a collision by the next free key */
	struct otfp_arena arena;
};

/** Free all texts; w is empty then. */
void otfp_words_release(struct otfp_words *w);
/**
 * The number of p[0..n), which is copied and inserted if it is new (then the number is the old w->n). @return SIZE_MAX
 * when memory is out
 */
OTFP_MUST_CHECK size_t otfp_words_put(struct otfp_words *w, const char *p, size_t n);
#endif
