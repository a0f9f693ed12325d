/*
 * arrows.h - messages from their send to their receive: the longest or the largest ones, so many that a picture of them
 * can be read.
 *
 * Memory: 48 bytes for each one kept.
 */
#ifndef OTFP_TIMELINE_ARROWS_H
#define OTFP_TIMELINE_ARROWS_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

struct otfp_arrow {
	uint64_t sent, received; /* ticks */
	uint32_t sender, receiver, tag, communicator;
	uint64_t length; /* bytes */
};

/* Zero-filled, then `most` and `by_bytes`, is empty. */
struct otfp_arrows {
	size_t most;          /* to keep */
	int by_bytes;         /* keep the largest, not those with the longest time from send to receive */
	uint64_t total;       /* number of messages */
	struct otfp_arrow *p; /* a heap until otfp_arrows_end: the least one first */
	size_t n, cap;
};

/** Free all; empty then. */
void otfp_arrows_release(struct otfp_arrows *a);
/** Count a message, and keep it if it is one of the longest or largest. Of equal ones the earlier is kept.
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_arrows_add(struct otfp_arrows *a, const struct otfp_arrow *arrow);
/** Sort those that were kept: the one to draw last, the longest or largest, comes last. */
void otfp_arrows_end(struct otfp_arrows *a);
#endif
