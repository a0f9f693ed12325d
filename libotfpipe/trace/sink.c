#include "trace/sink.h"
#include "base/options.h"
#include "line/writer.h"
#include "trace/format.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct otfp_sink {
	struct otfp_error *err; /* filled by every failure while the sink is open */
	struct otfp_error *own; /* the same, if the sink owns it; or NULL */
	int (*stop)(void);
	const struct otfp_sink_ops *ops;
	void *handle;
	/* after the calls so far; FAILED: a put failed; ENDED: the end failed; FINISHED: the end succeeded, or it was
	 * aborted */
	enum { OPENED, BEGUN, FAILED, ENDED, FINISHED } state;
	char *lossless; /* name of the output if it must not lose anything; or NULL */
	int code;       /* of the last call */
	uint64_t count; /* without those of the taker */
	struct otfp_taker taker;
};

/* ---- opening ---- */

static int make(struct otfp_sink **sink, const struct otfp_sink_ops *ops, void *handle, struct otfp_error *err)
{
	*sink = calloc(1, sizeof **sink);
	if (!*sink) {
		if (ops->close)
			ops->close(handle);
		return otfp_fail_memory(err);
	}
	(*sink)->err = err;
	(*sink)->ops = ops;
	(*sink)->handle = handle;
	return 0;
}

int otfp_sink_create(struct otfp_sink **sink, const char *format, const char *name, const struct otfp_write_options *o,
                     const void *own, struct otfp_error *err)
{
	const struct otfp_format *f = otfp_format_to_write(format);
	void *handle;
	int code;

	*sink = NULL;
	if (!f)
		return otfp_fail(err, OTFP_EUSAGE, "%s: is not a format that can be written", format);
	code = f->create(&handle, name, o, own, err);
	if (code == 0)
		code = make(sink, f->sink, handle, err);
	if (code == 0 && o->lossless && !((*sink)->lossless = strdup(name ? name : "stdout"))) {
		otfp_sink_close(*sink);
		*sink = NULL;
		code = otfp_fail_memory(err);
	}
	return code;
}

int otfp_sink_create_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_zout_form form,
                           struct otfp_error *err)
{
	void *handle;
	int code = otfp_line_sink_open(&handle, fd, name, form, err);

	*sink = NULL;
	return code < 0 ? code : make(sink, &otfp_line_sink_ops, handle, err);
}

int otfp_sink_create_count(struct otfp_sink **sink, struct otfp_error *err)
{
	static const struct otfp_sink_ops nothing = {.close = NULL};

	return make(sink, &nothing, NULL, err);
}

/* ---- opened by a program ---- */

/* After opening: the sink gets its error `own`, or if opening failed, err gets it. @return code */
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
	return otfp_options_copy(to, sizeof *to, o, "otfp_write_options", err);
}

/* The error of the sink to be opened; NULL with err set: there is no place for the sink, or no memory. */
static struct otfp_error *begin_open(struct otfp_sink **sink, struct otfp_error *err)
{
	struct otfp_error *own = NULL;

	if (!sink) {
		otfp_fail(err, OTFP_EUSAGE, "there is no place for the sink: sink is NULL");
		return NULL;
	}
	*sink = NULL;
	own = calloc(1, sizeof *own);
	if (!own)
		otfp_fail_memory(err);
	return own;
}

static int open_taken(struct otfp_sink **sink, const char *format, const char *name, const struct otfp_write_options *o,
                      const void *format_options, struct otfp_error *err)
{
	const struct otfp_format *f = format ? otfp_format_to_write(format) : NULL;
	struct otfp_write_options taken;
	void *own = NULL;
	int code = take_options(&taken, o, err);

	if (code == 0 && !f)
		code = otfp_fail(err, OTFP_EUSAGE, "%s: is not a format that can be written", format ? format : "NULL");
	if (code == 0 && !name)
		code = otfp_fail(err, OTFP_EUSAGE, "a trace needs a name");
	if (code == 0)
		code = otfp_format_copy_options(&own, &f->writes, f, format_options, err);
	if (code == 0)
		code = otfp_sink_create(sink, format, name, &taken, own, err);
	free(own);
	return code;
}

int otfp_sink_open(struct otfp_sink **sink, const char *format, const char *name, const struct otfp_write_options *o,
                   const void *format_options, struct otfp_error *err)
{
	struct otfp_error *own = begin_open(sink, err);

	if (!own)
		return sink ? OTFP_EFAIL : OTFP_EUSAGE;
	return hand_over(sink, open_taken(sink, format, name, o, format_options, own), own, err);
}

int otfp_sink_open_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err)
{
	struct otfp_error *own = begin_open(sink, err);

	if (!own)
		return sink ? OTFP_EFAIL : OTFP_EUSAGE;
	return hand_over(sink,
	                 otfp_sink_create_lines(sink, fd, name ? name : "output", (struct otfp_zout_form){0}, own), own,
	                 err);
}

int otfp_sink_open_count(struct otfp_sink **sink, struct otfp_error *err)
{
	struct otfp_error *own = begin_open(sink, err);

	if (!own)
		return sink ? OTFP_EFAIL : OTFP_EUSAGE;
	return hand_over(sink, otfp_sink_create_count(sink, own), own, err);
}

void otfp_sink_stop(struct otfp_sink *sink, int (*stop)(void))
{
	if (!sink)
		return;
	sink->stop = stop;
	if (sink->ops->stop)
		sink->ops->stop(sink->handle, stop);
}

