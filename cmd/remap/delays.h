/* delays.h - the minimum duration of a message in ticks, by sender and receiver; see --min-delay in otf-remap(1). */
#ifndef CMD_REMAP_DELAYS_H
#define CMD_REMAP_DELAYS_H
#include "base/error.h"
#include "base/map.h"

/* Zero-filled: all minimums are 0. */
struct delays {
	struct otfp_map pairs;     /* sender << 32 | receiver -> ticks */
	struct otfp_map senders;   /* sender -> ticks, for any receiver */
	struct otfp_map receivers; /* receiver -> ticks, for any sender */
	uint64_t others;           /* ticks, for all other messages */
	struct otfp_map named;     /* process that the file names -> 1 if the trace has it, else 0 */
};

/** Free what d owns and make it empty. */
void delays_release(struct delays *d);
/** The ticks of the pair, else of the sender, else of the receiver, else of all other messages. */
uint64_t delays_get(const struct delays *d, uint32_t sender, uint32_t receiver);
/** Note a process that exists. */
void delays_meet(struct delays *d, uint32_t process);
/** @return how many processes of the file nothing met; *first is the least of them */
size_t delays_unmet(const struct delays *d, uint32_t *first);
/** Read a file of lines "SENDER RECEIVER TIME"; * means all others, `#` starts a comment.
 * @param h  of the trace, for times in seconds @return 0; OTFP_EUSAGE with "FILE:LINE: what"; OTFP_EFAIL */
int delays_read(struct delays *d, const char *file, const struct otfp_header *h, struct otfp_error *err);
#endif
