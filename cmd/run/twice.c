#include "cmd/run/twice.h"
#include "cmd/run/signals.h"
#include "base/error.h"
#include "io/fd.h"
#include "io/temp.h"
#include "cmd/run/run.h"
#include "trace/sink.h"
#include "trace/source.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_SIZE = 1 << 16 };

/* ---- standard input, to be read again ---- */

static int copy_stdin(int to, struct otfp_error *err)
{
	char block[COPY_SIZE];
	ssize_t n;
	int rc = 0;

	while (rc == 0 && (n = read(STDIN_FILENO, block, sizeof block)) != 0) {
		if (n > 0 && otfp_fd_write(to, block, (size_t)n) < (size_t)n)
			rc = otfp_fail_errno(err, "%s: a copy of stdin", otfp_temp_dir());
		else if (n < 0 && errno != EINTR)
			rc = otfp_fail_errno(err, "stdin");
	}
	return rc;
}

/* Make standard input a file. @return 0 with *start where it begins, or <0 */
static int spool(off_t *start, struct otfp_error *err)
{
	struct stat st;
	int fd, rc;

	*start = 0;
	if (fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode)) {
		*start = lseek(STDIN_FILENO, 0, SEEK_CUR);
		return *start < 0 ? otfp_fail_errno(err, "stdin") : 0;
	}
	fd = otfp_temp_open(otfp_temp_dir());
	if (fd < 0)
		return otfp_fail_errno(err, "%s: no place for a copy of stdin", otfp_temp_dir());
	rc = copy_stdin(fd, err);
	if (rc == 0 && (dup2(fd, STDIN_FILENO) < 0 || lseek(STDIN_FILENO, 0, SEEK_SET) < 0))
		rc = otfp_fail_errno(err, "stdin");
	close(fd);
	return rc;
}

static int reads_stdin(const struct otfp_job *job)
{
	for (int i = 0; i < job->nsources; i++)
		if (strcmp(job->sources[i], "-") == 0)
			return 1;
	return job->nsources == 0;
}

int otfp_twice_begin(struct otfp_twice *t, const struct otfp_job *job, struct otfp_error *err)
{
	*t = (struct otfp_twice){.job = job, .reads_stdin = reads_stdin(job), .recording.over = 1};
	return t->reads_stdin ? spool(&t->start, err) : 0;
}

void otfp_twice_release(struct otfp_twice *t)
{
	otfp_recording_release(&t->recording);
}

/* ---- a pass ---- */

/* What a named pipe had is gone when it is opened anew. */
static int refuse_pipes(const struct otfp_twice *t, struct otfp_error *err)
{
	struct stat st;

	for (int i = 0; i < t->job->nsources; i++)
		if (strcmp(t->job->sources[i], "-") != 0 && stat(t->job->sources[i], &st) == 0 && S_ISFIFO(st.st_mode))
			return otfp_fail(err, OTFP_EFAIL, "%s: a pipe, but to be read twice; it may be standard input",
			                 t->job->sources[i]);
	return 0;
}

/* What the pass that comes tells makes it necessary to read once more. */
static void note(void *ctx, const struct otfp_error *e)
{
	struct otfp_twice *t = ctx;

	t->told |= e->code != OTFP_END || t->job->common->verbose;
}

static int read_all(struct otfp_twice *t, struct otfp_source *src, struct otfp_sink *sink, struct otfp_error *err)
{
	const struct otfp_job *job = t->job;
	const struct otfp_stage_ops *stage = job->stage;
	const struct otfp_record *rec;
	int rc = stage->begin ? stage->begin(job->ctx, otfp_source_header(src), err) : 0;

	if (rc < 0)
		return rc;
	otfp_job_narrow(job, src);
	otfp_recording_begin(&t->recording, otfp_source_header(src));
	if (stage->attach)
		stage->attach(job->ctx, sink);
	while (rc >= 0 && !(rc & OTFP_LAST) && (rc = otfp_source_next(src, &rec)) == 0) {
		otfp_recording_add(&t->recording, rec);
		rc = stage->record(job->ctx, &rec, err);
	}
	t->recording.over |= rc != OTFP_END || otfp_source_troubles(src);
	return rc < 0 || !stage->end ? (rc < 0 ? rc : 0) : stage->end(job->ctx, err);
}

int otfp_twice_pass(struct otfp_twice *t, struct otfp_error *err)
{
	const struct otfp_job *job = t->job;
	struct otfp_read_options o = otfp_job_reading(job);
	struct otfp_source *src = NULL;
	struct otfp_sink *sink = NULL;
	int rc;

	if (t->passed++ && (rc = refuse_pipes(t, err)) < 0)
		return rc;
	t->told = 0;
	t->recording.over = 1;
	o.report = note;
	o.ctx = t;
	rc = otfp_source_open_shared(&src, (const char *const *)job->sources, (unsigned)job->nsources, &o, err);
	if (rc == 0 && job->wrap)
		rc = job->wrap(job->wrap_ctx, &src, &o, err);
	if (rc == 0)
		rc = otfp_sink_share_count(&sink, err);
	if (rc == 0) {
		otfp_sink_stop(sink, otfp_signal_came);
		rc = read_all(t, src, sink, err);
	}
	otfp_sink_close(sink);
	otfp_source_close(src);
	if (t->reads_stdin)
		lseek(STDIN_FILENO, t->start, SEEK_SET);
	t->recording.over |= rc < 0 || t->told;
	return rc;
}

int otfp_twice_run(struct otfp_twice *t, struct otfp_job *job)
{
	struct otfp_error err;
	int status;

	if (!t->recording.over) {
		otfp_recording_open(&job->ready, &t->recording, &err); /* else it is read once more */
	} else if (t->passed && refuse_pipes(t, &err) < 0) {
		otfp_message("%s", err.text);
		otfp_twice_release(t);
		return 1;
	}
	status = otfp_run(job);
	otfp_twice_release(t);
	return status;
}
