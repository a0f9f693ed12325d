/*
 * source.h - reads VTF3 files as a source of OTF records: all four formats, also with gzip, one or several fragments
 * of a trace.
 *
 * Records come in the order of the files, one file after the other. If they may be out of order, is_unsorted() says so
 * and the caller must sort them.
 */
#ifndef OTFP_VTF3_READ_SOURCE_H
#define OTFP_VTF3_READ_SOURCE_H
#include "io/inputs.h"
#include "record/ops.h"

/* The format, for trace/format.c. Records may come in any order: of several files, Legacy ASCII (tau_convert writes it
 * unsorted), a file that begins with Unmerged, or with `unmerged`. */
extern const struct otfp_source_ops otfp_vtf3_ops;
/**
 * Whether a regular file is VTF3, by its first bytes (after gunzip). Legacy ASCII has no header: there, each of the
 * first lines must be a record of that format. If the options ask for VTF3, any input is. @return 1 or 0
 */
int otfp_vtf3_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** Open files and read up to the first event. @return 0 or <0; see otfp_source_open */
int otfp_vtf3_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                   struct otfp_error *err);
#endif
