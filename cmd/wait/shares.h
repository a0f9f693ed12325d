/* shares.h - streams that are parts of one trace as the stream of the whole. */
#ifndef CMD_WAIT_SHARES_H
#define CMD_WAIT_SHARES_H
#include "otfpipe.h"
#include "trace/around.h"

/**
 * Open n >= 1 sources as one: the shares that --part makes, or other streams with the definitions of one trace, of
 * which no two have records of one process. Their streams keep their numbers, and records are in the order of the
 * trace; a definition that several have comes once. Control lines come first, those after records at their end.
 * @param line  called now for each control line at the head of each source: @return 1 to leave it out, 0, or <0
 * @param err  shared with the sources @return 0 or <0; the sources are closed then
 */
int shares_open(struct otfp_source **src, const struct otfp_joined *parts, unsigned n,
                int (*line)(void *ctx, unsigned part, const struct otfp_record *rec), void *ctx,
                struct otfp_error *err);
#endif
