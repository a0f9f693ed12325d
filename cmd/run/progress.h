/* progress.h - --progress: a line on stderr, updated at most twice a second. */
#ifndef OTFP_CMD_RUN_PROGRESS_H
#define OTFP_CMD_RUN_PROGRESS_H
#include "otfpipe.h"

struct otfp_progress {
	int on;
	uint64_t count;   /* records */
	uint64_t last_ms; /* when the line was last shown; CLOCK_MONOTONIC */
	const struct otfp_header *header;
};

/** Show the line, if the last time is half a second ago. @param rec  for its time */
void otfp_progress_show(struct otfp_progress *p, const struct otfp_record *rec);
/** Count n more records; rec is the last of them. */
static inline void otfp_progress_step(struct otfp_progress *p, const struct otfp_record *rec, size_t n)
{
	uint64_t before = p->count;

	p->count += n;
	if (p->on && before >> 16 != p->count >> 16)
		otfp_progress_show(p, rec);
}
/** Show the final count and end the line, if `on`. */
void otfp_progress_end(struct otfp_progress *p);
#endif
