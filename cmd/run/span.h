/* span.h - the times of the first and the last event: those in the header, or else those of the records. */
#ifndef CMD_RUN_SPAN_H
#define CMD_RUN_SPAN_H
#include "otfpipe.h"

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
#endif
