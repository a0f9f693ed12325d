/*
 * out.h - write a whole OTF stream set: it assigns processes to streams and records to files. All files are written
 * under temporary names and renamed into place at the end (commit/staging.h).
 */
#ifndef OTFP_OTF_WRITE_OUT_H
#define OTFP_OTF_WRITE_OUT_H
#include "record/ops.h"

/* As a sink, for trace/format.c; the handle is a struct otfp_out, as in all of these. */
extern const struct otfp_sink_ops otfp_out_ops;

/** An id for a DefUniqueId, made from the time of day and the process id as in the reference library. */
uint64_t otfp_unique_id(void);
/** Start a trace; see otfp_sink_open. err must outlive the trace: all functions below fill it.
 * @param beside  what is in the directory, a struct otfp_beside of commit/beside.h, or NULL
 * @return 0 or <0 */
int otfp_out_open(void **o, const char *name, const struct otfp_write_options *w, const void *beside,
                  struct otfp_error *err);
/** Set the header; call before the first record. @return 0 or <0 */
int otfp_out_begin(void *o, const struct otfp_header *h);
/** Write a record or take a control line; timed records must come in time order. @return 0 or <0 */
int otfp_out_put(void *o, const struct otfp_record *rec);
/** Write NAME.thumb. @return 0 or <0 */
int otfp_out_thumbnail(void *o, const char *text, size_t n);
/** Finish all files, and report what was lost. @return 0 or <0 */
int otfp_out_finish(void *o);
/** Rename them into place. @return 0 or <0; after <0 the close removes all that was written */
int otfp_out_end(void *o);
/** Free o, which may be NULL; a trace that was not ended is removed. */
void otfp_out_close(void *o);
#endif
