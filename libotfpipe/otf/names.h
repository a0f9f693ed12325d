/* names.h - file names of a stream set: NAME.otf, and for each stream NAME.ID.events with ID in hexadecimal. */
#ifndef OTFP_OTF_NAMES_H
#define OTFP_OTF_NAMES_H
#include "base/buf.h"
#include "base/error.h"
#include "otfpipe.h"

#define OTFP_SUFFIX_MAX 32

/** Whether the name ends in ".otf" and is longer than that. */
int otfp_otf_is_full(const char *name);
/** Set b to the path without one trailing ".otf". @return 0, or -1 when memory is out */
int otfp_otf_stub(struct otfp_buf *b, const char *name);
/** The same for a trace to be written. @return 0; OTFP_EUSAGE if the file name is empty; other <0 */
int otfp_otf_target(struct otfp_buf *b, const char *name, struct otfp_error *err);
/** Write ".<hex stream>.<kind>", with ".z" if packed, and a NUL to p (OTFP_SUFFIX_MAX bytes). */
void otfp_otf_suffix(char *p, uint32_t stream, const char *kind, int packed);
/** Whether the path has the name of a file of a trace other than NAME.otf, "ring.1.events"; then "ring.otf" to b.
 * @return 1 or 0, or -1 when memory is out */
int otfp_otf_whose(struct otfp_buf *b, const char *path);
#endif
