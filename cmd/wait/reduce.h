/*
 * reduce.h - a stream without the records that waits and efficiencies do not need, so that shares of a trace can be
 * reduced apart, and their reduced streams give what the whole gives.
 *
 * What stays: messages, collective operations, begins and ends of processes, snapshots that count, calls that
 * communicate or are windows, outermost calls. Other calls stay if they made such a call, from the first one on: their
 * Enter is put before it, at its time. So at each record that stays the stack and the communication are those of the
 * whole, and useful time is the same. Times of functions are lost: the load by function, causes and the critical path
 * need the whole.
 *
 * Memory: 300 bytes per process and 80 per function that it called, 56 bytes per open call.
 */
#ifndef CMD_WAIT_REDUCE_H
#define CMD_WAIT_REDUCE_H
#include "wait/wait.h"

struct wait_reduce;

/** Start. @param comm, inside  as in struct otfp_wait_options
 * @param put  takes an added record, which goes before the current one; returns 0 or <0
 * @return NULL when memory is out */
struct wait_reduce *wait_reduce_new(struct otfp_set *comm, struct otfp_set *inside,
                                    int (*put)(void *ctx, const struct otfp_record *rec), void *ctx);
/** r may be NULL. */
void wait_reduce_free(struct wait_reduce *r);
/** Take the next record or control line. @return 1 if it stays, 0 if not; -1 when memory is out, or what put returned
 */
int wait_reduce_add(struct wait_reduce *r, const struct otfp_record *rec);
/** At the end: call fn for each process whose last event did not stay, with its time; see otfp_wait_live. @return 0, or
 * what fn returned */
int wait_reduce_ends(const struct wait_reduce *r, int (*fn)(void *ctx, uint32_t process, uint64_t time), void *ctx);
#endif
