/* nearest.h - which of some words is meant by one that is misspelt. */
#ifndef OTFP_BASE_NEAREST_H
#define OTFP_BASE_NEAREST_H
#include <stddef.h>

/* The word text[0..n), and the nearest candidate so far. Start with {text, n}; `best` is NULL while none is near. */
struct otfp_nearest {
	const char *text;
	size_t n;
	const char *best;
	size_t distance; /* of best */
};

/** Compare one more candidate. It is near if a third of the letters at most was changed, left out, added or
 * swapped with the next one; of two that are equally near the first counts. */
void otfp_nearest_try(struct otfp_nearest *nearest, const char *candidate);
#endif
