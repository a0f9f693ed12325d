/*
 * look.h - recognises OTF2 archives. A name may be that of the anchor file, whatever it is called; X where X.otf2
 * exists; or a directory with an anchor file in it, which is how Score-P leaves its experiments.
 */
#ifndef OTFP_OTF2_READ_LOOK_H
#define OTFP_OTF2_READ_LOOK_H
#include "base/buf.h"
#include "io/inputs.h"

/** Whether input i is an OTF2 archive: what a format's look() returns. @return 1, 0 or <0: a file that belongs to an
 * archive but is not its anchor, an anchor that does not start like one, a directory with several */
int otfp_otf2_look(struct otfp_inputs *in, unsigned i, const struct otfp_read_options *o, struct otfp_error *err);
/** Find the anchor file that a name stands for. @param path  empty; set to its path, with a NUL. @return 1; 0 if there
 * is none; <0 */
OTFP_MUST_CHECK int otfp_otf2_anchor(struct otfp_buf *path, const char *name, struct otfp_error *err);
/** The path of a file of an archive: NAME.EXTENSION, or NAME/ID.EXTENSION. @param anchor  path of the anchor file
 * @param location  its id; NULL: the file is that of all @return malloc'd; NULL when memory is out */
char *otfp_otf2_file_name(const char *anchor, const uint64_t *location, const char *extension);
#endif
