/*
 * words.h - different texts, numbered 0, 1, 2, ... in the order in which they came.
 */
#ifndef OTFP_BASE_WORDS_H
#define OTFP_BASE_WORDS_H
#include "base/arena.h"
#include "base/map.h"

/* Zero-filled is empty. */
struct otfp_words {
	struct otfp_word {
		const char *p; /* with a NUL behind it */
		size_t n;
	} * words;
	size_t n, cap;
	struct otfp_map index; /* hash, or the next free number behind it, to place in words */
	struct otfp_arena arena;
};

void otfp_words_release(struct otfp_words *w);
/** The number of p[0..n), which is put in if it is new: then it is what w->n was. @return SIZE_MAX when memory is out
 */
size_t otfp_words_put(struct otfp_words *w, const char *p, size_t n);
#endif
