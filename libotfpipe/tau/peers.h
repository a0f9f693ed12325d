/* peers.h - who is at the other end of a message. */
#ifndef OTFP_TAU_PEERS_H
#define OTFP_TAU_PEERS_H
#include "tau/run.h"

/** Of the next message of a process to or from a node: its index. Messages are asked for in their order. */
uint32_t otfp_tau_peer(struct otfp_tau *t, struct otfp_tau_process *p, unsigned node, int receives);
#endif
