/*
 * out.h - a whole OTF stream set written: which process goes to which stream, which
 * record to which file; everything beside, renamed into place at the end.
 */
#ifndef OTFP_OTF_WRITE_OUT_H
#define OTFP_OTF_WRITE_OUT_H
#include "record/ops.h"

/* As a sink, for trace/format.c; the handle is a struct otfp_out, as in all of these. */
extern const struct otfp_sink_ops otfp_out_ops;

/** See otfp_sink_open_otf.
 * @param beside  what is in the directory, a struct otfp_beside of commit/beside.h, or NULL
 * @return 0 or <0 */
int otfp_out_open(void **o, const char *name, const struct otfp_write_options *w, const void *beside,
                  struct otfp_error *err);
int otfp_out_begin(void *o, const struct otfp_header *h);
int otfp_out_put(void *o, const struct otfp_record *rec);
/** Write NAME.thumb. @return 0 or <0 */
int otfp_out_thumbnail(void *o, const char *text, size_t n);
/** Finish all files and rename them into place. @return 0 or <0, then nothing is left */
int otfp_out_end(void *o);
void otfp_out_close(void *o);
#endif
