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

static int span_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	(void)err;
	span_start(ctx, h);
	return 0;
}

static int span_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct event_span *s = ctx;

	(void)err;
	span_add(s, *rec);
	return s->is_in_header ? OTFP_LAST : OTFP_DROP;
}

static const struct otfp_stage_ops stage = {.begin = span_begin, .record = span_record};

int span_find(struct event_span *s, struct twice *t, struct job *job, struct otfp_error *err)
{
	int code;

	*s = (struct event_span){0};
	job->stage = &stage;
	job->ctx = s;
	code = twice_pass(t, err);
	return code == OTFP_EINTR || code == OTFP_EFAIL ? code : 0;
}
