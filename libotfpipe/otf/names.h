/* names.h - the names of the files of a stream set. */
#ifndef OTFP_OTF_NAMES_H
#define OTFP_OTF_NAMES_H
#include "base/buf.h"
#include "base/error.h"
#include "otfpipe.h"

#define OTFP_SUFFIX_MAX 32

/** Whether it ends in ".otf", and is not only that. */
int otfp_otf_is_full(const char *name);
/** The path without one trailing ".otf", to b. @return 0, or -1 when memory is out */
int otfp_otf_stub(struct otfp_buf *b, const char *name);
/** The same for a trace to be written: that there is a name. @return 0 or <0 */
int otfp_otf_target(struct otfp_buf *b, const char *name, struct otfp_error *err);
/** ".<hex stream>.<kind>" and ".z" if packed, to p (OTFP_SUFFIX_MAX bytes), NUL behind. */
void otfp_otf_suffix(char *p, uint32_t stream, const char *kind, int packed);
#endif