/* ---- putting ---- */

enum { STOP_EVERY = 64 }; /* records between two calls of stop() */

static __attribute__((noinline)) int misused(struct otfp_sink *sink, const char *what)
{
	return sink ? sink->code = otfp_fail(sink->err, OTFP_EUSAGE, "%s", what) : OTFP_EUSAGE;
}

/* Report a call that is not between begin and end. After a failure no call can succeed: a trace that lacks records must
 * not be completed. */
static __attribute__((noinline)) int refuse(struct otfp_sink *sink)
{
	if (sink && sink->state == FAILED)
		return sink->code;
	return misused(sink, sink && sink->state != OPENED ? "the sink has ended already" :
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
		return misused(sink, h ? "the sink has begun already" : "the sink needs a header to begin");
	if (!h->other.p && h->other.n)
		return misused(sink, "the header has other keys, but no text of them");
	sink->state = BEGUN;
	return kept(sink, sink->ops->begin ? sink->ops->begin(sink->handle, h) : 0);
}

int otfp_sink_put(struct otfp_sink *sink, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(!sink || sink->state != BEGUN))
		return refuse(sink);
	if (OTFP_UNLIKELY(!rec))
		return misused(sink, "there is no record to put");
	/* check here, too: one record read may make any number of records */
	if (OTFP_UNLIKELY(sink->count % STOP_EVERY == 0 && sink->stop && sink->stop()))
		return kept(sink, otfp_fail(sink->err, OTFP_EINTR, "interrupted"));
	sink->count += rec->type != OTFP_CONTROL;
	return kept(sink, sink->ops->put ? sink->ops->put(sink->handle, rec) : 0);
}

static int put_each(struct otfp_sink *sink, const struct otfp_record *const *recs, size_t n)
{
	int code = 0;

	for (size_t i = 0; i < n && code == 0 && sink->ops->put; i++)
		code = sink->ops->put(sink->handle, recs[i]);
	return code;
}

int otfp_sink_put_all(struct otfp_sink *sink, const struct otfp_record *const *recs, size_t n)
{
	if (OTFP_UNLIKELY(!sink || sink->state != BEGUN))
		return refuse(sink);
	for (size_t i = 0; i < n; i++)
		if (OTFP_UNLIKELY(!recs || !recs[i]))
			return misused(sink, "there is no record to put");
	sink->count += n;
	return kept(sink, sink->ops->put_all ? sink->ops->put_all(sink->handle, recs, n) : put_each(sink, recs, n));
}

static int drop(void *ctx, const struct otfp_record *rec)
{
	(void)ctx;
	(void)rec;
	return 0;
}

struct otfp_taker *otfp_sink_taker(struct otfp_sink *sink)
{
	sink->taker.take = sink->ops->put ? sink->ops->put : drop;
	sink->taker.ctx = sink->handle;
	return &sink->taker;
}

int otfp_sink_thumbnail(struct otfp_sink *sink, const char *text, size_t n)
{
	if (!sink || sink->state != BEGUN)
		return refuse(sink);
	if (!sink->ops->thumbnail || !text)
		return misused(sink, text ? "only a trace on disk can have a thumbnail" : "the thumbnail has no text");
	return kept(sink, sink->ops->thumbnail(sink->handle, text, n));
}

static int check_lost(struct otfp_sink *sink)
{
	const uint64_t lost = sink->lossless ? otfp_sink_lost(sink) : 0;

	return lost ? otfp_fail(sink->err, OTFP_EFAIL,
	                        "%s: %" PRIu64 " records or values would be lost; --lossy accepts that", sink->lossless,
	                        lost) :
	              0;
}

int otfp_sink_end(struct otfp_sink *sink)
{
	if (!sink || sink->state != BEGUN)
		return refuse(sink);
	sink->code = sink->ops->finish ? sink->ops->finish(sink->handle) : 0;
	if (sink->code == 0)
		sink->code = check_lost(sink);
	if (sink->code == 0 && sink->ops->end)
		sink->code = sink->ops->end(sink->handle);
	sink->state = sink->code < 0 ? ENDED : FINISHED;
	return sink->code;
}

/* A stream that has not begun needs no @ABORT, nor does a trace, which appears only when it is complete. */
int otfp_sink_abort(struct otfp_sink *sink, const char *program, const char *reason)
{
	int has_begun;

	if (!sink || !program || !reason || sink->state == FINISHED)
		return misused(sink, "there is nothing to abort, or no reason is given");
	has_begun = sink->state != OPENED;
	sink->state = FINISHED;
	return sink->code = has_begun && sink->ops->abort ? sink->ops->abort(sink->handle, program, reason) : 0;
}

const struct otfp_error *otfp_sink_error(const struct otfp_sink *sink)
{
	static const struct otfp_error none;

	return sink && sink->code < 0 ? sink->err : &none;
}

uint64_t otfp_sink_count(const struct otfp_sink *sink)
{
	return sink ? sink->count + sink->taker.n : 0;
}

uint64_t otfp_sink_lost(const struct otfp_sink *sink)
{
	return sink && sink->ops->lost ? sink->ops->lost(sink->handle) : 0;
}

void otfp_sink_close(struct otfp_sink *sink)
{
	if (!sink)
		return;
	if (sink->ops->close)
		sink->ops->close(sink->handle);
	free(sink->lossless);
	free(sink->own);
	free(sink);
}
