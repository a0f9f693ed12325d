/* join.h - a stream that several shares hold parts of: private to join-set.c and join-cut.c. */
#ifndef OTFP_OTF_WRITE_JOIN_H
#define OTFP_OTF_WRITE_JOIN_H
#include "otf/write/outset.h"

/**
 * Merge the timed records of a stream from its shares by time, at equal times in the order of the shares, and write
 * them; o->assign.given knows the processes of the stream.
 * @param names  of the shares. @return 0 or <0
 */
int otfp_join_cut_stream(struct otfp_out *o, uint32_t stream, const char *const *names, unsigned n,
                         const struct otfp_read_options *how);
#endif
