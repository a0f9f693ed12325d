/*
 * filter-run.c - otf-filter: one pass, or two for --prune.
 *
 * What definitions are used is known when the last record has been seen, and definitions come first.
 * So the records go through the selection twice. A stream on standard input is kept in a file without a
 * name in TMPDIR, unless standard input is a file itself.
 */
#include "base/error.h"
#include "io/fd.h"
#include "io/temp.h"
#include "pipe/prune.h"
#include "pipe/reading.h"
#include "pipe/select.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_SIZE = 1 << 16 };

/* ---- standard input, to be read twice ---- */

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

/* ---- the first pass ---- */

static int read_all(const struct otfp_job *job, struct otfp_source *src, struct otfp_sink *sink,
                    struct otfp_selection *sel, struct otfp_error *err)
{
	const struct otfp_stage_ops *stage = job->stage;
	const struct otfp_record *rec;
	int rc = stage->begin(sel, otfp_source_header(src), err);

	if (rc == 0)
		rc = otfp_job_narrow(job, src);
	if (rc < 0)
		return rc;
	stage->attach(sel, sink);
	while (rc >= 0 && (rc = otfp_source_next(src, &rec)) == 0)
		rc = stage->record(sel, &rec, err);
	return rc < 0 ? rc : stage->end(sel, err);
}

/* What is amiss is told by the second pass, which stops where this one did. */
static int first_pass(const struct otfp_job *job, struct otfp_selection *sel, struct otfp_error *err)
{
	struct otfp_read_options o = otfp_job_reading(job);
	struct otfp_source *src = NULL;
	struct otfp_sink *sink = NULL;
	int rc = otfp_source_open_all(&src, (const char *const *)job->sources, (unsigned)job->nsources, &o, err);

	if (rc == 0)
		rc = otfp_sink_open_count(&sink, err);
	if (rc == 0)
		rc = read_all(job, src, sink, sel, err);
	otfp_sink_close(sink);
	otfp_source_close(src);
	return rc;
}

static int run_twice(struct otfp_job *job, struct otfp_selection *sel)
{
	struct otfp_error err = {0};
	int twice = reads_stdin(job), rc;
	off_t start = 0;

	if (twice && spool(&start, &err) < 0) {
		otfp_message("%s", err.text);
		return 1;
	}
	rc = first_pass(job, sel, &err);
	otfp_prune_close(sel->pruning, rc < 0 ? &err : NULL);
	if (twice)
		lseek(STDIN_FILENO, start, SEEK_SET);
	return otfp_run(job);
}

int otfp_filter_run(struct otfp_job *job, struct otfp_selection *sel)
{
	int status;

	job->stage = otfp_selection_given(sel) ? &otfp_selection_stage : NULL;
	job->ctx = sel;
	job->count_only = sel->dry_run;
	job->part = sel->part;
	if (!sel->prune || (job->nsources == 0 && isatty(STDIN_FILENO)))
		return otfp_run(job);
	sel->pruning = otfp_prune_new();
	if (!sel->pruning) {
		otfp_message("out of memory");
		return 1;
	}
	status = run_twice(job, sel);
	otfp_prune_free(sel->pruning);
	sel->pruning = NULL;
	return status;
}
