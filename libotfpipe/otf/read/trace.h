/*
 * trace.h - a whole OTF stream set, read in the order of the contract: control
 * lines, definitions (global, then local by stream), markers, and the timed records
 * of all files merged.
 */
#ifndef OTFP_OTF_READ_TRACE_H
#define OTFP_OTF_READ_TRACE_H
#include "otfpipe.h"

struct otfp_trace;

/** Whether NAME.otf of this name (with or without ".otf") exists, or a journal that makes it. */
int otfp_trace_exists(const char *name);
/** @return 0 or <0; see otfp_source_open */
int otfp_trace_open(struct otfp_trace **t, const char *name, const struct otfp_read_options *o, struct otfp_error *err);
const struct otfp_header *otfp_trace_header(const struct otfp_trace *t);
/** See otfp_source_ask_window. */
void otfp_trace_window(struct otfp_trace *t, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to),
                       void *ctx);
/** See otfp_source_wanted. */
void otfp_trace_wanted(struct otfp_trace *t, int (*wanted)(void *ctx, uint32_t process), void *ctx);
/** See otfp_source_kinds. */
void otfp_trace_kinds(struct otfp_trace *t, unsigned kinds);
/** See otfp_source_batch. */
int otfp_trace_batch(struct otfp_trace *t, const struct otfp_record *const **recs, size_t *n);
/** See otfp_source_origin and otfp_source_path. */
void otfp_trace_origin(const struct otfp_trace *t, const struct otfp_record *rec, struct otfp_origin *o);
size_t otfp_trace_path(const struct otfp_trace *t, const struct otfp_origin *o, char *text, size_t room);
uint64_t otfp_trace_troubles(const struct otfp_trace *t);
void otfp_trace_close(struct otfp_trace *t);
#endif
