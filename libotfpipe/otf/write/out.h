/*
 * out.h - a whole OTF stream set written: which process goes to which stream, which
 * record to which file; everything beside, renamed into place at the end.
 */
#ifndef OTFP_OTF_WRITE_OUT_H
#define OTFP_OTF_WRITE_OUT_H
#include "otfpipe.h"

struct otfp_out;
struct otfp_beside;

/** See otfp_sink_open_otf.
 * @param beside  what is in the directory, or NULL; commit/beside.h
 * @return 0 or <0 */
int otfp_out_open(struct otfp_out **o, const char *name, const struct otfp_write_options *w,
                  const struct otfp_beside *beside, struct otfp_error *err);
int otfp_out_begin(struct otfp_out *o, const struct otfp_header *h);
int otfp_out_put(struct otfp_out *o, const struct otfp_record *rec);
/** Write NAME.thumb. @return 0 or <0 */
int otfp_out_thumbnail(struct otfp_out *o, const char *text, size_t n);
/** Finish all files and rename them into place. @return 0 or <0, then nothing is left */
int otfp_out_end(struct otfp_out *o);
uint64_t otfp_out_lost(const struct otfp_out *o);
void otfp_out_close(struct otfp_out *o);
#endif
