#include "profile/pairs.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/hash.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

enum {
	AHEAD = 2,          /* the half after the oldest one that is fetched when one is removed */
	SCANNED = 16,       /* waiting halves to search before a pair moves to the hash table */
	GIVE_BACK = 1 << 16 /* popped pairs whose memory is given back at once */
};

void otfp_pairs_release(struct otfp_pairs *pairs)
{
	for (size_t i = 0; i < pairs->n; i++)
		if (pairs->p[i].cap > 1)
			free(pairs->p[i].waits.many);
	free(pairs->p);
	otfp_index_release(&pairs->index);
	memset(pairs, 0, sizeof *pairs);
}

/* ---- lookup ---- */

static uint32_t hash_of(const uint32_t key[4])
{
	return (uint32_t)(otfp_hash_spread((uint64_t)key[0] << 32 | key[1]) >> 32);
}

static __attribute__((noinline)) struct otfp_pair *add_pair(struct otfp_pairs *pairs, const uint32_t key[4],
                                                            uint32_t hash)
{
	if (otfp_grow(&pairs->p, pairs->n, &pairs->cap, sizeof *pairs->p) < 0 ||
	    otfp_index_add(&pairs->index, hash, pairs->n + 1) < 0)
		return NULL;
	pairs->p[pairs->n] = (struct otfp_pair){.sender = key[0],
	                                        .receiver = key[1],
	                                        .cap = !pairs->are_hashed,
	                                        .shortest = UINT64_MAX};
	return &pairs->p[pairs->n++];
}

static struct otfp_pair *find(const struct otfp_pairs *pairs, const uint32_t key[4], uint32_t hash)
{
	size_t probe = otfp_index_home(&pairs->index, hash);
	uint32_t at;

	while ((at = otfp_index_next(&pairs->index, hash, &probe)))
		if (pairs->p[at - 1].sender == key[0] && pairs->p[at - 1].receiver == key[1])
			return &pairs->p[at - 1];
	return NULL;
}

struct otfp_pair *otfp_pair_far(struct otfp_pairs *pairs, const uint32_t key[4])
{
	const uint32_t hash = hash_of(key);
	struct otfp_pair *pair = find(pairs, key, hash);

	if (!pair)
		pair = add_pair(pairs, key, hash);
	if (pair)
		pairs->recent[otfp_pair_place(key)] = (uint32_t)(pair - pairs->p) + 1;
	return pair;
}

void otfp_pairs_pop(struct otfp_pairs *pairs)
{
	struct otfp_pair *fewer;

	OTFP_ASSERT(pairs->n && pairs->p[pairs->n - 1].cap == 0);
	otfp_index_release(&pairs->index);
	if (--pairs->n % GIVE_BACK == 0 && pairs->n && (fewer = realloc(pairs->p, pairs->n * sizeof *pairs->p))) {
		pairs->p = fewer;
		pairs->cap = pairs->n;
	}
}

/* ---- waiting halves ---- */

static struct otfp_wait *wait_at(struct otfp_pair *pair, uint32_t i)
{
	return pair->cap == 1 ? &pair->waits.one : &pair->waits.many[(pair->head + i) & (pair->cap - 1)];
}

static int grow(struct otfp_pair *pair)
{
	uint32_t cap = 2 * pair->cap;
	struct otfp_wait *waits = cap ? malloc(cap * sizeof *waits) : NULL;

	if (!waits)
		return -1;
	for (uint32_t i = 0; i < pair->cap; i++)
		waits[i] = *wait_at(pair, i);
	if (pair->cap > 1)
		free(pair->waits.many);
	pair->waits.many = waits;
	pair->head = 0;
	pair->cap = cap;
	return 0;
}

/* Remove the half at i; older ones move up. */
static void remove_wait(struct otfp_pair *pair, uint32_t i)
{
	OTFP_ASSERT_HOT(i < pair->waiting[0] + pair->waiting[1] && pair->waiting[wait_at(pair, i)->kind] > 0);
	pair->waiting[wait_at(pair, i)->kind]--;
	for (; i; i--)
		*wait_at(pair, i) = *wait_at(pair, i - 1);
	pair->head = (pair->head + 1) & (pair->cap - 1);
	__builtin_prefetch(wait_at(pair, AHEAD)); /* of many pairs the halves are not in the cache */
}

int otfp_pair_hash(struct otfp_pair *pair, struct otfp_halves *h)
{
	const uint32_t n = pair->waiting[0] + pair->waiting[1];

	for (uint32_t i = 0; i < n; i++) {
		const struct otfp_wait *w = wait_at(pair, i);
		const uint32_t key[4] = {pair->sender, pair->receiver, w->communicator, w->tag};
		struct otfp_half half = {w->time, w->length, 0, w->process};
		if (otfp_halves_match(h, (int)w->kind, key, &half) < 0)
			return -1;
	}
	if (pair->cap > 1)
		free(pair->waits.many);
	pair->cap = pair->waiting[0] = pair->waiting[1] = 0;
	return 0;
}

/* Search for the other half. If it is not among the SCANNED oldest, the pair moves to the hash table.
 * @return 1 if found, with *half set; 0 if not; -1 when memory is out */
static int match(struct otfp_pair *pair, struct otfp_halves *h, int kind, const uint32_t key[4], struct otfp_half *half)
{
	const uint32_t n = pair->waiting[0] + pair->waiting[1];

	for (uint32_t i = 0; i < n && i < SCANNED; i++) {
		const struct otfp_wait *w = wait_at(pair, i);
		if (w->kind == (uint32_t)kind || w->tag != key[3] || w->communicator != key[2])
			continue;
		*half = (struct otfp_half){w->time, w->length, 0, w->process};
		remove_wait(pair, i);
		return 1;
	}
	return n > SCANNED ? otfp_pair_hash(pair, h) : 0;
}

int otfp_pair_match(struct otfp_pair *pair, struct otfp_halves *h, int kind, const uint32_t key[4],
                    struct otfp_half *half)
{
	int rc = pair->waiting[!kind] ? match(pair, h, kind, key, half) : 0;
	uint32_t n = pair->waiting[0] + pair->waiting[1];

	if (rc)
		return rc;
	if (!pair->cap)
		return otfp_halves_match(h, kind, key, half);
	if (n == pair->cap && grow(pair) < 0)
		return -1;
	OTFP_ASSERT_HOT(n < pair->cap);
	*wait_at(pair, n) = (struct otfp_wait){
		.time = half->time,
		.length = half->length & (UINT64_MAX >> 1),
		.kind = (unsigned)kind,
		.communicator = key[2],
		.tag = key[3],
		.process = half->process,
	};
	pair->waiting[kind]++;
	return 0;
}
