#include "trace/sink.h"
#include "base/error.h"
#include "line/writer.h"
#include "trace/format.h"
#include <stdlib.h>

struct otfp_sink {
	struct otfp_error *err;
	int (*stop)(void);
	const struct otfp_sink_ops *ops;
	void *handle;
	uint64_t count;
	int begun;
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
                     struct otfp_error *err)
{
	const struct otfp_format *f = otfp_format_to_write(format);
	void *handle;
	int code;

	*sink = NULL;
	if (!f)
		return otfp_fail(err, OTFP_EUSAGE, "%s: no format that can be written", format);
	code = f->create(&handle, name, o, err);
	return code < 0 ? code : make(sink, f->sink, handle, err);
}

int otfp_sink_open_otf(struct otfp_sink **sink, const char *name, const struct otfp_write_options *o,
                       struct otfp_error *err)
{
	return otfp_sink_create(sink, "otf", name, o, err);
}

int otfp_sink_open_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err)
{
	void *handle;
	int code = otfp_line_sink_open(&handle, fd, name, err);

	*sink = NULL;
	return code < 0 ? code : make(sink, &otfp_line_sink_ops, handle, err);
}

int otfp_sink_open_count(struct otfp_sink **sink, struct otfp_error *err)
{
	static const struct otfp_sink_ops nothing = {.close = NULL};

	return make(sink, &nothing, NULL, err);
}

void otfp_sink_stop(struct otfp_sink *sink, int (*stop)(void))
{
	sink->stop = stop;
}

/* ---- records ---- */

int otfp_sink_begin(struct otfp_sink *sink, const struct otfp_header *h)
{
	sink->begun = 1;
	return sink->ops->begin ? sink->ops->begin(sink->handle, h) : 0;
}

int otfp_sink_put(struct otfp_sink *sink, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(sink->stop && sink->stop())) /* one record that is read may make any number */
		return otfp_fail(sink->err, OTFP_EINTR, "interrupted");
	sink->count += rec->type != OTFP_CONTROL;
	return sink->ops->put ? sink->ops->put(sink->handle, rec) : 0;
}

int otfp_sink_put_all(struct otfp_sink *sink, const struct otfp_record *const *recs, size_t n)
{
	sink->count += n;
	return sink->ops->put_all ? sink->ops->put_all(sink->handle, recs, n) : 0;
}

int otfp_sink_thumbnail(struct otfp_sink *sink, const char *text, size_t n)
{
	if (sink->ops->thumbnail)
		return sink->ops->thumbnail(sink->handle, text, n);
	return otfp_fail(sink->err, OTFP_EUSAGE, "a thumbnail has no place but beside a trace");
}

/* ---- the end ---- */

int otfp_sink_end(struct otfp_sink *sink)
{
	return sink->ops->end ? sink->ops->end(sink->handle) : 0;
}

/* Of a stream that has not begun there is nothing to abort. */
int otfp_sink_abort(struct otfp_sink *sink, const char *program, const char *reason)
{
	return sink->begun && sink->ops->abort ? sink->ops->abort(sink->handle, program, reason) : 0;
}

uint64_t otfp_sink_count(const struct otfp_sink *sink)
{
	return sink->count;
}

uint64_t otfp_sink_lost(const struct otfp_sink *sink)
{
	return sink->ops->lost ? sink->ops->lost(sink->handle) : 0;
}

void otfp_sink_close(struct otfp_sink *sink)
{
	if (!sink)
		return;
	if (sink->ops->close)
		sink->ops->close(sink->handle);
	free(sink);
}
