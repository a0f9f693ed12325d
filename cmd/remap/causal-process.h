/* causal-process.h - what the files causal*.c share: the delay of a process, and collective operations. */
#ifndef CMD_REMAP_CAUSAL_PROCESS_H
#define CMD_REMAP_CAUSAL_PROCESS_H
#include "cmd/remap/causal.h"

/* Times are old times in ticks; `later` is the number of ticks to add to get the new time. */

enum { CAUSAL_TOO_LATE = -2 }; /* a new time does not fit in 64 bits */

/** Free what p owns, but not p. */
void causal_process_release(struct causal_process *p);
/** Go back to the first record for another pass. The jumps found so far become p->old. */
void causal_rewind(struct causal_process *p);
/** The process reaches `time`: apply the jumps of the previous pass up to it. @return 0, or -1 when memory is out */
int causal_advance(struct causal_process *p, uint64_t time);
/** The process sends, or begins a collective operation, at `time`, the time that it has reached. */
void causal_sends(struct causal_process *p, uint64_t time);
/** Get the delay of the process at a time that it has reached. @return 0, or CAUSAL_TOO_LATE */
int causal_later(struct causal_process *p, uint64_t time, uint64_t *later);
/** Delay the process by `later` from `time` on, the time that it has reached. @return 0, -1 when memory is out, or
 * CAUSAL_TOO_LATE */
int causal_jump(struct causal *c, struct causal_process *p, uint64_t time, uint64_t later);
/** The same for an earlier time, which the process has passed: for the next pass. @return 0, or -1 when memory is out
 */
int causal_need(struct causal *c, struct causal_process *p, uint64_t time, uint64_t later);
/** Turn needs into jumps; call it before a rewind. @return 0, or -1 when memory is out */
int causal_merge_needs(struct causal_process *p);

/* ---- collective operations ---- */

/** Free what c owns of collective operations. */
void causal_collectives_release(struct causal *c);
/** Forget the operations under way, for another pass. */
void causal_collectives_rewind(struct causal *c);
/** Take a definition. @return 0, or -1 when memory is out */
int causal_define(struct causal *c, const struct otfp_record *rec);
/**
 * Process p begins a collective operation.
 * @param key  collective, communicator, root
 * @param matching  the id that its end has too
 * @return 0, -1 when memory is out, or CAUSAL_TOO_LATE
 */
int causal_begin(struct causal *c, struct causal_process *p, uint64_t time, const uint32_t key[3], uint64_t matching);
/** Process p ends the collective operation with that id. @return as causal_begin */
int causal_leave(struct causal *c, struct causal_process *p, uint64_t time, uint64_t matching);
#endif
