#include "cmd/run/twice.h"
#include "cmd/text/signals.h"
#include "base/error.h"
#include "base/fd.h"
#include "io/temp.h"
#include "io/there.h"
#include "cmd/run/run.h"
#include "trace/sink.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { COPY_SIZE = 1 << 16 };

/* ---- make standard input readable twice ---- */

static int copy_stdin(int to, struct otfp_error *err)
{
	char block[COPY_SIZE];
	ssize_t n;

	while ((n = otfp_fd_read(STDIN_FILENO, block, sizeof block, signal_came)) > 0) {
		if (otfp_fd_write(to, block, (size_t)n, signal_came) < (size_t)n)
			return otfp_fail_errno(err, "%s: cannot write a copy of stdin", otfp_temp_dir());
		progress_stop();
	}
	return n < 0 ? otfp_fail_errno(err, "stdin") : 0;
}

/* Make standard input a regular file. @return 0 with *start set to the offset where the input starts, or <0 */
static int spool(const struct common *common, off_t *start, struct otfp_error *err)
{
	struct progress progress;
	struct stat st;
	int fd, rc;

	*start = 0;
	if (fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode)) {
		*start = lseek(STDIN_FILENO, 0, SEEK_CUR);
		return *start < 0 ? otfp_fail_errno(err, "stdin") : 0;
	}
	fd = otfp_temp_open(otfp_temp_dir());
	if (fd < 0)
		return otfp_fail_errno(err, "%s: cannot create a copy of stdin", otfp_temp_dir());
	progress_begin(&progress, common_progress(common), 0, NULL);
	rc = copy_stdin(fd, err);
	progress_end(&progress);
	if (rc == 0 && (dup2(fd, STDIN_FILENO) < 0 || lseek(STDIN_FILENO, 0, SEEK_SET) < 0))
		rc = otfp_fail_errno(err, "stdin");
	close(fd);
	return rc;
}

static int reads_stdin(const struct job *job)
{
	for (int i = 0; i < job->read.nsources; i++)
		if (strcmp(job->read.sources[i], "-") == 0)
			return 1;
	return job->read.nsources == 0;
}

int twice_begin(struct twice *t, const struct job *job, struct otfp_error *err)
{
	*t = (struct twice){.job = job, .reads_stdin = reads_stdin(job), .recording.incomplete = 1};
	return t->reads_stdin ? spool(job->common, &t->start, err) : 0;
}

void twice_release(struct twice *t)
{
	recording_release(&t->recording);
}

void twice_forget(struct twice *t)
{
	t->recording.incomplete = 1;
}

/* ---- a pass ---- */

/* Whether the input can be read again: the data of a named pipe is lost when it is opened again. */
static int check_again(const struct twice *t, struct otfp_error *err)
{
	if (t->lost) {
		errno = t->lost;
		return otfp_fail_errno(err, "stdin");
	}
	for (int i = 0; i < t->job->read.nsources; i++) {
		const char *name = t->job->read.sources[i];
		struct stat st;
		int found = strcmp(name, "-") != 0 ? otfp_file_is_there(name, &st, err) : 0;

		if (found < 0)
			return found;
		if (found && S_ISFIFO(st.st_mode))
			return otfp_fail(err, OTFP_EFAIL,
			                 "%s: is a pipe and must be read twice; give it as standard input", name);
	}
	return 0;
}

/* A message must be printed by the last pass, so the input must be read again for it. */
static void note(void *ctx, const struct otfp_error *e)
{
	struct twice *t = ctx;

	t->reported |= e->code != OTFP_END || t->job->common->verbose;
}

