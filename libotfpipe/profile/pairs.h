/*
 * pairs.h - messages from one process to another: how many, how long on their way, and those of which one half
 * was seen.
 *
 * Halves wait in a ring by pair, as mostly the oldest is that which the next one belongs to; a pair in which
 * that is not so goes over to the hash of state/halves, whose rule is the same.
 *
 * Memory: 128 bytes a pair, and 64 for both processes to find it; 24 bytes a half that waits.
 */
#ifndef OTFP_PROFILE_PAIRS_H
#define OTFP_PROFILE_PAIRS_H
#include "base/arena.h"
#include "base/map.h"
#include "state/halves.h"
#include "profile/rows.h"

struct otfp_wait {
	uint64_t time;
	uint32_t length, communicator, tag;
	uint32_t kind;
};

/* Two lines of the cache. */
struct otfp_pair {
	uint64_t epoch; /* that the sums are of */
	uint64_t sent, received, bytes_sent, bytes_received;
	struct otfp_wait *waits; /* a ring; NULL and cap 0 where is_hashed */
	uint32_t head, cap;      /* cap is 0 or a power of two */
	uint32_t waiting[2];     /* by kind */

	struct otfp_row *row; /* where the sums go, of that epoch; NULL = nowhere */
	struct otfp_pair *next;
	uint32_t sender, receiver;
	uint64_t arrived, shortest, longest, ticks; /* of matched ones: number, ticks */
	int is_hashed;                              /* its halves wait in state/halves */
};

/* The pairs of a process, by peer and direction. Zero-filled is empty. */
struct otfp_peers {
	struct otfp_peer {
		uint64_t key; /* 1 + peer * 2 + kind of half; 0 = free */
		struct otfp_pair *pair;
	} * slots; /* open addressing */
	size_t n, cap;
};

/* Zero-filled is empty. */
struct otfp_pairs {
	struct otfp_map index; /* sender << 32 | receiver */
	struct otfp_pair *last;
	struct otfp_arena arena;
};

void otfp_pairs_release(struct otfp_pairs *pairs);
void otfp_peers_release(struct otfp_peers *peers);
/**
 * The pair of the process that sends or receives and its peer, made if it is new; it does not move.
 * @param peers  of that process  @param key  sender, receiver, …  @return NULL when memory is out
 */
struct otfp_pair *otfp_pair_of(struct otfp_pairs *pairs, struct otfp_peers *peers, int kind, const uint32_t key[4]);
/** As otfp_halves_take, for halves of the pair. @param h  where they are if the pair is hashed */
int otfp_pair_take(struct otfp_pair *pair, struct otfp_halves *h, int kind, const uint32_t key[4],
                   struct otfp_half *half);
/** Its halves wait in h from now on. @return 0, or -1 when memory is out */
int otfp_pair_hash(struct otfp_pair *pair, struct otfp_halves *h);
#endif
