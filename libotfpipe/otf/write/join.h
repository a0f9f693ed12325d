/* join.h - steps of otfp_join: private to join-set.c, join-cut.c and join-done.c. */
#ifndef OTFP_OTF_WRITE_JOIN_H
#define OTFP_OTF_WRITE_JOIN_H
#include "otf/write/outset.h"
#include <sys/stat.h>

/**
 * Merge the timed records of a stream from its shares by time, at equal times in the order of the shares, and write
 * them; o->assign.given knows the processes of the stream.
 * @param names  of the shares. @return 0 or <0
 */
int otfp_join_cut_stream(struct otfp_out *o, uint32_t stream, const char *const *names, unsigned n,
                         const struct otfp_read_options *how);
/** Find the master file. @return 1 with *st set, 0 if there is none, <0 */
int otfp_join_find_master(const char *stub, struct stat *st, struct otfp_error *err);
/** Complete a join that was killed. If the trace exists and no share is left, it is joined, maybe by an earlier run,
 * which is reported. @return 1 it is joined, 0 it is not, <0 */
int otfp_join_is_done(const char *name, const char *const *shares, unsigned n, const struct otfp_write_options *w,
                      struct otfp_error *err);
#endif
