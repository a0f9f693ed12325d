#include "merge/radix.h"
#include "base/assert.h"
#include <string.h>

/* A key is sorted as 16 bytes, least significant first. */
enum { DIGITS = 16, VALUES = 256 };

static inline unsigned digit_of(const struct otfp_key *key, unsigned d)
{
	return (uint8_t)((d < 8 ? key->rank : key->time) >> d % 8 * 8);
}

static void count(const struct otfp_item *items, size_t n, size_t (*counts)[VALUES])
{
	memset(counts, 0, DIGITS * sizeof *counts);
	for (size_t i = 0; i < n; i++)
		for (unsigned d = 0; d < DIGITS; d++)
			counts[d][digit_of(&items[i].key, d)]++;
}

/* Turn counts into the position of the first item of each value. */
static void to_places(size_t *counts)
{
	size_t place = 0;

	for (unsigned v = 0; v < VALUES; v++) {
		size_t c = counts[v];
		counts[v] = place;
		place += c;
	}
}

static inline int is_sorted(const struct otfp_item *items, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (otfp_key_less(&items[i].key, &items[i - 1].key))
			return 0;
	return 1;
}

struct otfp_item *otfp_radix_sort(struct otfp_item *items, struct otfp_item *spare, size_t n)
{
	size_t counts[DIGITS][VALUES];

	if (n < 2)
		return items;
	count(items, n, counts);
	for (unsigned d = 0; d < DIGITS; d++) {
		struct otfp_item *sorted = spare;
		if (counts[d][digit_of(&items->key, d)] == n)
			continue; /* equal in all items, as the high bytes of times often are */
		to_places(counts[d]);
		for (size_t i = 0; i < n; i++)
			spare[counts[d][digit_of(&items[i].key, d)]++] = items[i];
		spare = items;
		items = sorted;
	}
	OTFP_ASSERT_HOT(is_sorted(items, n));
	return items;
}
