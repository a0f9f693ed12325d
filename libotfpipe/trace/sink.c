/* sink.c - the sinks behind one interface: a line stream, an OTF stream set, a count. */
#include "trace/sink.h"
#include "base/buf.h"
#include "line/writer.h"
#include "otf/write/out.h"
#include "base/options.h"
#include <stdlib.h>
#include <string.h>

struct otfp_sink {
	struct otfp_error *err; /* filled by whatever fails while the sink lives */
	struct otfp_error *own; /* the same, if the sink frees it; or NULL */
	int (*stop)(void);
	enum { TO_LINES, TO_TRACE, TO_COUNT } to;
	/* what was called so far; FAILED: a put failed, ENDED: the end did, FINISHED: it succeeded, or an abort came */
	enum { OPENED, BEGUN, FAILED, ENDED, FINISHED } state;
	int code; /* of the last call */
	struct otfp_out *out;
	struct otfp_line_writer lines;
	uint64_t count;
};

/* ---- opening ---- */

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

int otfp_sink_share_otf(struct otfp_sink **sink, const char *name, const struct otfp_write_options *o,
                        const struct otfp_beside *beside, struct otfp_error *err)
{
	int code = make(sink, TO_TRACE, err);

	return code < 0 ? code : drop_failed(sink, otfp_out_open(&(*sink)->out, name, o, beside, err));
}

int otfp_sink_share_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err)
{
	int code = make(sink, TO_LINES, err);

	return code < 0 ? code : drop_failed(sink, otfp_line_writer_init(&(*sink)->lines, fd, name, err));
}

int otfp_sink_share_count(struct otfp_sink **sink, struct otfp_error *err)
{
	return make(sink, TO_COUNT, err);
}

/* ---- opened by a program ---- */

/* The sink that was opened with code gets its error; of one that failed err gets it. */
static int hand_over(struct otfp_sink **sink, int code, struct otfp_error *own, struct otfp_error *err)
{
	if (code < 0) {
		*sink = NULL;
		return otfp_fail_owned(err, own, code);
	}
	(*sink)->own = own;
	return 0;
}

static int take_options(struct otfp_write_options *to, const struct otfp_write_options *o, struct otfp_error *err)
{
	otfp_write_options_init(to);
	return otfp_take_options(to, sizeof *to, o, "otfp_write_options", err);
}

int otfp_sink_open_otf(struct otfp_sink **sink, const char *name, const struct otfp_write_options *o,
                       struct otfp_error *err)
{
	struct otfp_error *own = calloc(1, sizeof *own);
	struct otfp_write_options taken;
	int code;

	*sink = NULL;
	if (!own)
		return otfp_fail_memory(err);
	code = name ? take_options(&taken, o, own) : otfp_fail(own, OTFP_EUSAGE, "a trace needs a name");
	if (code == 0)
		code = otfp_sink_share_otf(sink, name, &taken, NULL, own);
	return hand_over(sink, code, own, err);
}

int otfp_sink_open_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err)
{
	struct otfp_error *own = calloc(1, sizeof *own);

	*sink = NULL;
	if (!own)
		return otfp_fail_memory(err);
	return hand_over(sink, otfp_sink_share_lines(sink, fd, name ? name : "output", own), own, err);
}

int otfp_sink_open_count(struct otfp_sink **sink, struct otfp_error *err)
{
	struct otfp_error *own = calloc(1, sizeof *own);

	*sink = NULL;
	if (!own)
		return otfp_fail_memory(err);
	return hand_over(sink, otfp_sink_share_count(sink, own), own, err);
}

void otfp_sink_stop(struct otfp_sink *sink, int (*stop)(void))
{
	if (sink)
		sink->stop = stop;
}

/* ---- putting ---- */

static __attribute__((noinline)) int misused(struct otfp_sink *sink, const char *what)
{
	return sink ? sink->code = otfp_fail(sink->err, OTFP_EUSAGE, "%s", what) : OTFP_EUSAGE;
}

/* Called where records can be put only after the begin and before the end. After a failure nothing can: a trace
 * that lacks records does not come to its end. */
static __attribute__((noinline)) int refuse(struct otfp_sink *sink)
{
	if (sink && sink->state == FAILED)
		return sink->code;
	return misused(sink, sink && sink->state != OPENED ? "the end of the sink was put before" :
	                                                     "the sink has not begun: otfp_sink_begin comes first");
}

