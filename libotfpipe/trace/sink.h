/*
 * sink.h - sinks that share one error with other handles: err is filled by whatever fails until the sink is closed.
 * The options are not NULL, and need no size.
 */
#ifndef OTFP_SINK_H
#define OTFP_SINK_H
#include "base/error.h"

struct otfp_beside;

/** As otfp_sink_open_otf.
 * @param beside  what is in the directory, for those who write many traces into it: commit/beside.h; or NULL */
int otfp_sink_share_otf(struct otfp_sink **sink, const char *name, const struct otfp_write_options *o,
                        const struct otfp_beside *beside, struct otfp_error *err);
/** As otfp_sink_open_lines. */
int otfp_sink_share_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err);
/** As otfp_sink_open_count. */
int otfp_sink_share_count(struct otfp_sink **sink, struct otfp_error *err);
#endif
