/*
 * ahead.h - an input is unpacked in pieces, by a thread of a pool one piece ahead of the caller, or by the caller.
 */
#ifndef OTFP_IO_AHEAD_H
#define OTFP_IO_AHEAD_H
#include "io/pool.h"
#include "io/unpack.h"

struct otfp_ahead;

/* Bytes of input to have with a thread: several pieces, since the last one that they give is mostly short, so that a
 * thread is woken for little. */
#define OTFP_AHEAD_INPUT ((size_t)1 << 20)

/** Make one for a pool, which must exist until otfp_ahead_free; NULL: no thread.
 * @param holds  whether a piece waits until the next one was unpacked, too: some decoders notice a damage late
 * @return NULL when memory is out */
struct otfp_ahead *otfp_ahead_new(struct otfp_pool *pool, int holds);
/** Unpack [in, end) as far as a piece has room. Until otfp_ahead_wait the bytes must stay, and the decoder must not be
 * used. */
void otfp_ahead_start(struct otfp_ahead *a, struct otfp_unpack *u, const unsigned char *in, const unsigned char *end);
/** Wait until the piece that was started is there, if one was, and take over the next one, which may be empty; the last
 * one must be used up.
 * @param in  set to the first byte that was not unpacked, if a piece was started
 * @return 0, or <0 as `step` of struct otfp_unpack_ops: then what was unpacked before is in the piece, but with `holds`
 *   it and what waited is lost */
int otfp_ahead_wait(struct otfp_ahead *a, const unsigned char **in);
/** No more will be started: take over the piece that waits. @return whether there was one */
int otfp_ahead_last(struct otfp_ahead *a);
/** Whether the piece had no room for more, so that the decoder may have more output without more input. */
int otfp_ahead_was_full(const struct otfp_ahead *a);
/** Move up to n bytes of the piece to `to`. @return their number; 0: it is used up */
size_t otfp_ahead_copy(struct otfp_ahead *a, char *to, size_t n);
/** Wait for the thread and free a, which may be NULL. */
void otfp_ahead_free(struct otfp_ahead *a);
#endif
