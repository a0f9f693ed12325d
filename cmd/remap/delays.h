/* delays.h - the least time that a message takes, by sender and receiver. */
#ifndef OTFP_CMD_REMAP_DELAYS_H
#define OTFP_CMD_REMAP_DELAYS_H
#include "base/error.h"
#include "base/map.h"

/* Zero-filled: none takes any time. */
struct otfp_delays {
	struct otfp_map pairs;     /* sender << 32 | receiver -> ticks */
	struct otfp_map senders;   /* of a sender to all others, */
	struct otfp_map receivers; /* and to a receiver from all others */
	uint64_t others;
};

void otfp_delays_release(struct otfp_delays *d);
/** Ticks. That of the pair, else of the sender, else of the receiver, else of all others. */
uint64_t otfp_delays_get(const struct otfp_delays *d, uint32_t sender, uint32_t receiver);
/** Read lines "SENDER RECEIVER TIME", * for all others, `#` begins a comment.
 * @param h  of the trace, for times in seconds. @return 0; OTFP_EUSAGE with "FILE:LINE: what"; OTFP_EFAIL */
int otfp_delays_read(struct otfp_delays *d, const char *file, const struct otfp_header *h, struct otfp_error *err);
#endif
