/* listing.h - the files of a trace on disk. */
#ifndef OTFP_OTF_READ_LISTING_H
#define OTFP_OTF_READ_LISTING_H
#include "otf/read/trace.h"
#include "record/listed.h"

/**
 * Call f for each file of the trace: the master file, definitions, markers, then timed files by kind and stream, the
 * thumbnail. Call before the first read. Timed files cost nothing, the others a stat(2) each.
 * @return 0; <0 with the error of the trace filled; or the first nonzero result of f, which ends the listing
 */
int otfp_trace_list(struct otfp_trace *t, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx);
#endif
