/*
 * run.c - the one loop of all commands: source, stage, sink.
 *
 * Whatever fails, the end is one of: @END or a committed trace; @ABORT and exit 1;
 * nothing at all and exit 3 when the input itself has no end.
 */
#include "io/files.h"
#include "cmd/run/run.h"
#include "cmd/run/progress.h"
#include "cmd/run/provenance.h"
#include "cmd/run/signals.h"
#include "trace/around.h"
#include "trace/sink.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct run {
	struct otfp_job *job;
	struct otfp_error err; /* what failed */
	struct otfp_source *src;
	struct otfp_sink *sink;
	struct otfp_provenance pg;
	struct otfp_progress progress;
	int begun;      /* the sink has its header */
	int stage_puts; /* records, too */
};

/* NULL = a line stream on standard output. */
static const char *output_of(const struct otfp_job *job)
{
	return job->in_place ? job->sources[0] : job->common->output;
}

/* A trace that is written shares the descriptors with those that are read. */
static unsigned files_share(const struct otfp_job *job)
{
	return otfp_files_share((unsigned)job->common->max_files, output_of(job) && job->nsources ? 2 : 1);
}

struct otfp_read_options otfp_job_reading(const struct otfp_job *job)
{
	return (struct otfp_read_options){
		.keep_going = job->common->keep_going,
		.adopt = job->adopt,
		.unify = job->unify,
		.unify_map = job->unify_map,
		.sort_memory = job->sort_memory,
		.tau = job->tau,
		.stop = otfp_signal_came,
		.vtf3 = job->vtf3,
		.strict = job->common->strict,
		.max_files = files_share(job),
		.pool = job->pool,
		.part = job->part.part,
		.parts = job->part.parts,
		.empty_part = !output_of(job), /* there is no trace without streams */
	};
}

/* Records of one time stand by stream in a line stream, so that they are to be sorted. */
static int regroup(struct run *r, struct otfp_read_options *o)
{
	int code = otfp_regroup_open(&r->src, r->job->regroup, &r->err);

	if (code < 0 || output_of(r->job))
		return code;
	o->sort_memory = r->job->regroup_memory;
	return otfp_sorted_open(&r->src, "--regroup", o, &r->err);
}

static int open_sources(struct run *r, const struct otfp_read_options *o)
{
	int code;

	if (r->job->ready) {
		r->src = r->job->ready;
		r->job->ready = NULL;
		return 0;
	}
	code = otfp_source_open_all(&r->src, (const char *const *)r->job->sources, (unsigned)r->job->nsources, o,
	                            &r->err);
	if (code == 0 && r->job->in_place && !otfp_source_is_on_disk(r->src))
		return otfp_fail(&r->err, OTFP_EUSAGE,
		                 "%s: is no OTF trace on disk, so there is nothing to change in place",
		                 r->job->sources[0]);
	if (code == 0 && r->job->add)
		code = otfp_add_open(&r->src, r->job->add, &r->err);
	return code == 0 && r->job->wrap ? r->job->wrap(r->job->wrap_ctx, &r->src, o, &r->err) : code;
}

static int open_source(struct run *r)
{
	struct otfp_read_options o = otfp_job_reading(r->job);
	int code;

	o.report = otfp_tell;
	code = open_sources(r, &o);
	return code == 0 && r->job->regroup ? regroup(r, &o) : code;
}

struct otfp_write_options otfp_job_writing(const struct otfp_job *job)
{
	const struct otfp_writer *w = job->writer;

	return (struct otfp_write_options){
		.streams = w->streams_given ? w->streams : -1,
		.level = w->level,
		.form = w->form,
		.inline_snaps = w->inline_snaps,
		.keep_pg = w->keep_pg,
		.unique_id = w->unique_id,
		.skip_unknown = w->skip_unknown,
		.force = w->force,
		.pool = job->pool,
		.max_files = files_share(job),
		.report = otfp_tell,
	};
}

/* What is stored of earlier commands stays. */
static void set_in_place(const struct run *r, struct otfp_write_options *o)
{
	const struct otfp_stage_ops *stage = r->job->stage;

	o->streams = -1;
	o->force = 1;
	o->keep_pg = 1;
	o->keep = stage && stage->keeps ? stage->keeps(r->job->ctx, otfp_source_header(r->src)) : 0;
}

static int open_sink(struct run *r)
{
	const struct otfp_target *t = r->job->target;
	struct otfp_write_options o;

	if (r->job->count_only)
		return otfp_sink_open_count(&r->sink, &r->err);
	if (t)
		return otfp_sink_create(&r->sink, t->format, t->name, &t->o, &r->err);
	if (!output_of(r->job))
		return otfp_sink_open_lines(&r->sink, STDOUT_FILENO, "stdout", &r->err);
	o = otfp_job_writing(r->job);
	if (r->job->in_place)
		set_in_place(r, &o);
	return otfp_sink_open_otf(&r->sink, output_of(r->job), &o, &r->err);
}

