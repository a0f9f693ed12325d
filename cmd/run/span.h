/* span.h - a first pass that finds the times of the first and the last event, for commands that need them before they
 * read on. If the header has them, it reads no records. */
#ifndef CMD_RUN_SPAN_H
#define CMD_RUN_SPAN_H
#include "cmd/run/twice.h"

/* Zero-filled is unknown. */
struct event_span {
	uint64_t first, last; /* ticks, if has */
	int has;
	int is_in_header;
};

/** Start with what the header says. */
void span_start(struct event_span *s, const struct otfp_header *h);
/** If the header does not say it: extend the span by a record, if that is an event. */
void span_add(struct event_span *s, const struct otfp_record *rec);
/** Find the span of the sources of job, whose stage and ctx are changed. Damage and an early end are left to the next
 * pass, which meets them again. @param t  after twice_begin. @return 0 or <0 */
int span_find(struct event_span *s, struct twice *t, struct job *job, struct otfp_error *err);
#endif
