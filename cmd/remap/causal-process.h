/* causal-process.h - what the files of causal*.c share: how much later a process is, and its collectives. */
#ifndef OTFP_CMD_REMAP_CAUSAL_PROCESS_H
#define OTFP_CMD_REMAP_CAUSAL_PROCESS_H
#include "cmd/remap/causal.h"

enum { OTFP_CAUSAL_TOO_LATE = -2 }; /* 64 bits do not hold a time */

void otfp_causal_process_release(struct otfp_causal_process *p);
/** All before the first record again; what was found holds. */
void otfp_causal_rewind(struct otfp_causal_process *p);
/** The process comes to that time: what the pass before made of it holds. @return 0, or -1 when memory is out */
int otfp_causal_advance(struct otfp_causal_process *p, uint64_t time);
/** It says something at that time, which is its latest. */
void otfp_causal_says(struct otfp_causal_process *p, uint64_t time);
/** How much later it is at a time that it has come to. @return 0, or OTFP_CAUSAL_TOO_LATE */
int otfp_causal_later(struct otfp_causal_process *p, uint64_t time, uint64_t *later);
/** It is so much later from that time on, its latest. @return 0, or -1 when memory is out */
int otfp_causal_jump(struct otfp_causal *c, struct otfp_causal_process *p, uint64_t time, uint64_t later);
/** The same of an earlier time: for the next pass. */
int otfp_causal_need(struct otfp_causal *c, struct otfp_causal_process *p, uint64_t time, uint64_t later);
/** Needs become jumps, before a rewind. @return 0, or -1 when memory is out */
int otfp_causal_merge_needs(struct otfp_causal_process *p);

/* ---- collective operations ---- */

void otfp_causal_collectives_release(struct otfp_causal *c);
void otfp_causal_collectives_rewind(struct otfp_causal *c);
/** A definition. @return 0, or -1 when memory is out */
int otfp_causal_define(struct otfp_causal *c, const struct otfp_record *rec);
/** @param key  collective, communicator, root. @return 0, -1, or OTFP_CAUSAL_TOO_LATE */
int otfp_causal_begin(struct otfp_causal *c, struct otfp_causal_process *p, uint64_t time, const uint32_t key[3],
                      uint64_t matching);
int otfp_causal_leave(struct otfp_causal *c, struct otfp_causal_process *p, uint64_t time, uint64_t matching);
#endif