void otfp_job_narrow(const struct otfp_job *job, struct otfp_source *src)
{
	const struct otfp_stage_ops *stage = job->stage;

	if (stage && stage->wanted)
		otfp_source_wanted(src, stage->wanted, job->ctx);
	if (stage && stage->kinds)
		otfp_source_kinds(src, stage->kinds(job->ctx));
	if (stage && stage->window)
		otfp_source_ask_window(src, stage->window, job->ctx);
}

static int begin(struct run *r)
{
	const struct otfp_header *h = otfp_source_header(r->src);
	const struct otfp_stage_ops *stage = r->job->stage;
	int code = stage && stage->begin ? stage->begin(r->job->ctx, h, &r->err) : 0;

	r->pg.done = r->job->common->no_pg || (r->job->in_place && !r->job->writer->keep_pg);
	r->progress = (struct otfp_progress){.on = r->job->common->progress, .header = h};
	if (code < 0)
		return code;
	otfp_job_narrow(r->job, r->src);
	r->stage_puts = stage && stage->attach && stage->attach(r->job->ctx, r->sink);
	otfp_sink_stop(r->sink, otfp_signal_came);
	r->begun = 1;
	return otfp_sink_begin(r->sink, stage && stage->header ? stage->header(r->job->ctx) : h);
}

/* Own @PG stands behind those of earlier stages. @return 0 to put rec, 1 to leave it out, <0 */
static int take_provenance(struct run *r, const struct otfp_record *rec)
{
	struct otfp_record own = {.type = OTFP_CONTROL};
	int is_pg = otfp_provenance_see(&r->pg, rec);

	if (r->job->common->no_pg)
		return is_pg;
	if (is_pg || r->pg.done)
		return 0;
	r->pg.done = 1;
	if (otfp_provenance_line(&r->pg, r->job->argc, r->job->argv, &own.line) < 0)
		return otfp_fail_memory(&r->err);
	return otfp_sink_put(r->sink, &own);
}

/* @return 0, 1 when the stage wants no more, <0 */
enum { KEPT_MAX = 64 };

/* What the stage puts of n records, some at a time. Its own copies live up to its next call only, so they
 * go at once; and what it puts itself must not overtake. @return 0, OTFP_END when it wants no more, <0 */
static int put_kept(struct run *r, const struct otfp_record *const *recs, size_t n)
{
	const struct otfp_stage_ops *stage = r->job->stage;
	const struct otfp_record *kept[KEPT_MAX];
	int verdict = 0, code = 0;
	size_t k = 0;

	for (size_t i = 0; i < n && code == 0 && verdict >= 0 && !(verdict & OTFP_LAST); i++) {
		const struct otfp_record *rec = recs[i];
		verdict = stage->record(r->job->ctx, &rec, &r->err);
		if (verdict > 0 && verdict & OTFP_PUT)
			kept[k++] = rec;
		if (k == KEPT_MAX || (k && (rec != recs[i] || r->stage_puts))) {
			code = otfp_sink_put_all(r->sink, kept, k);
			k = 0;
		}
	}
	if (code == 0)
		code = otfp_sink_put_all(r->sink, kept, k);
	if (verdict < 0 || code < 0)
		return verdict < 0 ? verdict : code;
	return verdict & OTFP_LAST ? OTFP_END : 0;
}

/* A control line alone; the first record behind those makes the way for the own @PG line. */
static int take_one(struct run *r, const struct otfp_record *rec)
{
	int code = take_provenance(r, rec), verdict = OTFP_PUT;

	if (code)
		return code < 0 ? code : 0;
	if (r->job->stage)
		verdict = r->job->stage->record(r->job->ctx, &rec, &r->err);
	code = verdict > 0 && verdict & OTFP_PUT ? otfp_sink_put(r->sink, rec) : 0;
	if (verdict < 0 || code < 0)
		return verdict < 0 ? verdict : code;
	return verdict & OTFP_LAST ? OTFP_END : 0;
}

static int take(struct run *r, const struct otfp_record *const *recs, size_t n)
{
	if (recs[0]->type == OTFP_CONTROL || !r->pg.done) {
		int code = take_one(r, *recs++);
		if (code || --n == 0)
			return code;
	}
	if (r->job->stage && r->job->stage->records)
		return r->job->stage->records(r->job->ctx, recs, n, &r->err);
	return r->job->stage ? put_kept(r, recs, n) : otfp_sink_put_all(r->sink, recs, n);
}

/* A source that was opened elsewhere has its messages there. */
static int read_on(struct run *r, const struct otfp_record *const **recs, size_t *n)
{
	int code = otfp_source_batch(r->src, recs, n);

	if (code < 0 && r->job->ready_err)
		r->err = *r->job->ready_err;
	return code;
}

static int loop(struct run *r)
{
	const struct otfp_record *const *recs;
	size_t n;
	int code;

	while ((code = read_on(r, &recs, &n)) == 0) {
		if (otfp_signal_came())
			return otfp_fail(&r->err, OTFP_EINTR, "interrupted");
		otfp_progress_step(&r->progress, recs[n - 1], n);
		code = take(r, recs, n);
		if (code)
			break;
	}
	return code < 0 ? code : 0;
}

