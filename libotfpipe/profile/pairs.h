/*
 * pairs.h - messages from one process to another: number, latencies, and unmatched halves.
 *
 * Unmatched halves wait in a ring per pair, since the next half usually matches the oldest one. A pair that breaks this
 * pattern moves its halves to the hash table of state/halves.h, which has the same matching rule.
 *
 * Memory: 128 bytes per pair, 64 for the entries of both processes, 24 bytes per waiting half.
 */
#ifndef OTFP_PROFILE_PAIRS_H
#define OTFP_PROFILE_PAIRS_H
#include "base/arena.h"
#include "base/map.h"
#include "state/halves.h"
#include "profile/rows.h"

/* A half that waits for the other one. */
struct otfp_wait {
	uint64_t time;
	uint32_t length, communicator, tag;
	uint32_t kind;
};

/* Two cache lines. */
struct otfp_pair {
	uint64_t epoch; /* window of the sums */
	uint64_t sent, received, bytes_sent, bytes_received;
	struct otfp_wait *waits; /* a ring buffer; NULL with cap 0 if is_hashed */
	uint32_t head, cap;      /* cap is 0 or a power of two */
	uint32_t waiting[2];     /* waiting halves by kind */

	struct otfp_row *row; /* row for the sums in the window `epoch`; NULL = not counted */
	struct otfp_pair *next;
	uint32_t sender, receiver;
	uint64_t arrived, shortest, longest, ticks; /* of matched messages: number; latencies and their sum in ticks */
	int is_hashed;                              /* halves wait in struct otfp_halves */
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

/** Free all pairs; *pairs is empty then. */
void otfp_pairs_release(struct otfp_pairs *pairs);
/** Free the table, not the pairs. */
void otfp_peers_release(struct otfp_peers *peers);
/**
 * Find or add the pair of a process that sends or receives and its peer; pairs do not move.
 * @param peers  of that process
 * @param key    sender, receiver, ...
 * @return NULL when memory is out
 */
struct otfp_pair *otfp_pair_of(struct otfp_pairs *pairs, struct otfp_peers *peers, int kind, const uint32_t key[4]);
/** The same without the table of a process: slower. */
struct otfp_pair *otfp_pair_find(struct otfp_pairs *pairs, const uint32_t key[4]);
/** As otfp_halves_take, for a half of the pair. @param h  contains the halves if the pair is hashed */
int otfp_pair_take(struct otfp_pair *pair, struct otfp_halves *h, int kind, const uint32_t key[4],
                   struct otfp_half *half);
/** Move the waiting halves to h and set is_hashed. @return 0, or -1 when memory is out */
int otfp_pair_hash(struct otfp_pair *pair, struct otfp_halves *h);
#endif
