/* open.h - sources by name, for those who are not programs of others. */
#ifndef OTFP_TRACE_OPEN_H
#define OTFP_TRACE_OPEN_H
#include "otfpipe.h"

/** otfp_source_open_all for those who share one error among several handles: err is filled by whatever fails until
 * the source is closed. The options are not NULL, and need no size. */
int otfp_source_open_shared(struct otfp_source **src, const char *const *names, unsigned n,
                            const struct otfp_read_options *o, struct otfp_error *err);
/** How many of the names are the first trace, for otfp_source_open_all: 2 of a TAU trace, else 1; 0 for n 0. */
unsigned otfp_source_takes(const char *const *names, unsigned n);
#endif
