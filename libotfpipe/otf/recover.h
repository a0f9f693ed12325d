/* recover.h - what becomes of a trace whose replacing was interrupted (commit/journal.h). */
#ifndef OTFP_OTF_RECOVER_H
#define OTFP_OTF_RECOVER_H
#include "otfpipe.h"

/** For a reader, before it opens NAME.otf: complete what a journal says, or wait until the one who writes it has.
 * @return 0; 1 when the trace may be another one now; <0: there is no trace then, and err says how to get it */
int otfp_recover_to_read(const char *stub, const struct otfp_read_options *o, struct otfp_error *err);
#endif
