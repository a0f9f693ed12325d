/* sink.h - an OTF2 archive as a sink, for trace/format.c. */
#ifndef OTFP_OTF2_WRITE_SINK_H
#define OTFP_OTF2_WRITE_SINK_H
#include "record/ops.h"

extern const struct otfp_sink_ops otfp_otf2_sink_ops;
/**
 * @param name  NAME.otf2, NAME.def, NAME.marker and the directory NAME appear, the first one last; it may end in .otf2
 * @param o  of it force, report and ctx count
 * @param own  struct otfp_otf2_write_options, or NULL
 * @return 0 or <0
 */
int otfp_otf2_sink_open(void **handle, const char *name, const struct otfp_write_options *o, const void *own,
                        struct otfp_error *err);
#endif
