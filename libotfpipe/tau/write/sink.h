/* sink.h - a TAU trace as a sink, for trace/format.c. What has no place in TAU is counted, and reported at the end. */
#ifndef OTFP_TAU_WRITE_SINK_H
#define OTFP_TAU_WRITE_SINK_H
#include "record/ops.h"

extern const struct otfp_sink_ops otfp_tau_sink_ops;
/**
 * NAME.trc and NAME.edf, or a run.
 * @param o  of it force, max_files and report count
 * @param own  struct otfp_tau_write_options, or NULL
 * @return 0 or <0
 */
int otfp_tau_sink_open(void **handle, const char *name, const struct otfp_write_options *o, const void *own,
                       struct otfp_error *err);
#endif
