/* causal-process.h - what the files causal*.c share: the delay of a process, and collective operations. */
#ifndef OTFP_CMD_REMAP_CAUSAL_PROCESS_H
#define OTFP_CMD_REMAP_CAUSAL_PROCESS_H
#include "cmd/remap/causal.h"

/* Times are old times in ticks; `later` is the number of ticks to add to get the new time. */

enum { OTFP_CAUSAL_TOO_LATE = -2 }; /* a new time does not fit in 64 bits */

/** Free what p owns, but not p. */
void otfp_causal_process_release(struct otfp_causal_process *p);
/** Go back to the first record for another pass. The jumps found so far become p->old. */
void otfp_causal_rewind(struct otfp_causal_process *p);
/** The process reaches `time`: apply the jumps of the previous pass up to it. @return 0, or -1 when memory is out */
int otfp_causal_advance(struct otfp_causal_process *p, uint64_t time);
/** The process sends, or begins a collective operation, at `time`, the time that it has reached. */
void otfp_causal_sends(struct otfp_causal_process *p, uint64_t time);
/** Get the delay of the process at a time that it has reached. @return 0, or OTFP_CAUSAL_TOO_LATE */
int otfp_causal_later(struct otfp_causal_process *p, uint64_t time, uint64_t *later);
/** Delay the process by `later` from `time` on, the time that it has reached. @return 0, -1 when memory is out, or
 * OTFP_CAUSAL_TOO_LATE */
int otfp_causal_jump(struct otfp_causal *c, struct otfp_causal_process *p, uint64_t time, uint64_t later);
/** The same for an earlier time, which the process has passed: for the next pass. @return 0, or -1 when memory is out
 */
int otfp_causal_need(struct otfp_causal *c, struct otfp_causal_process *p, uint64_t time, uint64_t later);
/** Turn needs into jumps; call it before a rewind. @return 0, or -1 when memory is out */
int otfp_causal_merge_needs(struct otfp_causal_process *p);

/* ---- collective operations ---- */

/** Free what c owns of collective operations. */
void otfp_causal_collectives_release(struct otfp_causal *c);
/** Forget the operations under way, for another pass. */
void otfp_causal_collectives_rewind(struct otfp_causal *c);
/** Take a definition. @return 0, or -1 when memory is out */
int otfp_causal_define(struct otfp_causal *c, const struct otfp_record *rec);
/**
 * Process p begins a collective operation.
 * @param key  collective, communicator, root
 * @param matching  the id that its end has too
 * @return 0, -1 when memory is out, or OTFP_CAUSAL_TOO_LATE
 */
int otfp_causal_begin(struct otfp_causal *c, struct otfp_causal_process *p, uint64_t time, const uint32_t key[3],
                      uint64_t matching);
/** Process p ends the collective operation with that id. @return as otfp_causal_begin */
int otfp_causal_leave(struct otfp_causal *c, struct otfp_causal_process *p, uint64_t time, uint64_t matching);
#endif
