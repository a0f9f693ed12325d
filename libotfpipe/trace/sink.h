/*
 * sink.h - sinks that may share err with other handles: every failure fills it until the sink is closed. The options
 * must not be NULL; their `size` is not used.
 */
#ifndef OTFP_TRACE_SINK_H
#define OTFP_TRACE_SINK_H
#include "base/error.h"
#include "io/zout.h"
#include "record/ops.h"

/** Open a sink for a trace in a format of trace/format.c, as otfp_sink_open.
 * @param name  NULL = standard output, if the format allows that
 * @param own  options of that format only, or NULL; of "otf" struct otfp_beside. @return 0 or <0 */
int otfp_sink_create(struct otfp_sink **sink, const char *format, const char *name, const struct otfp_write_options *o,
                     const void *own, struct otfp_error *err);
/** As otfp_sink_open_lines, packed in that form. */
int otfp_sink_create_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_zout_form form,
                           struct otfp_error *err);
/** As otfp_sink_open_count. */
int otfp_sink_create_count(struct otfp_sink **sink, struct otfp_error *err);
/** A way into a sink that has begun, for timed records, without the checks of otfp_sink_put; the sink owns it. After an
 * error only otfp_sink_abort and _close may follow. */
struct otfp_taker *otfp_sink_taker(struct otfp_sink *sink);
#endif
