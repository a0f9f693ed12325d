/*
 * match.h - messages in the state: the k-th send of a sender, receiver, communicator and tag matches the k-th receive.
 *
 * A receive may come before its send: if clocks differ, or at the same time in an earlier stream. Then it is kept until
 * the send comes.
 *
 * halves.h has the same rule in 16 bytes per half instead of 80, for commands that need only the times of messages, of
 * which very many may wait: shares of a trace, corrections of clocks. What is in transit here is also a list by sender,
 * in the order of sending, with length, source and tags: snapshots need that. A test compares both.
 */
#ifndef OTFP_STATE_MATCH_H
#define OTFP_STATE_MATCH_H
#include "record/table.h"
#include "state/state.h"
#include <string.h>

/**
 * A message that d->process has sent is in transit: sets d->did and d->message. Its receive is not looked for.
 * @param key  sender, receiver, communicator, tag, as the record has them
 * @return 0, or -1 when memory is out
 */
int otfp_match_snapshot(struct otfp_state *s, struct otfp_change *d, uint64_t time, const uint32_t key[4]);
/**
 * A process, d->process, sends: sets d->did and d->message. If the receive came before, d->early is set to it, and
 * nothing of both is kept. Sender and receiver of a message with both halves are the processes of the two records.
 * Key and return as above.
 */
int otfp_match_send(struct otfp_state *s, struct otfp_change *d, uint64_t time, const uint32_t key[4]);
/** A process receives: sets d->did and d->message; if there is no message in transit, d->early to the receive, whose
 * length and source the caller sets. key and return as above. */
int otfp_match_receive(struct otfp_state *s, struct otfp_change *d, uint64_t time, const uint32_t key[4]);
#endif