/* Pass records to the stage, up to OTFP_LAST. @return 0, OTFP_LAST or <0 */
static int take(struct twice *t, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	const struct job *job = t->job;
	int verdict = 0;

	if (t->recording.incomplete && job->stage->records && recs[0]->type != OTFP_CONTROL)
		return job->stage->records(job->ctx, recs, n, err);
	for (size_t i = 0; i < n && verdict >= 0 && !(verdict & OTFP_LAST); i++) {
		const struct otfp_record *rec = recs[i];
		recording_add(&t->recording, rec);
		verdict = job->stage->record(job->ctx, &rec, err);
	}
	return verdict < 0 ? verdict : verdict & OTFP_LAST;
}

static int read_all(struct twice *t, struct pull *p, struct otfp_sink *sink, struct otfp_error *err)
{
	const struct job *job = t->job;
	const struct otfp_stage_ops *stage = job->stage;
	const struct otfp_header *h = otfp_source_header(p->src);
	const struct otfp_record *const *recs;
	size_t n;
	int rc = stage->begin ? stage->begin(job->ctx, h, err) : 0;

	if (rc < 0)
		return rc;
	pull_narrow(p, stage, job->ctx);
	recording_begin(&t->recording, h);
	if (stage->attach)
		stage->attach(job->ctx, sink);
	rc = otfp_sink_begin(sink, h);
	if (job->common->progress == PROGRESS_AUTO) /* asked for, it counts the records of the last pass */
		progress_begin(&p->progress, common_progress(job->common), 0, h);
	while (rc == 0 && (rc = pull_next(p, &recs, &n)) == 0)
		rc = take(t, recs, n, err);
	progress_end(&p->progress);
	t->is_whole = p->code == OTFP_END && !otfp_source_troubles(p->src);
	t->recording.incomplete |= !t->is_whole;
	if (rc < 0)
		return rc;
	return stage->end ? stage->end(job->ctx, err) : 0;
}

static int pass(struct twice *t, struct pull *p, struct otfp_error *err)
{
	struct otfp_read_options o = job_read_options(t->job);
	struct otfp_sink *sink;
	int rc;

	if (t->job->reads) /* the same records as in the last pass */
		t->job->reads(t->job->ctx, &o);
	o.report = note;
	o.ctx = t;
	if (pull_open(p, &t->job->read, &o) < 0)
		return p->code;
	rc = otfp_sink_create_count(&sink, err);
	if (rc < 0)
		return rc;
	otfp_sink_stop(sink, signal_came);
	rc = read_all(t, p, sink, err);
	otfp_sink_close(sink);
	return rc;
}

int twice_pass(struct twice *t, struct otfp_error *err)
{
	struct pull p = {0};
	int rc;

	if (t->passed++ && (rc = check_again(t, err)) < 0)
		return rc;
	t->reported = 0;
	t->recording.incomplete = 1;
	rc = pass(t, &p, err);
	if (p.code < 0)
		*err = p.err;
	pull_close(&p);
	if (t->reads_stdin && lseek(STDIN_FILENO, t->start, SEEK_SET) < 0) {
		t->lost = errno;
		rc = rc < 0 ? rc : otfp_fail_errno(err, "stdin");
	}
	t->recording.incomplete |= rc < 0 || t->reported;
	return rc;
}

int twice_is_clean(const struct twice *t)
{
	return t->is_whole && !t->reported && t->job->common->progress != PROGRESS_ON;
}

int twice_refuses(const struct twice *t)
{
	struct otfp_error err = {0};

	if (!t->passed || check_again(t, &err) == 0)
		return 0;
	message_print("%s", err.text);
	return 1;
}

int twice_run(struct twice *t, struct job *job)
{
	struct pull p = {0};
	int status = t->recording.incomplete && twice_refuses(t) ? 1 : job_usage(job);

	if (status == 0 && !t->recording.incomplete)
		pull_open_recording(&p, &job->read, &t->recording); /* else the input is read again */
	if (status == 0)
		status = run_pulled(job, &p);
	twice_release(t);
	return status;
}

int twice_run_pulled(struct twice *t, struct job *job, struct pull *p)
{
	int status = twice_refuses(t) ? 1 : job_usage(job);

	twice_release(t);
	return status ? status : run_pulled(job, p);
}
