/*
 * trace.h - read a whole OTF stream set in the order of otfpipe-stream(5): control lines, definitions (global, then
 * local by stream), markers, and the timed records of all files merged by time.
 */
#ifndef OTFP_OTF_READ_TRACE_H
#define OTFP_OTF_READ_TRACE_H
#include "otfpipe.h"

struct otfp_trace;

/** Whether a trace of this name (with or without ".otf") exists, or a journal that will create it. */
int otfp_trace_exists(const char *name);
/** Open a trace; see otfp_source_open. @return 0 or <0 with err filled; err must outlive the trace */
int otfp_trace_open(struct otfp_trace **t, const char *name, const struct otfp_read_options *o, struct otfp_error *err);
/** The header, owned by the trace. */
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
/** See otfp_source_origin. */
void otfp_trace_origin(const struct otfp_trace *t, const struct otfp_record *rec, struct otfp_origin *o);
/** See otfp_source_path. */
size_t otfp_trace_path(const struct otfp_trace *t, const struct otfp_origin *o, char *text, size_t room);
/** How many troubles were found so far, reported or only counted. */
uint64_t otfp_trace_troubles(const struct otfp_trace *t);
/** Close and free; t may be NULL. */
void otfp_trace_close(struct otfp_trace *t);
#endif
