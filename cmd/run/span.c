#include "cmd/run/span.h"
#include "base/ticks.h"
#include "record/table.h"

void span_start(struct event_span *s, const struct otfp_header *h)
{
	s->is_in_header = s->has = otfp_header_span(h, &s->first, &s->last);
}

void span_add(struct event_span *s, const struct otfp_record *rec)
{
	const uint64_t time = rec->time;

	if (s->is_in_header || rec->type >= OTFP_NTYPES || otfp_table[rec->type].file != OTFP_FILE_EVENT)
		return;
	s->first = s->has && s->first < time ? s->first : time;
	s->last = s->has && s->last > time ? s->last : time;
	s->has = 1;
}