static inline int kept(struct otfp_sink *sink, int code)
{
	if (OTFP_UNLIKELY(code < 0))
		sink->state = FAILED;
	return sink->code = code;
}

int otfp_sink_begin(struct otfp_sink *sink, const struct otfp_header *h)
{
	if (!sink || !h || sink->state != OPENED)
		return misused(sink, h ? "the sink has begun before" : "the sink needs a header to begin");
	sink->state = BEGUN;
	if (sink->to == TO_LINES)
		return kept(sink, otfp_line_writer_header(&sink->lines, h));
	return kept(sink, sink->to == TO_TRACE ? otfp_out_begin(sink->out, h) : 0);
}

static int put_one(struct otfp_sink *sink, const struct otfp_record *rec)
{
	switch (sink->to) {
	case TO_LINES: return otfp_line_writer_put(&sink->lines, rec);
	case TO_TRACE: return otfp_out_put(sink->out, rec);
	default: return 0;
	}
}

int otfp_sink_put(struct otfp_sink *sink, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(!sink || sink->state != BEGUN))
		return refuse(sink);
	if (OTFP_UNLIKELY(!rec))
		return misused(sink, "there is no record to put");
	if (OTFP_UNLIKELY(sink->stop && sink->stop())) /* one record that is read may make any number */
		return kept(sink, otfp_fail(sink->err, OTFP_EINTR, "interrupted"));
	sink->count += rec->type != OTFP_CONTROL;
	return kept(sink, put_one(sink, rec));
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
	if (OTFP_UNLIKELY(!sink || sink->state != BEGUN))
		return refuse(sink);
	sink->count += n;
	if (sink->to == TO_LINES)
		return kept(sink, otfp_line_writer_put_all(&sink->lines, recs, n));
	return kept(sink, sink->to == TO_TRACE ? put_all_out(sink->out, recs, n) : 0);
}

int otfp_sink_thumbnail(struct otfp_sink *sink, const char *text, size_t n)
{
	if (!sink || sink->state != BEGUN)
		return refuse(sink);
	if (sink->to != TO_TRACE || !text)
		return misused(sink,
		               text ? "a thumbnail has no place but beside a trace" : "the thumbnail has no text");
	return kept(sink, otfp_out_thumbnail(sink->out, text, n));
}

int otfp_sink_end(struct otfp_sink *sink)
{
	if (!sink || sink->state != BEGUN)
		return refuse(sink);
	sink->code = 0;
	if (sink->to == TO_LINES)
		sink->code = otfp_line_writer_end(&sink->lines);
	else if (sink->to == TO_TRACE)
		sink->code = otfp_out_end(sink->out);
	sink->state = sink->code < 0 ? ENDED : FINISHED;
	return sink->code;
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

/* Of a stream that has not begun there is nothing to abort, nor of a trace, which appears only at its end. */
int otfp_sink_abort(struct otfp_sink *sink, const char *program, const char *reason)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	if (!sink || !program || !reason || sink->state == FINISHED)
		return misused(sink, "there is nothing to abort, or no reason for it");
	if (sink->to != TO_LINES || sink->state == OPENED) {
		sink->state = FINISHED;
		return sink->code = 0;
	}
	sink->state = FINISHED;
	sink->code = put_reason(&b, program, reason) < 0 ? otfp_fail_memory(sink->err) :
	                                                   otfp_line_writer_control(&sink->lines, "@ABORT", b.p, b.n);
	otfp_buf_release(&b);
	if (sink->code == 0)
		sink->code = otfp_output_flush(&sink->lines.out);
	return sink->code;
}

const struct otfp_error *otfp_sink_error(const struct otfp_sink *sink)
{
	static const struct otfp_error none;

	return sink && sink->code < 0 ? sink->err : &none;
}

uint64_t otfp_sink_count(const struct otfp_sink *sink)
{
	return sink ? sink->count : 0;
}

uint64_t otfp_sink_lost(const struct otfp_sink *sink)
{
	return sink && sink->to == TO_TRACE ? otfp_out_lost(sink->out) : 0;
}

void otfp_sink_close(struct otfp_sink *sink)
{
	if (!sink)
		return;
	if (sink->to == TO_TRACE)
		otfp_out_close(sink->out);
	else if (sink->to == TO_LINES)
		otfp_line_writer_release(&sink->lines);
	free(sink->own);
	free(sink);
}
