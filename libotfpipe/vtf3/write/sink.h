/* sink.h - a VTF3 file as a sink, for trace/format.c. What VTF3 does not say is counted, and reported at the end. */
#ifndef OTFP_VTF3_WRITE_SINK_H
#define OTFP_VTF3_WRITE_SINK_H
#include "record/ops.h"

extern const struct otfp_sink_ops otfp_vtf3_sink_ops;
/**
 * @param name  gzip if it ends in .gz; NULL = standard output
 * @param o  of it report counts
 * @param own  struct otfp_vtf3_write_options; NULL: Standard Binary, profile plain
 * @return 0 or <0
 */
int otfp_vtf3_sink_open(void **handle, const char *name, const struct otfp_write_options *o, const void *own,
                        struct otfp_error *err);
#endif
