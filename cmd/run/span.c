#include "cmd/run/span.h"
#include "base/ticks.h"
#include "record/table.h"

static int span_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_event_span *s = ctx;

	(void)err;
	s->is_in_header = s->has = otfp_header_span(h, &s->first, &s->last);
	return 0;
}

static int span_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct otfp_event_span *s = ctx;
	const uint64_t time = (*rec)->time;

	(void)err;
	if (s->is_in_header)
		return OTFP_LAST;
	if ((*rec)->type >= OTFP_NTYPES || otfp_table[(*rec)->type].file != OTFP_EVENT)
		return OTFP_DROP;
	s->first = s->has && s->first < time ? s->first : time;
	s->last = s->has && s->last > time ? s->last : time;
	s->has = 1;
	return OTFP_DROP;
}

static const struct otfp_stage_ops stage = {.begin = span_begin, .record = span_record};

int otfp_span_find(struct otfp_event_span *s, struct otfp_twice *t, struct otfp_job *job, struct otfp_error *err)
{
	int code;

	*s = (struct otfp_event_span){0};
	job->stage = &stage;
	job->ctx = s;
	code = otfp_twice_pass(t, err);
	return code < 0 && code != OTFP_EINTR && code != OTFP_EFAIL ? 0 : code < 0 ? code : 0;
}
