#include "cmd/run/resume.h"
#include "cmd/text/message.h"
#include "cmd/option/share.h"
#include "cmd/text/signals.h"
#include "otf/read/trace.h"
#include "record/control.h"
#include <string.h>

/* Read up to the last control line. @param common  of the stage whose options count for the share, or NULL.
 * @return 0 with *s set, s->parts 0 if it is no share; <0 */
static int read_share(struct pull *p, const struct common *common, struct otfp_share *s)
{
	const struct otfp_record *const *recs;
	struct share_line line = {0};
	size_t n;
	int code;

	memset(s, 0, sizeof *s);
	while ((code = pull_next(p, &recs, &n)) == 0 && (*recs)->type == OTFP_CONTROL) {
		const struct otfp_record *rec = *recs;
		if (otfp_control_kind(rec) != OTFP_C_PART)
			continue;
		if (common && share_line(&line, common, &rec) < 0)
			code = otfp_fail_memory(&p->err);
		else
			otfp_share_get(s, &rec->line);
		if (code < 0)
			break;
	}
	share_line_release(&line);
	return code < 0 ? code : 0;
}

/* Read the share that the output is now. @return 1; 0 if there is no output; <0 with err filled */
static int read_output(const struct job *job, struct otfp_share *s, struct otfp_error *err)
{
	char *name = (char *)job_output(job);
	const struct job_sources what = {.nsources = 1, .sources = &name};
	const struct otfp_read_options o = {.size = sizeof o, .header_only = 1, .stop = signal_came};
	struct pull p = {0};
	int found = otfp_trace_exists(name, err);

	if (found <= 0)
		return found;
	if (pull_open(&p, &what, &o) < 0 || read_share(&p, NULL, s) < 0) {
		*err = p.err;
		found = p.code;
	}
	pull_close(&p);
	return found;
}

static int is_same(const struct otfp_share *a, const struct otfp_share *b)
{
	return a->part == b->part && a->parts == b->parts && strcmp(a->id, b->id) == 0 &&
	       strcmp(a->digest, b->digest) == 0;
}

static int refuse(const struct job *job, const struct otfp_share *is, struct otfp_error *err)
{
	const char *name = job_output(job);

	if (!is->parts)
		return otfp_fail(err, OTFP_EFAIL, "%s: exists and is not a share; --resume does not replace it", name);
	return otfp_fail(err, OTFP_EFAIL,
	                 "%s: exists and is share %u of %u, of another trace or made with other options; --resume does "
	                 "not replace it",
	                 name, is->part, is->parts);
}

static int is_stdin(const struct job *job)
{
	return job->read.nsources == 0 || strcmp(job->read.sources[0], "-") == 0;
}

/* Else the stage before ends by SIGPIPE. */
static int read_on(struct pull *p)
{
	const struct otfp_record *const *recs;
	size_t n;
	int code;

	while ((code = pull_next(p, &recs, &n)) == 0)
		;
	return code < 0 ? code : 0;
}

int resume_is_done(const struct job *job, struct pull *p)
{
	struct otfp_share is = {0}, wanted;
	int code = read_output(job, &is, &p->err);

	if (code <= 0)
		return p->code = code;
	code = read_share(p, job->common, &wanted);
	if (code == 0 && (!wanted.parts || !is_same(&is, &wanted)))
		code = refuse(job, &is, &p->err);
	if (code == 0 && is_stdin(job))
		code = read_on(p);
	if (code == 0)
		message_note(1, "%s: is share %u of %u already", job_output(job), is.part, is.parts);
	return p->code = code < 0 ? code : 1;
}
