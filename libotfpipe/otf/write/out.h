/*
 * out.h - write a whole OTF stream set: it assigns processes to streams and records to files. All files are written
 * under temporary names and renamed into place at the end (commit/stage.h).
 */
#ifndef OTFP_OTF_WRITE_OUT_H
#define OTFP_OTF_WRITE_OUT_H
#include "otfpipe.h"

struct otfp_out;
struct otfp_beside;

/** Start a trace; see otfp_sink_open_otf. err must outlive the trace: all functions below fill it.
 * @param beside  what is in the directory, or NULL; commit/beside.h
 * @return 0 or <0 */
int otfp_out_open(struct otfp_out **o, const char *name, const struct otfp_write_options *w,
                  const struct otfp_beside *beside, struct otfp_error *err);
/** Set the header; call before the first record. @return 0 or <0 */
int otfp_out_begin(struct otfp_out *o, const struct otfp_header *h);
/** Write a record or take a control line; timed records must come in time order. @return 0 or <0 */
int otfp_out_put(struct otfp_out *o, const struct otfp_record *rec);
/** Write NAME.thumb. @return 0 or <0 */
int otfp_out_thumbnail(struct otfp_out *o, const char *text, size_t n);
/** Finish all files and rename them into place. @return 0 or <0; after <0 the close removes all that was written */
int otfp_out_end(struct otfp_out *o);
/** How many key-values were dropped because OTF cannot store them (empty byte arrays). */
uint64_t otfp_out_lost(const struct otfp_out *o);
/** Free o, which may be NULL; a trace that was not ended is removed. */
void otfp_out_close(struct otfp_out *o);
#endif
