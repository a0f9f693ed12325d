/*
 * messages.h - messages on their way: sent and not yet received.
 *
 * A receive takes the oldest message of the same sender, receiver, communicator and tag, as MPI promises.
 * Memory: 80 bytes a message on its way at the peak, and 160 bytes for each
 * such combination with a message on its way.
 */
#ifndef OTFP_STATE_MESSAGES_H
#define OTFP_STATE_MESSAGES_H
#include "base/arena.h"
#include "base/map.h"
#include "state/kept.h"

struct otfp_message {
	uint64_t time; /* of its SendMsg */
	uint32_t sender, receiver, group, tag, length, source;
	uint64_t mark; /* the user's, 0 at first */
	struct otfp_kept *kept;
	struct otfp_message *next;           /* of its channel, sent later */
	struct otfp_message *before, *after; /* of its sender */
};

/* Those of one sender, in the order of sending. */
struct otfp_sends {
	struct otfp_message *first, *last;
};

struct otfp_channel {
	uint32_t key[4];                   /* sender, receiver, communicator, tag */
	struct otfp_message *first, *last; /* first NULL = none is on its way */
	uint8_t used;
};

/* Zero-filled is valid: nothing is on its way. */
struct otfp_messages {
	struct otfp_channel *channels; /* open addressing, at most half full */
	size_t n, cap;                 /* n: that are in the table, with messages or not */
	struct otfp_arena arena;
	struct otfp_message *spare;
	struct otfp_message taken; /* by the last receive */
};

void otfp_messages_release(struct otfp_messages *m);
/** Into `sends` of the sender, too. @param key  sender, receiver, communicator, tag
 * @return the message; its length, source and kept are for the caller to fill; NULL when memory is out */
struct otfp_message *otfp_messages_send(struct otfp_messages *m, struct otfp_sends *sends, uint64_t time,
                                        const uint32_t key[4]);
/** sends and key as above.
 * @return the message, valid until the next receive, with its kept tags; NULL if there is none */
struct otfp_message *otfp_messages_receive(struct otfp_messages *m, struct otfp_sends *sends, const uint32_t key[4]);
#endif
