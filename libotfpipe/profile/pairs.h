/*
 * pairs.h - messages from one process to another: number, latencies, and unmatched halves.
 *
 * Unmatched halves wait in a ring per pair, since the next half usually matches the oldest one. A pair that breaks this
 * pattern moves its halves to the hash table of state/halves.h, which has the same matching rule.
 *
 * Memory: 120 bytes per pair and 11 to 21 in the index; 32 bytes per waiting half after the first of a pair.
 */
#ifndef OTFP_PROFILE_PAIRS_H
#define OTFP_PROFILE_PAIRS_H
#include "base/index.h"
#include "state/halves.h"
#include "profile/rows.h"

/* A half that waits for the other one. */
struct otfp_wait {
	uint64_t time;
	uint64_t length : 63, kind : 1;
	uint32_t communicator, tag;
	uint32_t process; /* of the record: a thread may send and receive for the process of the pair */
};

struct otfp_pair {
	uint64_t window;                     /* window of the sums */
	uint64_t bytes_sent, bytes_received; /* not yet added to the row, as all of these: */
	uint64_t shortest, longest, ticks;   /* latencies of matched messages: least (UINT64_MAX if none), most, sum */
	uint32_t sent, received, arrived, reversed; /* numbers; `arrived` of these latencies */
	uint32_t sender, receiver;
	uint32_t waiting[2]; /* waiting halves by kind */
	uint32_t head, cap;  /* of the ring: cap is a power of two; 0 = halves wait in struct otfp_halves */
	union {
		struct otfp_wait one;   /* with cap 1 */
		struct otfp_wait *many; /* with more */
	} waits;
};

enum { OTFP_PAIRS_RECENT = 256 };

/* Zero-filled is empty. */
struct otfp_pairs {
	struct otfp_pair *p;
	size_t n, cap;
	int are_hashed;                     /* halves of forgotten pairs are in the hash table: new ones join them */
	struct otfp_index index;            /* of p, by sender and receiver */
	uint32_t recent[OTFP_PAIRS_RECENT]; /* cache: 1 + index in p; 0 = none */
};

/** Free all pairs; *pairs is empty then. */
void otfp_pairs_release(struct otfp_pairs *pairs);
/** otfp_pair_of for a pair that is not in the cache. */
struct otfp_pair *otfp_pair_far(struct otfp_pairs *pairs, const uint32_t key[4]);

static inline unsigned otfp_pair_place(const uint32_t key[4])
{
	return (key[0] * 17 + key[1]) % OTFP_PAIRS_RECENT;
}

/** Find or add the pair of key: sender, receiver, ... It is valid until the next one is added.
 * @return NULL when memory is out */
static inline struct otfp_pair *otfp_pair_of(struct otfp_pairs *pairs, const uint32_t key[4])
{
	const uint32_t at = pairs->recent[otfp_pair_place(key)];
	struct otfp_pair *pair = at ? &pairs->p[at - 1] : NULL;

	return pair && pair->sender == key[0] && pair->receiver == key[1] ? pair : otfp_pair_far(pairs, key);
}

/** Remove the last pair, whose halves must have been moved by otfp_pair_hash. No pair can be found any more. */
void otfp_pairs_pop(struct otfp_pairs *pairs);
/** As otfp_halves_match, for a half of the pair. @param h  contains the halves if the pair has cap 0 */
int otfp_pair_match(struct otfp_pair *pair, struct otfp_halves *h, int kind, const uint32_t key[4],
                    struct otfp_half *half);
/** Move the waiting halves to h and set cap to 0. @return 0, or -1 when memory is out */
int otfp_pair_hash(struct otfp_pair *pair, struct otfp_halves *h);
#endif
