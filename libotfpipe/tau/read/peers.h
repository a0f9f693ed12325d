/* peers.h - finds the process at the other end of a message. */
#ifndef OTFP_TAU_READ_PEERS_H
#define OTFP_TAU_READ_PEERS_H
#include "tau/read/runs.h"

/** The index of the peer of the next message of a process to or from a node. Call it for all messages in order. */
uint32_t otfp_tau_peer(struct otfp_tau *t, struct otfp_tau_process *p, unsigned node, int receives);
#endif
