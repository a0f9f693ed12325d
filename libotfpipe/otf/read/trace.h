/*
 * trace.h - read a whole OTF stream set in the order of otfpipe-stream(5): control lines, definitions (global, then
 * local by stream), markers, and the timed records of all files merged by time.
 */
#ifndef OTFP_OTF_READ_TRACE_H
#define OTFP_OTF_READ_TRACE_H
#include "io/inputs.h"
#include "record/ops.h"

struct otfp_trace;

/* The format, for trace/format.c; the handle is a struct otfp_trace, as it is for the functions below. */
extern const struct otfp_source_ops otfp_trace_ops;
/** Whether the name is that of a trace: it ends in .otf, or otfp_trace_exists. @return 1, 0 or <0 */
int otfp_trace_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** Open a trace; see otfp_source_open. @return 0 or <0 with err filled; err must outlive the trace */
int otfp_trace_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                    struct otfp_error *err);

/** Whether a trace of this name (with or without ".otf") exists, or a journal that will create it. @return 1, 0
 * or <0 */
int otfp_trace_exists(const char *name, struct otfp_error *err);
/** The header, owned by the trace. */
const struct otfp_header *otfp_trace_header(const void *t);
/** See otfp_source_batch. */
int otfp_trace_batch(void *t, const struct otfp_record *const **recs, size_t *n);
/** See otfp_source_origin. */
void otfp_trace_origin(const void *t, const struct otfp_record *rec, struct otfp_origin *o);
/** See otfp_source_path. */
size_t otfp_trace_path(const void *t, const struct otfp_origin *o, char *text, size_t room);
/** How many troubles were found so far, reported or only counted. */
uint64_t otfp_trace_troubles(const void *t);
/** Close and free; t may be NULL. */
void otfp_trace_close(void *t);
#endif
