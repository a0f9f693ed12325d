/*
 * sink.h - sinks that share one error with other handles: err is filled by whatever fails until the sink is closed.
 * The options are not NULL, and need no size.
 */
#ifndef OTFP_TRACE_SINK_H
#define OTFP_TRACE_SINK_H
#include "base/error.h"

/** A trace of a format of trace/format.c that can be written, as otfp_sink_open_otf.
 * @param name  NULL = standard output, where the format allows that
 * @param own  options of that format alone, or NULL: struct otfp_beside for "otf", struct otfp_tau_write_options,
 * struct otfp_vtf3_back_options */
int otfp_sink_share(struct otfp_sink **sink, const char *format, const char *name, const struct otfp_write_options *o,
                    const void *own, struct otfp_error *err);
/** As otfp_sink_open_lines. */
int otfp_sink_share_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err);
/** As otfp_sink_open_count. */
int otfp_sink_share_count(struct otfp_sink **sink, struct otfp_error *err);
#endif
