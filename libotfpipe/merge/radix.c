#include "merge/radix.h"
#include "base/assert.h"
#include <string.h>

/*
 * Items are dealt to 2^bits places by the highest bits in which they differ, with about as many places as items, and
 * the items of each place are sorted in the same way. Times mostly spread evenly, so the second deal, which finds its
 * items in a cache, leaves one or two a place, and an insertion sort over all places finishes.
 */
enum { FIRST_BITS = 11, BITS = 8, FEW = 16 };

static inline int is_sorted(const struct otfp_item *items, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (otfp_key_less(&items[i].key, &items[i - 1].key))
			return 0;
	return 1;
}

/* Copy items to `to`, which may be the same, and sort them there by insertion. */
static void insert(const struct otfp_item *items, size_t n, struct otfp_item *to)
{
	for (size_t i = 0; i < n; i++) {
		const struct otfp_item one = items[i];
		size_t k = i;
		for (; k && otfp_key_less(&one.key, &to[k - 1].key); k--)
			to[k] = to[k - 1];
		to[k] = one;
	}
}

/* The bits of the keys to deal by: those from `shift` of the 128 on, and how many. */
struct digit {
	unsigned shift, bits; /* bits 0: all keys are equal */
};

static struct digit choose(const struct otfp_item *items, size_t n, unsigned most)
{
	struct otfp_key differs = {0, 0};
	struct digit d = {0, 0};
	unsigned high;

	for (size_t i = 1; i < n; i++) {
		differs.time |= items[i].key.time ^ items->key.time;
		differs.rank |= items[i].key.rank ^ items->key.rank;
	}
	if (!(differs.time | differs.rank))
		return d;
	high = differs.time ? 127 - (unsigned)__builtin_clzll(differs.time) :
	                      63 - (unsigned)__builtin_clzll(differs.rank);
	while (d.bits < most && n >> (d.bits + 1) && d.bits <= high)
		d.bits++;
	d.shift = high + 1 - d.bits;
	return d;
}

static inline size_t place_of(const struct otfp_key *key, struct digit d)
{
	uint64_t v;

	if (d.shift >= 64)
		v = key->time >> (d.shift - 64);
	else
		v = d.shift ? key->time << (64 - d.shift) | key->rank >> d.shift : key->rank;
	return v & (((size_t)1 << d.bits) - 1);
}

/* Deal items to their places in `to`. Afterwards ends[v] is where place v ends. @return items of the largest place */
static size_t deal(const struct otfp_item *items, size_t n, struct digit d, struct otfp_item *to, size_t *ends)
{
	const size_t places = (size_t)1 << d.bits;
	size_t most = 0, at = 0;

	memset(ends, 0, places * sizeof *ends);
	for (size_t i = 0; i < n; i++)
		ends[place_of(&items[i].key, d)]++;
	for (size_t v = 0; v < places; v++) {
		const size_t count = ends[v];
		most = count > most ? count : most;
		ends[v] = at;
		at += count;
	}
	for (size_t i = 0; i < n; i++)
		to[ends[place_of(&items[i].key, d)]++] = items[i];
	return most;
}

/* Sort n items; they come out in `to`, which is items or spare. */
static void sort_rest(struct otfp_item *items, struct otfp_item *spare, size_t n, struct otfp_item *to)
{
	size_t ends[1 << BITS], from = 0, most;
	struct digit d;

	if (n <= FEW) {
		insert(items, n, to);
		return;
	}
	d = choose(items, n, BITS);
	if (!d.bits) {
		memmove(to, items, n * sizeof *items);
		return;
	}
	most = deal(items, n, d, spare, ends);
	if (most <= FEW) {
		insert(spare, n, to);
		return;
	}
	for (size_t v = 0; v >> d.bits == 0; from = ends[v++])
		sort_rest(spare + from, items + from, ends[v] - from, to + from);
}

void otfp_radix_sort(struct otfp_item *items, struct otfp_item *spare, size_t n)
{
	size_t ends[1 << FIRST_BITS], from = 0;
	const struct digit d = choose(items, n, FIRST_BITS);

	if (!d.bits)
		return;
	deal(items, n, d, spare, ends);
	for (size_t v = 0; v >> d.bits == 0; from = ends[v++])
		sort_rest(spare + from, items + from, ends[v] - from, items + from);
	OTFP_ASSERT_HOT(is_sorted(items, n));
}
