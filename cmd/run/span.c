#include "cmd/run/span.h"
#include "base/ticks.h"
#include "record/table.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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

/* Copy the first bytes of standard input without taking them. @return their number; 0 if it is no pipe */
static size_t peek(char *to, size_t size)
{
	ssize_t n = 0;
	int ends[2];

	if (pipe(ends) < 0)
		return 0;
	if (tee(STDIN_FILENO, ends[1], size, 0) > 0)
		n = read(ends[0], to, size);
	close(ends[0]);
	close(ends[1]);
	return n > 0 ? (size_t)n : 0;
}

int span_is_ahead(const struct job *job)
{
	const struct job_sources *from = &job->read;
	char line[1024];
	char *end;
	size_t n;

	if (from->nsources > 1 || (from->nsources == 1 && strcmp(from->sources[0], "-") != 0))
		return 0;
	n = peek(line, sizeof line - 1);
	line[n] = '\0';
	end = strchr(line, '\n');
	if (!end)
		return 0;
	*end = '\0';
	return strncmp(line, "@OTFPIPE\t", 9) == 0 && strstr(line, "\tTS:");
}
