/*
 * reader.h - VTF3 files as a source: of all four formats, also gzip, one or several fragments of a trace.
 *
 * Records come as they stand in the files, one file after the other; where they may be out of order, is_unsorted() says
 * so, and the caller sorts them.
 */
#ifndef OTFP_VTF3_READER_H
#define OTFP_VTF3_READER_H
#include "io/inputs.h"
#include "record/ops.h"

/* The format, for trace/format.c. Records may come in any order of several files, Legacy ASCII (tau_convert wrote
 * such), a file that begins with Unmerged, and with o->vtf3->unmerged. */
extern const struct otfp_source_ops otfp_vtf3_ops;
/** Whether a regular file is VTF3, by its first bytes: a header, also behind gzip. Legacy ASCII has none: then
 * each of the first lines must begin, behind the time, with a keyword of that format. With o->vtf3, whatever it is.
 * @return 1 if it is, 0 if not */
int otfp_vtf3_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** @return 0 or <0; see otfp_source_open */
int otfp_vtf3_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                   struct otfp_error *err);
#endif
