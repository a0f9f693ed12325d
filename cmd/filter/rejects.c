/*
 * rejects.c - --rejects: the dropped records as a line stream of their own.
 *
 * It contains the magic line, the control lines and all definitions, too, so that every command can read it. FILE may
 * be a pipe or /dev/stderr.
 */
#include "cmd/filter/filter.h"
#include "cmd/text/signals.h"
#include "trace/sink.h"

static int pass_on(const struct rejects *r, int rc, struct otfp_error *err)
{
	if (rc < 0)
		*err = r->err;
	return rc;
}

int rejects_begin(struct rejects *r, const struct otfp_newfile *f, const struct otfp_header *h, struct otfp_error *err)
{
	int rc = otfp_sink_create_lines(&r->sink, f->fd, f->name, (struct otfp_zout_form){0}, &r->err);

	if (rc == 0) {
		otfp_sink_stop(r->sink, signal_came);
		rc = otfp_sink_begin(r->sink, h);
	}
	return pass_on(r, rc, err);
}

int rejects_put(struct rejects *r, const struct otfp_record *rec, struct otfp_error *err)
{
	return pass_on(r, otfp_sink_put(r->sink, rec), err);
}

int rejects_end(struct rejects *r, struct otfp_error *err)
{
	int rc = otfp_sink_end(r->sink);

	if (rc < 0)
		return pass_on(r, rc, err);
	otfp_sink_close(r->sink);
	r->sink = NULL;
	return 0;
}

/* If the sink is still open, the run failed. Errors are ignored: a stream without @END is not complete either. */
void rejects_release(struct rejects *r)
{
	if (r->sink)
		otfp_sink_abort(r->sink, message_program(), "the run failed");
	otfp_sink_close(r->sink);
	r->sink = NULL;
}
