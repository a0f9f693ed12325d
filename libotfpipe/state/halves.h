/*
 * halves.h - pair sends and receives that may come in either order; keeps messages with only one half seen so far.
 *
 * The k-th send of a sender, receiver, communicator and tag matches the k-th receive, whichever comes first. The
 * receive may come first if clocks differ, or if the shares of a trace are read one after another.
 *
 * Memory: 24 bytes per unmatched half, 40 bytes per combination with unmatched halves.
 */
#ifndef OTFP_STATE_HALVES_H
#define OTFP_STATE_HALVES_H
#include <stddef.h>
#include <stdint.h>

struct otfp_half {
	uint64_t time;
	uint64_t length;  /* or what the caller keeps */
	uint32_t next;    /* 1 + index; 0 = none */
	uint32_t process; /* of the record, or what the caller keeps */
};

enum { OTFP_HALF_SENT, OTFP_HALF_RECEIVED };

/* The unmatched halves of a key, all of one kind, oldest first. */
struct otfp_half_queue {
	uint32_t key[4];      /* sender, receiver, communicator, tag */
	uint32_t first, last; /* 1 + index of a half; first == 0: this slot is free */
	uint32_t kind;
};

/* Zero-filled is empty. */
struct otfp_halves {
	struct otfp_half_queue *queues; /* open addressing, at most half full */
	size_t n, cap;
	struct otfp_half *halves;
	size_t nhalves, halves_cap;
	uint32_t spare;     /* free list of halves: 1 + index, 0 = empty */
	uint64_t number[2]; /* unmatched halves by kind */
};

/** Free all; *h is empty then. */
void otfp_halves_release(struct otfp_halves *h);
/** Whether a half of that kind waits for the other one. */
int otfp_halves_has(const struct otfp_halves *h, int kind, const uint32_t key[4]);
/**
 * Match a half of that kind with the oldest half of the other kind, or keep it.
 * @param key   sender, receiver, communicator, tag
 * @param half  its time and length; if matched, set to the other half
 * @return 1 if matched: the other half is removed; 0 if this half is kept; -1 when memory is out
 */
int otfp_halves_match(struct otfp_halves *h, int kind, const uint32_t key[4], struct otfp_half *half);
#endif
