/*
 * source.h - reads an OTF2 archive as a source of OTF records. carry.h says what they are.
 *
 * Each location is a stream with the number of its process. Memory: the definitions, and for each location its open
 * operations and what the reader needs (archive.h); of a location with an open collective operation, its events up to
 * the end of the operation.
 */
#ifndef OTFP_OTF2_READ_SOURCE_H
#define OTFP_OTF2_READ_SOURCE_H
#include "io/inputs.h"
#include "record/ops.h"

/* The format, for trace/format.c. */
extern const struct otfp_source_ops otfp_otf2_ops;
/** Open the archive and read its definitions. @return 0 or <0; see otfp_source_open */
int otfp_otf2_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                   struct otfp_error *err);
#endif
