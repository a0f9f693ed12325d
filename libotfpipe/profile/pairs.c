#include "profile/pairs.h"
#include "base/assert.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

enum { SCANNED = 16 }; /* waiting halves to search before a pair moves to the hash table */

void otfp_pairs_release(struct otfp_pairs *pairs)
{
	for (struct otfp_pair *pair = pairs->last; pair; pair = pair->next)
		free(pair->waits);
	otfp_map_release(&pairs->index);
	otfp_arena_release(&pairs->arena);
	memset(pairs, 0, sizeof *pairs);
}

void otfp_peers_release(struct otfp_peers *peers)
{
	free(peers->slots);
	memset(peers, 0, sizeof *peers);
}

/* ---- lookup ---- */

/* The slot of a key, or the free slot for it; the table is never full. */
static struct otfp_peer *place_of(const struct otfp_peers *peers, uint64_t key)
{
	for (size_t i = otfp_map_hash(key);; i++) {
		struct otfp_peer *peer = &peers->slots[i & (peers->cap - 1)];
		if (peer->key == key || !peer->key)
			return peer;
	}
}

static int make_room(struct otfp_peers *peers)
{
	struct otfp_peers old = *peers;

	peers->cap = old.cap ? 2 * old.cap : 8;
	peers->slots = calloc(peers->cap, sizeof *peers->slots);
	if (!peers->slots) {
		*peers = old;
		return -1;
	}
	for (size_t i = 0; i < old.cap; i++)
		if (old.slots[i].key)
			*place_of(peers, old.slots[i].key) = old.slots[i];
	free(old.slots);
	return 0;
}

struct otfp_pair *otfp_pair_find(struct otfp_pairs *pairs, const uint32_t key[4])
{
	const uint64_t index = (uint64_t)key[0] << 32 | key[1], *at = otfp_map_get(&pairs->index, index);
	struct otfp_pair *pair;

	if (at)
		return (struct otfp_pair *)(uintptr_t)*at;
	pair = otfp_arena_get_line(&pairs->arena, sizeof *pair);
	if (!pair || otfp_map_set(&pairs->index, index, (uintptr_t)pair) < 0)
		return NULL;
	*pair = (struct otfp_pair){.sender = key[0], .receiver = key[1], .next = pairs->last};
	pairs->last = pair;
	return pair;
}

static __attribute__((noinline)) struct otfp_pair *new_peer(struct otfp_pairs *pairs, struct otfp_peers *peers,
                                                            uint64_t peer, const uint32_t key[4])
{
	struct otfp_pair *pair;

	if (2 * (peers->n + 1) > peers->cap && make_room(peers) < 0)
		return NULL;
	pair = otfp_pair_find(pairs, key);
	if (pair) {
		*place_of(peers, peer) = (struct otfp_peer){peer, pair};
		peers->n++;
	}
	return pair;
}

struct otfp_pair *otfp_pair_of(struct otfp_pairs *pairs, struct otfp_peers *peers, int kind, const uint32_t key[4])
{
	const uint64_t want = 1 + (uint64_t)key[kind == OTFP_HALF_SENT] * 2 + (unsigned)kind;
	struct otfp_pair *pair = peers->cap ? place_of(peers, want)->pair : NULL;

	return OTFP_LIKELY(pair != NULL) ? pair : new_peer(pairs, peers, want, key);
}

/* ---- waiting halves ---- */

static struct otfp_wait *wait_at(const struct otfp_pair *pair, uint32_t i)
{
	return &pair->waits[(pair->head + i) & (pair->cap - 1)];
}

static int grow(struct otfp_pair *pair)
{
	uint32_t cap = pair->cap ? 2 * pair->cap : 2;
	struct otfp_wait *waits = cap > pair->cap ? malloc(cap * sizeof *waits) : NULL;

	if (!waits)
		return -1;
	for (uint32_t i = 0; i < pair->cap; i++)
		waits[i] = *wait_at(pair, i);
	free(pair->waits);
	pair->waits = waits;
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
}

int otfp_pair_hash(struct otfp_pair *pair, struct otfp_halves *h)
{
	const uint32_t n = pair->waiting[0] + pair->waiting[1];

	for (uint32_t i = 0; i < n; i++) {
		const struct otfp_wait *w = wait_at(pair, i);
		const uint32_t key[4] = {pair->sender, pair->receiver, w->communicator, w->tag};
		struct otfp_half half = {w->time, w->length, 0};
		if (otfp_halves_take(h, (int)w->kind, key, &half) < 0)
			return -1;
	}
	free(pair->waits);
	pair->waits = NULL;
	pair->cap = pair->waiting[0] = pair->waiting[1] = 0;
	pair->is_hashed = 1;
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
		*half = (struct otfp_half){w->time, w->length, 0};
		remove_wait(pair, i);
		return 1;
	}
	return n > SCANNED ? otfp_pair_hash(pair, h) : 0;
}

int otfp_pair_take(struct otfp_pair *pair, struct otfp_halves *h, int kind, const uint32_t key[4],
                   struct otfp_half *half)
{
	int rc = pair->waiting[!kind] ? match(pair, h, kind, key, half) : 0;
	uint32_t n = pair->waiting[0] + pair->waiting[1];

	if (rc)
		return rc;
	if (n == pair->cap) {
		if (pair->is_hashed)
			return otfp_halves_take(h, kind, key, half);
		if (grow(pair) < 0)
			return -1;
	}
	OTFP_ASSERT_HOT(n < pair->cap && !pair->is_hashed);
	*wait_at(pair, n) = (struct otfp_wait){half->time, half->length, key[2], key[3], (uint32_t)kind};
	pair->waiting[kind]++;
	return 0;
}
