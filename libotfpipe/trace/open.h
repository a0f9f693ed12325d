/* open.h - open sources by name, for code of otfpipe itself. */
#ifndef OTFP_TRACE_OPEN_H
#define OTFP_TRACE_OPEN_H
#include "otfpipe.h"

/** otfp_source_open_all, but several handles may share err: every failure fills it until the source is closed. o must
 * not be NULL; its `size` is not used. n 0 = standard input. @return 0 or <0 */
int otfp_source_open_shared(struct otfp_source **src, const char *const *names, unsigned n,
                            const struct otfp_read_options *o, struct otfp_error *err);
/** @return how many of the names are the first trace: 2 for the files of a TAU trace, else 1; 0 if n is 0 */
unsigned otfp_source_operands(const char *const *names, unsigned n);
#endif
