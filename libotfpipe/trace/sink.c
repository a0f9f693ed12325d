/* sink.c - the sinks behind one interface: a line stream, an OTF stream set, a count. */
#include "base/buf.h"
#include "base/error.h"
#include "line/writer.h"
#include "otf/write/out.h"
#include <stdlib.h>
#include <string.h>

struct otfp_sink {
	struct otfp_error *err;
	int (*stop)(void);
	enum { TO_LINES, TO_TRACE, TO_COUNT } to;
	struct otfp_out *out;
	struct otfp_line_writer lines;
	uint64_t count;
	int begun;
};

static int make(struct otfp_sink **sink, int to, struct otfp_error *err)
{
	*sink = calloc(1, sizeof **sink);
	if (!*sink)
		return otfp_fail_memory(err);
	(*sink)->err = err;
	(*sink)->to = to;
	return 0;
}

/* Of a sink that did not open nothing is left. */
static int drop_failed(struct otfp_sink **sink, int code)
{
	if (code < 0) {
		free(*sink);
		*sink = NULL;
	}
	return code;
}

int otfp_sink_open_otf(struct otfp_sink **sink, const char *name, const struct otfp_write_options *o,
                       struct otfp_error *err)
{
	int code = make(sink, TO_TRACE, err);

	if (code < 0)
		return code;
	return drop_failed(sink, otfp_out_open(&(*sink)->out, name, o, err));
}

int otfp_sink_open_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err)
{
	int code = make(sink, TO_LINES, err);

	if (code < 0)
		return code;
	return drop_failed(sink, otfp_line_writer_init(&(*sink)->lines, fd, name, err));
}

int otfp_sink_open_count(struct otfp_sink **sink, struct otfp_error *err)
{
	return make(sink, TO_COUNT, err);
}

void otfp_sink_stop(struct otfp_sink *sink, int (*stop)(void))
{
	sink->stop = stop;
}

int otfp_sink_begin(struct otfp_sink *sink, const struct otfp_header *h)
{
	sink->begun = 1;
	switch (sink->to) {
	case TO_LINES: return otfp_line_writer_header(&sink->lines, h);
	case TO_TRACE: return otfp_out_begin(sink->out, h);
	default: return 0;
	}
}

int otfp_sink_put(struct otfp_sink *sink, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(sink->stop && sink->stop())) /* one record that is read may make any number */
		return otfp_fail(sink->err, OTFP_EINTR, "interrupted");
	sink->count += rec->type != OTFP_CONTROL;
	switch (sink->to) {
	case TO_LINES: return otfp_line_writer_put(&sink->lines, rec);
	case TO_TRACE: return otfp_out_put(sink->out, rec);
	default: return 0;
	}
}

static int put_all_out(struct otfp_out *out, const struct otfp_record *const *recs, size_t n)
{
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++)
		code = otfp_out_put(out, recs[i]);
	return code;
}

int otfp_sink_put_all(struct otfp_sink *sink, const struct otfp_record *const *recs, size_t n)
{
	sink->count += n;
	switch (sink->to) {
	case TO_LINES: return otfp_line_writer_put_all(&sink->lines, recs, n);
	case TO_TRACE: return put_all_out(sink->out, recs, n);
	default: return 0;
	}
}

int otfp_sink_thumbnail(struct otfp_sink *sink, const char *text, size_t n)
{
	if (sink->to == TO_TRACE)
		return otfp_out_thumbnail(sink->out, text, n);
	return otfp_fail(sink->err, OTFP_EUSAGE, "a thumbnail has no place but beside a trace");
}

int otfp_sink_end(struct otfp_sink *sink)
{
	switch (sink->to) {
	case TO_LINES: return otfp_line_writer_end(&sink->lines);
	case TO_TRACE: return otfp_out_end(sink->out);
	default: return 0;
	}
}

/* One line, whatever the reason holds. */
static int put_reason(struct otfp_buf *b, const char *program, const char *reason)
{
	if (otfp_buf_printf(b, "%s\t%s", program, reason) < 0)
		return -1;
	for (size_t i = strlen(program) + 1; i < b->n; i++)
		if ((unsigned char)b->p[i] < ' ' || b->p[i] == 0x7f)
			b->p[i] = '?';
	return 0;
}

/* Of a stream that has not begun there is nothing to abort. */
int otfp_sink_abort(struct otfp_sink *sink, const char *program, const char *reason)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int code;

	if (sink->to != TO_LINES || !sink->begun)
		return 0;
	code = put_reason(&b, program, reason) < 0 ? otfp_fail_memory(sink->err) :
	                                             otfp_line_writer_control(&sink->lines, OTFP_C_ABORT, b.p, b.n);
	otfp_buf_release(&b);
	return code < 0 ? code : otfp_output_flush(&sink->lines.out);
}

uint64_t otfp_sink_count(const struct otfp_sink *sink)
{
	return sink->count;
}

uint64_t otfp_sink_lost(const struct otfp_sink *sink)
{
	return sink->to == TO_TRACE ? otfp_out_lost(sink->out) : 0;
}

void otfp_sink_close(struct otfp_sink *sink)
{
	if (!sink)
		return;
	if (sink->to == TO_TRACE)
		otfp_out_close(sink->out);
	else if (sink->to == TO_LINES)
		otfp_line_writer_release(&sink->lines);
	free(sink);
}