static int finish(struct run *r)
{
	const struct otfp_stage_ops *stage = r->job->stage;
	struct otfp_record none = {.type = OTFP_NONE};
	int code = r->pg.done ? 0 : take_provenance(r, &none);

	if (code == 0 && stage && stage->end)
		code = stage->end(r->job->ctx, &r->err);
	if (code == 0 && r->job->in_place && otfp_source_troubles(r->src) && !r->job->common->keep_going)
		code = otfp_fail(&r->err, OTFP_EFAIL,
		                 "%s: is damaged, and stays as it was; --keep-going changes it all the same",
		                 r->job->sources[0]);
	return code < 0 ? code : otfp_sink_end(r->sink);
}

/* Even if nothing was read: later stages shall know why. On a terminal there are none. */
static int begin_to_abort(struct run *r)
{
	const struct otfp_header none = {0};

	if (!r->sink &&
	    (output_of(r->job) || r->job->target || r->job->count_only || isatty(STDOUT_FILENO) || open_sink(r) < 0))
		return OTFP_EFAIL;
	return r->begun ? 0 : otfp_sink_begin(r->sink, &none);
}

/* What stages behind this one need to know; where nothing can be said they see a cut stream. */
static void pass_on(struct run *r, int code)
{
	struct otfp_error failed = r->err;
	char *reason = strchr(failed.text, '\t');

	if (code == OTFP_ETRUNC || code == OTFP_EINTR || code == OTFP_EUSAGE || begin_to_abort(r) < 0)
		return;
	if (code != OTFP_EABORT) {
		otfp_sink_abort(r->sink, otfp_program(), failed.text);
	} else if (reason) {
		*reason = '\0';
		otfp_sink_abort(r->sink, failed.text, reason + 1);
	}
}

/* What is read, for a message. */
static const char *source_name(const struct otfp_job *job)
{
	if (job->nsources > 1)
		return "input";
	return job->nsources == 0 || strcmp(job->sources[0], "-") == 0 ? "stdin" : job->sources[0];
}

static int explain(const struct run *r, int code)
{
	const char *text = r->err.text, *reason = strchr(text, '\t');

	if (code == OTFP_EABORT && reason)
		otfp_message("%s: aborted by %.*s%s%s", source_name(r->job), (int)(reason - text), text,
		             reason[1] ? ": " : "", reason + 1);
	else if (code != OTFP_EINTR) /* who sent the signal knows */
		otfp_message("%s", text);
	return otfp_exit_status(code);
}

static int fail(struct run *r, int code)
{
	int status = explain(r, code);

	pass_on(r, code);
	return status;
}

static int status_of(struct run *r)
{
	if (otfp_source_troubles(r->src))
		return 1;
	return otfp_sink_lost(r->sink) && !r->job->common->lossy ? 1 : 0;
}

static int do_run(struct run *r)
{
	int code = otfp_pool_new(&r->job->pool, (unsigned)r->job->common->threads, &r->err);

	if (code == 0)
		code = open_source(r);
	if (code == 0)
		code = open_sink(r);
	if (code == 0)
		code = begin(r);
	if (code == 0)
		code = loop(r);
	if (code == 0)
		code = finish(r);
	return code;
}

static int in_place_error(const struct otfp_job *job)
{
	if (job->nsources != 1 || strcmp(job->sources[0], "-") == 0)
		return otfp_usage("--in-place changes one trace, which must be named");
	if (job->common->output)
		return otfp_usage("--in-place and -o exclude each other");
	return job->writer->streams_given ?
	               otfp_usage("--in-place leaves the streams as they are, so -n has no place") :
	               0;
}

int otfp_job_usage(const struct otfp_job *job)
{
	const struct otfp_writer *w = job->writer;

	if (job->in_place)
		return in_place_error(job);
	if (job->nsources == 0 && isatty(STDIN_FILENO))
		return otfp_usage("no trace named, and standard input is a terminal");
	if (!job->common->output && w &&
	    (w->streams_given || w->level_given || w->form || w->inline_snaps || w->keep_pg || w->unique_id ||
	     w->skip_unknown || w->force))
		return otfp_usage("options for writing a trace need -o NAME");
	return 0;
}

int otfp_run(struct otfp_job *job)
{
	struct run r = {.job = job};
	int code, status = otfp_job_usage(job);

	if (status)
		return status;
	otfp_signals_catch();
	code = do_run(&r);
	status = code < 0 ? fail(&r, code) : status_of(&r);
	otfp_progress_end(&r.progress);
	job->count = code < 0 ? UINT64_MAX : otfp_sink_count(r.sink);
	if (job->stage && job->stage->close)
		job->stage->close(job->ctx);
	otfp_sink_close(r.sink);
	otfp_source_close(r.src);
	otfp_source_close(job->ready);
	job->ready = NULL;
	otfp_pool_free(job->pool);
	job->pool = NULL;
	otfp_provenance_release(&r.pg);
	otfp_signals_release();
	return status;
}
