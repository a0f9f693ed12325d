/*
 * matching.h - the receive of each send: its time, length and source location; see --match-messages in otf-remap(1).
 *
 * The k-th send of a sender, receiver, communicator and tag belongs to their k-th receive, whichever comes first.
 * Memory: 16 bytes for each message on its way, and 8 more if its receive comes first.
 */
#ifndef CMD_REMAP_MATCHING_H
#define CMD_REMAP_MATCHING_H
#include "base/map.h"
#include "state/halves.h"
#include "state/ranks.h"
#include "otfpipe.h"

/* The keys of the key-values, as `otfaux --match-messages` of OTF writes them. */
enum { MATCHED_TIME, MATCHED_SIZE, MATCHED_SCL, NMATCHED };

extern const struct matched_key {
	const char *name;
	uint8_t type; /* enum otfp_tag_type */
} matched_keys[NMATCHED];

/* The receive of send `number`; the first send in the stream is number 0. */
struct matched_send {
	uint64_t number, time;
	uint32_t length, source;
};

struct matching_receive {
	uint32_t length, source; /* of a waiting receive; in a free place, source is the next free place + 1 */
};

/* Zero-filled is valid. */
struct matching {
	struct otfp_halves halves;
	struct otfp_ranks ranks;
	struct matching_receive *receives;
	size_t n, cap;
	uint32_t spare;       /* first free place + 1, 0 = none */
	uint64_t sends;       /* so far */
	struct otfp_map used; /* keys of all key-values and their definitions */
	uint32_t largest;     /* the largest key that is defined; later the one chosen last */
	uint32_t keys[NMATCHED];
	uint8_t defined[NMATCHED]; /* the stream defines this key */
};

/** Free what m owns and make it empty. */
void matching_release(struct matching *m);
/** Take the next record. @param match  set when it completes a message
 * @return 1 if match is set, 0 if not, -1 when memory is out */
int matching_add(struct matching *m, const struct otfp_record *rec, struct matched_send *match);
/** After the last record: choose unused keys, after the largest one if there are such, for those that the stream does
 * not define.
 * @return 0, or -1 if there are not enough */
int matching_choose_keys(struct matching *m);
/** Which of matched_keys the record defines for the whole trace. @return NMATCHED if none */
unsigned matching_defines(const struct otfp_record *rec);
#endif
