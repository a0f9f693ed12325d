/*
 * halves.h - messages of which only one half was seen: sent and not received, or received and not sent.
 *
 * The k-th send of a sender, receiver, communicator and tag belongs to the k-th receive, whichever of the two
 * is seen first: with clocks that differ, and with the shares of a trace that are counted one by one, it
 * may be the receive. Memory: 16 bytes a half, 40 bytes for each such combination with halves in it.
 */
#ifndef OTFP_STATE_HALVES_H
#define OTFP_STATE_HALVES_H
#include <stddef.h>
#include <stdint.h>

struct otfp_half {
	uint64_t time;
	uint32_t length;
	uint32_t next; /* + 1; 0 = none */
};

enum { OTFP_HALF_SENT, OTFP_HALF_RECEIVED };

/* Halves of one kind, oldest first. */
struct otfp_half_queue {
	uint32_t key[4];      /* sender, receiver, communicator, tag */
	uint32_t first, last; /* + 1; first 0 = a free place */
	uint32_t kind;
};

/* Zero-filled is empty. */
struct otfp_halves {
	struct otfp_half_queue *queues; /* open addressing */
	size_t n, cap;
	struct otfp_half *halves;
	size_t nhalves, halves_cap;
	uint32_t spare;     /* + 1 */
	uint64_t number[2]; /* that wait, by kind */
};

void otfp_halves_release(struct otfp_halves *h);
/**
 * A half of that kind comes.
 * @param half  its time and length; where the other half waits, set to that
 * @return 1 if the other half was there, which is gone now; 0 if this one waits; -1 when memory is out
 */
int otfp_halves_take(struct otfp_halves *h, int kind, const uint32_t key[4], struct otfp_half *half);
#endif
