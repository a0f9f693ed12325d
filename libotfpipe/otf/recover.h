/* recover.h - complete the replacement of a trace that was interrupted (commit/journal.h). */
#ifndef OTFP_OTF_RECOVER_H
#define OTFP_OTF_RECOVER_H
#include "otfpipe.h"

/** Call before NAME.otf is opened for reading: complete what a journal lists, or wait until the writer that holds the
 * lock has done so. @return 0; 1 if the trace may be another one now; <0: then the trace is incomplete, and err names
 * the command that completes it */
int otfp_recover_to_read(const char *stub, const struct otfp_read_options *o, struct otfp_error *err);
#endif
