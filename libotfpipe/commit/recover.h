/* recover.h - complete the replacement of a trace that was interrupted (journal.h), before the trace is read. */
#ifndef OTFP_COMMIT_RECOVER_H
#define OTFP_COMMIT_RECOVER_H
#include "otfpipe.h"

/** Complete what a journal of the name lists, or wait until the writer that holds the lock has done so.
 * @param suffix  messages name <stub><suffix>. @return 0; 1 if the trace may be another one now; <0: then the trace is
 * incomplete */
int otfp_recover_to_read(const char *stub, const char *suffix, const struct otfp_read_options *o,
                         struct otfp_error *err);
#endif
