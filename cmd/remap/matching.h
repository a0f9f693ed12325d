/*
 * matching.h - what became of each message: when, how long and where it was received.
 *
 * The k-th send of a sender, receiver, communicator and tag belongs to the k-th receive, whichever stands first.
 * Memory: 16 bytes a message on its way, 8 more where the receive stands first.
 */
#ifndef OTFP_CMD_REMAP_MATCHING_H
#define OTFP_CMD_REMAP_MATCHING_H
#include "base/map.h"
#include "state/halves.h"
#include "otfpipe.h"

/* The keys of the reference's key-values, otfaux --match-messages. */
enum { OTFP_MATCHED_TIME, OTFP_MATCHED_SIZE, OTFP_MATCHED_SCL, OTFP_NMATCHED };

extern const struct otfp_matched_key {
	const char *name;
	uint8_t type; /* enum otfp_tag_type */
} otfp_matched_keys[OTFP_NMATCHED];

/* What is known of the send with that number; the first in the stream is 0. */
struct otfp_matched_send {
	uint64_t number, time;
	uint32_t length, source;
};

struct otfp_matching_receive {
	uint32_t length, source; /* of a receive that waits; of a free place source is the next one */
};

/* Zero-filled is valid. */
struct otfp_matching {
	struct otfp_halves halves;
	struct otfp_matching_receive *receives;
	size_t n, cap;
	uint32_t spare; /* + 1 */
	uint64_t sends;
	struct otfp_map used; /* keys of key-values */
	uint32_t largest;     /* key that is defined */
	uint32_t keys[OTFP_NMATCHED];
	uint8_t defined[OTFP_NMATCHED]; /* in the stream, with that key */
};

void otfp_matching_release(struct otfp_matching *m);
/** The next record. @param match  set when both halves of a message are known
 * @return 1 if it is set, 0 if not, -1 when memory is out */
int otfp_matching_take(struct otfp_matching *m, const struct otfp_record *rec, struct otfp_matched_send *match);
/** After the last record: keys for those that are not defined, behind the largest one. @return 0, or -1 if
 * there are no more */
int otfp_matching_choose_keys(struct otfp_matching *m);
/** Which of otfp_matched_keys a definition defines for the whole trace. @return OTFP_NMATCHED if none */
unsigned otfp_matching_defines(const struct otfp_record *rec);
#endif
