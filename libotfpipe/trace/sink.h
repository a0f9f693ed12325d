/* sink.h - sinks of all formats that can be written. */
#ifndef OTFP_TRACE_SINK_H
#define OTFP_TRACE_SINK_H
#include "otfpipe.h"

/** A trace of a format of the table of format.c, as otfp_sink_open_otf.
 * @param name  NULL = standard output, where the format allows that. @return 0 or <0 */
int otfp_sink_create(struct otfp_sink **sink, const char *format, const char *name, const struct otfp_write_options *o,
                     struct otfp_error *err);
#endif
