#include "parquet/order.h"
#include <stdlib.h>
#include <string.h>

enum { DIGIT = 11, DIGITS = 1 << DIGIT };

/* The bits in which keys differ. */
static uint64_t differing(const uint64_t *keys, size_t n)
{
	uint64_t bits = 0;

	for (size_t i = 1; i < n; i++)
		bits |= keys[i] ^ keys[0];
	return bits;
}

/* Sort by one digit: a stable counting sort. */
static void by_digit(uint32_t *to, const uint32_t *from, const uint64_t *keys, uint64_t flip, unsigned shift, size_t n)
{
	uint32_t starts[DIGITS] = {0}, at = 0;

	for (size_t i = 0; i < n; i++)
		starts[(keys[i] ^ flip) >> shift & (DIGITS - 1)]++;
	for (unsigned i = 0; i < DIGITS; i++) {
		const uint32_t count = starts[i];
		starts[i] = at;
		at += count;
	}
	for (size_t i = 0; i < n; i++)
		to[starts[(keys[from[i]] ^ flip) >> shift & (DIGITS - 1)]++] = from[i];
}

int otfp_order_by(uint32_t *order, const uint64_t *keys, uint64_t flip, size_t n)
{
	const uint64_t bits = differing(keys, n);
	uint32_t *spare, *from = order, *to, *last;

	if (!bits)
		return 0;
	spare = to = malloc(n * sizeof *spare);
	if (!spare)
		return -1;
	for (unsigned shift = 0; shift < 64; shift += DIGIT)
		if (bits >> shift & (DIGITS - 1)) {
			by_digit(to, from, keys, flip, shift, n);
			last = from;
			from = to;
			to = last;
		}
	if (from != order)
		memcpy(order, from, n * sizeof *order);
	free(spare);
	return 0;
}
