/*
 * messages.h - messages in transit: sent and not yet received.
 *
 * A receive takes the oldest message of the same sender, receiver, communicator and tag (messages of MPI do not
 * overtake).
 *
 * Memory: 96 bytes per message in transit at the peak, and 32 to 96 bytes per combination with a message in transit.
 */
#ifndef OTFP_STATE_MESSAGES_H
#define OTFP_STATE_MESSAGES_H
#include "base/arena.h"
#include "base/map.h"
#include "state/kept.h"

struct otfp_message {
	uint64_t time;   /* of its SendMsg, in ticks */
	uint64_t length; /* bytes */
	uint32_t sender, receiver, group, tag, source;
	uint32_t ends[2];  /* whom sender and receiver stand for, as its key has them */
	uint32_t function; /* of the innermost call when it was sent; 0 = none, or not known */
	uint64_t mark;     /* for the caller, 0 at first */
	struct otfp_kept *kept;
	struct otfp_message *next;           /* the next later one of its channel; of a free one: the free list */
	struct otfp_message *last;           /* of the first one of a channel: the last one of it */
	struct otfp_message *before, *after; /* list of its sender */
};

/* The messages in transit of one sender, in the order of sending. */
struct otfp_sends {
	struct otfp_message *first, *last;
};

/* The messages in transit of one combination. */
struct otfp_channel {
	uint64_t hash;              /* of sender, receiver, communicator and tag; 0 = a free slot */
	struct otfp_message *first; /* the oldest; NULL: none is in transit any more, the slot is to be skipped */
};

/* Zero-filled is valid: nothing is in transit. */
struct otfp_messages {
	struct otfp_channel *channels; /* open addressing, at most 2/3 full */
	size_t n, cap;                 /* n: used slots, with or without messages */
	struct otfp_arena arena;
	struct otfp_message *spare; /* free list */
	struct otfp_message taken;  /* copy of the message of the last receive */
};

/** Free all with their tags; *m is empty then. */
void otfp_messages_release(struct otfp_messages *m);
/** Add a message, also to `sends`, the list of its sender.
 * @param key  sender, receiver, communicator, tag; sender and receiver of the message are those of the key at first
 * @return the message, whose length, source and kept the caller fills; NULL when memory is out */
struct otfp_message *otfp_messages_send(struct otfp_messages *m, struct otfp_sends *sends, uint64_t time,
                                        const uint32_t key[4]);
/** The oldest message of a key. @return NULL if there is none */
struct otfp_message *otfp_messages_first(const struct otfp_messages *m, const uint32_t key[4]);
/** Remove a message that is not received; sends as above. */
void otfp_messages_drop(struct otfp_messages *m, struct otfp_sends *sends, struct otfp_message *at);
/** Remove the oldest message of that key; sends and key as above.
 * @return the message with its tags, valid until the next receive; NULL if there is none */
struct otfp_message *otfp_messages_receive(struct otfp_messages *m, struct otfp_sends *sends, const uint32_t key[4]);
#endif
