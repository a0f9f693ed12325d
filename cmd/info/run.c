/* run.c - otf-info: opens each trace, reads as much as it must, and prints the facts. */
#include "cmd/info/run.h"
#include "base/error.h"
#include "base/fd.h"
#include "io/files.h"
#include "io/there.h"
#include "cmd/run/run.h"
#include "trace/source.h"
#include "record/table.h"
#include "facts/facts.h"
#include "cmd/text/stdout.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(struct info_options, member)
const struct option_row info_options[] = {
	FLAG(0, "full", "read all, and count records by type and process", full),
	FLAG(0, "json", "print one JSON object a line for each trace", json),
	{0},
};
#undef AT

struct info_run {
	struct job *job;
	const struct info_options *o;
	struct pull pull;
	struct otfp_info info;
};

/* ---- the stage ---- */

static int info_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct info_run *r = ctx;

	(void)err;
	r->info.header = *h;
	return 0;
}

/* Without --full no timed file is read. */
static unsigned info_kinds(void *ctx)
{
	const struct info_run *r = ctx;

	return r->o->full ? OTFP_FILES_TIMED : 0;
}

static int info_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct info_run *r = ctx;

	if (!r->o->full && (*rec)->type != OTFP_CONTROL && otfp_is_timed((*rec)->file))
		return OTFP_DROP | OTFP_LAST;
	return otfp_info_add(&r->info, *rec) < 0 ? otfp_fail_memory(err) : OTFP_DROP;
}

static int info_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct info_run *r = ctx;

	return otfp_info_add_all(&r->info, recs, n) < 0 ? otfp_fail_memory(err) : 0;
}

static int info_end(void *ctx, struct otfp_error *err)
{
	struct info_run *r = ctx;

	(void)err;
	r->info.is_full = r->o->full;
	return 0;
}

static const struct otfp_stage_ops head_stage = {
	.begin = info_begin,
	.kinds = info_kinds,
	.record = info_record,
	.end = info_end,
};

static const struct otfp_stage_ops full_stage = {
	.begin = info_begin,
	.kinds = info_kinds,
	.record = info_record,
	.records = info_records,
	.end = info_end,
};

/* ---- files ---- */

/* @return 1, the exit status */
static int cannot_read(const struct info_run *r)
{
	message_print("%s: %s", r->info.name, strerror(errno));
	return 1;
}

/* Read the last line of a stored line stream. @return 0, 1 after reporting that it cannot be read, or 3 that it is not
 * @END */
static int look_at_end(struct info_run *r, int fd, uint64_t size)
{
	enum { LONGEST = 63 }; /* bytes of a last line */
	char text[LONGEST + 1];
	size_t n = size < LONGEST ? (size_t)size : LONGEST;
	ssize_t got = otfp_fd_read_at(fd, text, n, size - n);
	const char *end;

	if (got < 0)
		return cannot_read(r);
	text[got] = '\0';
	end = strstr(text, "\n@END\t");
	r->info.is_ended = end && text[got - 1] == '\n';
	if (r->info.is_ended)
		r->info.in_all = strtoull(end + 6, NULL, 10);
	else
		message_print("%s: ended early: its last line is not @END", r->info.name);
	return r->info.is_ended ? 0 : 3;
}

/* Get the size of a stored line stream, and look at its end, unless it is compressed or all is read anyway.
 * @return as look_at_end */
static int look_at_file(struct info_run *r, int fd, uint64_t size)
{
	char first = 0;

	if (otfp_fd_read_at(fd, &first, 1, 0) < 0)
		return cannot_read(r);
	r->info.bytes = size;
	r->info.is_zstd = first != '@';
	return r->o->full || r->info.is_zstd ? 0 : look_at_end(r, fd, size);
}

static int look_at_lines(struct info_run *r)
{
	int fd, status, found;
	struct stat st;

	if (strcmp(r->info.name, "-") == 0)
		return 0;
	found = otfp_file_is_there(r->info.name, &st, NULL);
	if (found > 0 && !S_ISREG(st.st_mode))
		return 0; /* a pipe that was opened for reading must not be opened again */
	fd = found > 0 ? otfp_fd_open(r->info.name, O_RDONLY, otfp_go_on) : -1;
	if (fd < 0)
		return cannot_read(r);
	status = look_at_file(r, fd, (uint64_t)st.st_size);
	close(fd);
	return status;
}

static int list_file(void *ctx, const struct otfp_listed *file)
{
	struct info_run *r = ctx;

	if (file->cut)
		message_warning("%s: is truncated: the trailer after its last record is missing", file->path);
	r->info.troubles += file->cut;
	return otfp_info_file(&r->info, file) < 0 ? otfp_fail_memory(&r->pull.err) : 0;
}

/* ---- one trace ---- */

static int open_one(struct info_run *r, const struct job_sources *what)
{
	struct otfp_read_options o = job_read_options(r->job);
	struct otfp_source *src;

	o.keep_going = 1;
	o.header_only = !r->o->full;
	o.in_order = r->o->full;
	o.report = message_error;
	if (pull_open(&r->pull, what, &o) < 0)
		return r->pull.code;
	src = r->pull.src;
	r->info.format = src->format;
	return r->pull.code = otfp_source_list(src, list_file, r);
}

/* Read the head of the trace, or with --full all of it. @return the exit status */
static int read_one(struct info_run *r)
{
	struct job *job = r->job;
	int status;

	job->stage = r->o->full ? &full_stage : &head_stage;
	job->ctx = r;
	job->write.count_only = 1;
	status = run_pulled(job, &r->pull);
	return status ? status : r->info.troubles != 0;
}

static int no_memory(void)
{
	message_print("out of memory");
	return 1;
}

static int print_facts(struct info_run *r, int status)
{
	if ((r->o->json ? info_json(&r->info, stdout) : info_print(&r->info, r->job->common->verbose, stdout)) < 0)
		status = no_memory();
	return stdout_end() < 0 ? 1 : status;
}

static int do_one(struct info_run *r, const struct job_sources *what)
{
	int ended, status;

	r->info = (struct otfp_info){.name = what->nsources ? what->sources[0] : "-"};
	if (!r->o->full && !r->o->json && !r->job->common->verbose)
		r->info.most = INFO_SHORT;
	if (open_one(r, what) < 0) {
		pull_report(&r->pull);
		pull_close(&r->pull);
		return pull_status(&r->pull);
	}
	ended = strcmp(r->info.format, "lines") == 0 ? look_at_lines(r) : 0;
	r->info.troubles += otfp_source_troubles(r->pull.src);
	status = read_one(r);
	return print_facts(r, status ? status : ended);
}

int info_run(struct job *job, void *own)
{
	const struct info_options *o = own;
	struct info_run *r = calloc(1, sizeof *r);
	struct job_sources one;
	int status = r ? job_usage(job) : no_memory();
	unsigned at = 0, n;

	if (status == 0)
		r->o = o;
	for (; r && r->o && (at < (unsigned)job->read.nsources || at == 0) && !ferror(stdout); at += n ? n : 1) {
		int now;
		r->job = job;
		if (at && !o->json)
			putchar('\n');
		n = job_trace(job, at, &one);
		now = do_one(r, &one);
		status = status ? status : now;
		otfp_info_release(&r->info);
	}
	free(r);
	return status;
}
