/* span.h - a first pass that finds the times of the first and the last event, for commands that need them before they
 * read on. If the header has them, it reads no records. */
#ifndef OTFP_CMD_RUN_SPAN_H
#define OTFP_CMD_RUN_SPAN_H
#include "cmd/run/twice.h"

/* Zero-filled is unknown. */
struct otfp_event_span {
	uint64_t first, last; /* ticks, if has */
	int has;
	int is_in_header;
};

/** Start with what the header says. */
void otfp_span_begin(struct otfp_event_span *s, const struct otfp_header *h);
/** If the header does not say it: extend the span by a record, if that is an event. */
void otfp_span_see(struct otfp_event_span *s, const struct otfp_record *rec);
/** Find the span of the sources of job, whose stage and ctx are changed. Damage and an early end are left to the next
 * pass, which meets them again. @param t  after otfp_twice_begin. @return 0 or <0 */
int otfp_span_find(struct otfp_event_span *s, struct otfp_twice *t, struct otfp_job *job, struct otfp_error *err);
/** @return whether the only source is standard input, a pipe, and its first line has the span: then no pass is needed.
 * Waits for its first bytes, and leaves them there. */
int otfp_span_is_ahead(const struct otfp_job *job);
#endif
