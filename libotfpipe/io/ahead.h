/*
 * ahead.h - a thread of a pool unpacks the next piece of an input while the caller uses the last one.
 */
#ifndef OTFP_IO_AHEAD_H
#define OTFP_IO_AHEAD_H
#include "io/pool.h"
#include "io/unpack.h"

struct otfp_ahead;

/* Bytes of input to have: several pieces, since the last one that they give is mostly short, so that a thread is woken
 * for little. */
#define OTFP_AHEAD_INPUT ((size_t)1 << 20)

/** Make one for a pool, which must exist until otfp_ahead_free. @return NULL when memory is out */
struct otfp_ahead *otfp_ahead_new(struct otfp_pool *pool);
/** Let a thread unpack [in, end) as far as a piece has room. Until otfp_ahead_wait the bytes must stay, and the decoder
 * must not be used. */
void otfp_ahead_start(struct otfp_ahead *a, struct otfp_unpack *u, const unsigned char *in, const unsigned char *end);
/** Wait for the thread, if one was started, and take over its piece; the last one must be used up.
 * @param in  set to the first byte that was not unpacked, if a thread was started
 * @return 0, or <0 as `step` of struct otfp_unpack_ops: what was unpacked before is in the piece */
int otfp_ahead_wait(struct otfp_ahead *a, const unsigned char **in);
/** Whether the piece had no room for more, so that the decoder may have more output without more input. */
int otfp_ahead_was_full(const struct otfp_ahead *a);
/** Move up to n bytes of the piece to `to`. @return their number; 0: it is used up */
size_t otfp_ahead_copy(struct otfp_ahead *a, char *to, size_t n);
/** Wait for the thread and free a, which may be NULL. */
void otfp_ahead_free(struct otfp_ahead *a);
#endif
