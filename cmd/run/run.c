/*
 * run.c - the one loop of all commands: source, stage, sink.
 *
 * A run ends in one of these ways: @END or a committed trace; @ABORT and exit 1; or neither, and exit 3, if the input
 * itself has no @END.
 */
#include "cmd/run/run.h"
#include "cmd/run/resume.h"
#include "cmd/option/share.h"
#include "base/error.h"
#include "cmd/run/provenance.h"
#include "cmd/run/asked.h"
#include "cmd/text/signals.h"
#include "trace/sink.h"
#include "trace/source.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct run {
	struct job *job;
	struct pull *pull; /* the stage and the sink use its error, too */
	struct otfp_sink *sink;
	struct provenance pg;
	struct share_line share;
	int begun;      /* otfp_sink_begin was called */
	int is_refused; /* the stage cannot do what the options say */
	int is_done;    /* --resume: there is nothing to do */
	int stage_puts; /* the stage puts records itself */
	int has_enough; /* the stage needs no more records */
	struct otfp_taker taker;
};

/* Options for writing a trace that make of each share another trace. */
static void name_whole(struct job *job)
{
	const struct writer *w = job->write.options;

	if (job->read.whole || !w || !(w->streams_given || w->unique_id))
		return;
	job->read.whole = w->streams_given ? "--streams" : "--unique-id";
	job->read.instead = w->unique_id ? "give it to otf-write --join" : NULL;
}

static int open_source(struct run *r)
{
	struct otfp_read_options o = job_read_options(r->job);
	int code = 0;

	name_whole(r->job);
	o.report = message_error;
	if (r->job->reads)
		r->job->reads(r->job->ctx, &o);
	if (!r->pull->src)
		code = pull_open(r->pull, &r->job->read, &o);
	if (code == 0 && r->job->write.in_place && !otfp_source_is_on_disk(r->pull->src))
		return otfp_fail(&r->pull->err, OTFP_EUSAGE,
		                 "%s: is not an OTF trace on disk; --in-place cannot change it",
		                 r->job->read.sources[0]);
	return code;
}

/* Keep the stored @PG lines of earlier commands. */
static void set_in_place(const struct run *r, struct otfp_write_options *o)
{
	const struct otfp_stage_ops *stage = r->job->stage;

	o->streams = -1;
	o->force = 1;
	o->keep_pg = 1;
	o->keep = stage && stage->keeps ? stage->keeps(r->job->ctx, otfp_source_header(r->pull->src)) : 0;
}

static int open_sink(struct run *r)
{
	const struct job_target *w = &r->job->write;
	struct otfp_write_options o;

	if (w->count_only)
		return otfp_sink_create_count(&r->sink, &r->pull->err);
	if (w->format)
		return otfp_sink_create(&r->sink, w->format, w->name, w->how, w->own, &r->pull->err);
	if (!job_output(r->job))
		return otfp_sink_create_lines(&r->sink, STDOUT_FILENO, "stdout", job_packing(r->job), &r->pull->err);
	o = job_write_options(r->job);
	if (w->in_place)
		set_in_place(r, &o);
	return otfp_sink_create(&r->sink, "otf", job_output(r->job), &o, NULL, &r->pull->err);
}

static int open_stoppable_sink(struct run *r)
{
	int code = open_sink(r);

	otfp_sink_stop(r->sink, signal_came);
	return code;
}

static int writes_lines(const struct job *job)
{
	return !(job->write.count_only || job->write.format || job_output(job));
}

static int prints(const struct job *job)
{
	return job->write.prints || writes_lines(job);
}

/* Percent of DefTimeRange, which need not be that of the records, may not be what is wanted. */
static void tell_percent(const struct run *r, const struct otfp_header *h)
{
	if (r->job->common->by_percent && !h->has_span && !h->has_window && h->has_range)
		message_warning("times in percent are of DefTimeRange, %" PRIu64 " to %" PRIu64
		                ": the input does not say when its records begin and end",
		                h->range_first, h->range_last);
}

static int begin(struct run *r)
{
	const struct otfp_stage_ops *stage = r->job->stage;
	const struct otfp_header *h;
	int code;

	progress_begin(&r->pull->progress, common_progress(r->job->common), prints(r->job), NULL);
	r->pull->progress.header = h = otfp_source_header(r->pull->src); /* a sorted trace is read for it */
	tell_percent(r, h);
	code = stage && stage->begin ? stage->begin(r->job->ctx, h, &r->pull->err) : 0;

	r->pg.done = r->job->common->no_pg || (r->job->write.in_place && !r->job->write.options->keep_pg);
	r->is_refused = code < 0 && !r->job->input_failed;
	if (code < 0)
		return code;
	pull_narrow(r->pull, stage, r->job->ctx);
	if (!stage && writes_lines(r->job))
		otfp_source_lines_only(r->pull->src);
	r->stage_puts = stage && stage->attach && stage->attach(r->job->ctx, r->sink);
	r->begun = 1;
	return otfp_sink_begin(r->sink, stage && stage->header ? stage->header(r->job->ctx) : h);
}

/* Put our own @PG line after those of earlier stages. @return 0 to put rec, 1 to leave it out, <0 */
static int take_provenance(struct run *r, const struct otfp_record *rec)
{
	struct otfp_record own;
	int is_pg = provenance_add(&r->pg, rec);

	if (is_pg < 0)
		return otfp_fail_memory(&r->pull->err);
	if (r->job->common->no_pg)
		return is_pg;
	if (is_pg || r->pg.done)
		return 0;
	r->pg.done = 1;
	if (provenance_line(&r->pg, r->job->argc, r->job->argv, &own) < 0)
		return otfp_fail_memory(&r->pull->err);
	return otfp_sink_put(r->sink, &own);
}

/* @param verdict  of the stage @param code  of putting the record @return 0, OTFP_END if the stage needs no more
 * records, <0 */
static int code_of(struct run *r, int verdict, int code)
{
	if (verdict < 0 || code < 0)
		return verdict < 0 ? verdict : code;
	r->has_enough |= verdict & OTFP_LAST;
	return r->has_enough ? OTFP_END : 0;
}

enum { KEPT_MAX = 64 };

/* Pass n records to the stage and put those it keeps, in batches. A copy of the stage is valid only until its next
 * call, and a record that the stage puts itself must not overtake others: in these cases put the batch at once.
 * @return 0, OTFP_END if the stage needs no more records, <0 */
static int put_kept(struct run *r, const struct otfp_record *const *recs, size_t n)
{
	const struct otfp_stage_ops *stage = r->job->stage;
	const struct otfp_record *kept[KEPT_MAX];
	int verdict = 0, code = 0;
	size_t k = 0;

	for (size_t i = 0; i < n && code == 0 && verdict >= 0 && !(verdict & OTFP_LAST); i++) {
		const struct otfp_record *rec = recs[i];
		verdict = stage->record(r->job->ctx, &rec, &r->pull->err);
		if (verdict > 0 && verdict & OTFP_PUT)
			kept[k++] = rec;
		if (k == KEPT_MAX || (k && (rec != recs[i] || r->stage_puts))) {
			code = otfp_sink_put_all(r->sink, kept, k);
			k = 0;
		}
	}
	if (code == 0)
		code = otfp_sink_put_all(r->sink, kept, k);
	return code_of(r, verdict, code);
}

/* Take a control line, or the first record after the control lines, before which our own @PG line is put. */
static int take_one(struct run *r, const struct otfp_record *rec)
{
	int code = take_provenance(r, rec), verdict = OTFP_PUT;

	if (code)
		return code < 0 ? code : 0;
	if (share_line(&r->share, r->job->common, &rec) < 0)
		return otfp_fail_memory(&r->pull->err);
	if (r->job->stage)
		verdict = r->job->stage->record(r->job->ctx, &rec, &r->pull->err);
	code = verdict > 0 && verdict & OTFP_PUT ? otfp_sink_put(r->sink, rec) : 0;
	return code_of(r, verdict, code);
}

static int take_timed(void *ctx, const struct otfp_record *rec)
{
	struct run *r = ctx;
	const int verdict = r->job->stage->record(r->job->ctx, &rec, &r->pull->err);

	return code_of(r, verdict, verdict > 0 && verdict & OTFP_PUT ? otfp_sink_put(r->sink, rec) : 0);
}

/* From now on timed records go straight to the stage, or to the sink: the CPU looks for the next one meanwhile, which
 * gains 1 to 9%. Stages with much to do for each record are faster in batches: they have `records`. */
static void set_taker(struct run *r)
{
	const struct otfp_stage_ops *stage = r->job->stage;

	if (!stage)
		pull_taker(r->pull, otfp_sink_taker(r->sink));
	else if (stage->taker)
		pull_taker(r->pull, stage->taker(r->job->ctx));
	else if (!stage->records) {
		r->taker = (struct otfp_taker){.take = take_timed, .ctx = r};
		pull_taker(r->pull, &r->taker);
	}
}

static int take(struct run *r, const struct otfp_record *const *recs, size_t n)
{
	if (recs[0]->type == OTFP_CONTROL || !r->pg.done) {
		int code = take_one(r, *recs++);
		if (r->pg.done)
			set_taker(r);
		if (code || --n == 0)
			return code;
	}
	if (r->job->stage && r->job->stage->records)
		return r->job->stage->records(r->job->ctx, recs, n, &r->pull->err);
	return r->job->stage ? put_kept(r, recs, n) : otfp_sink_put_all(r->sink, recs, n);
}

static int loop(struct run *r)
{
	const struct otfp_record *const *recs;
	size_t n;
	int code = 0;

	while (code == 0 && (code = pull_next(r->pull, &recs, &n)) == 0)
		code = take(r, recs, n);
	return code < 0 ? code : 0;
}

/* First sync them all, and at the end give them their names: then only a rename can still fail. */
static int end_files(struct job *job, int (*end)(struct otfp_newfile *f, struct otfp_error *err),
                     struct otfp_error *err)
{
	int code = 0;

	for (int i = 0; i < JOB_FILES && code == 0; i++)
		if (job->files[i] && job->files[i]->name)
			code = end(job->files[i], err);
	return code;
}

static int writes_files(const struct job *job)
{
	return (job->files[0] && job->files[0]->name) || (job->files[1] && job->files[1]->name);
}

/* What a source could not read, and said so, is not in the output: the output is not given its name, and a stream ends
 * with @ABORT. @return 0, or <0 after damage without --keep-going */
static int refuse_damaged(struct run *r)
{
	const struct job *job = r->job;
	const int has_output = job->write.whole || job->write.format || job_output(job) || writes_files(job);

	if (job->common->keep_going || !otfp_source_troubles(r->pull->src) || !(has_output || writes_lines(job)))
		return 0;
	return otfp_fail(&r->pull->err, OTFP_EFAIL,
	                 job->write.in_place ?
	                         "%s: is damaged and was not changed; --keep-going changes it anyway" :
	                         "%s: is damaged, so there is no output; --keep-going writes what can be read",
	                 r->pull->name);
}

static int finish(struct run *r)
{
	const struct otfp_stage_ops *stage = r->job->stage;
	struct otfp_record none = {.type = OTFP_NONE};
	int code = r->pg.done ? 0 : take_provenance(r, &none);

	if (code == 0)
		code = refuse_damaged(r);
	if (code == 0 && stage && stage->end)
		code = stage->end(r->job->ctx, &r->pull->err);
	/* if the stage did not need all records, or another share has the others, nothing is known to be missing */
	if (code == 0 && r->pull->code == OTFP_END && !r->has_enough && !r->share.is_share)
		code = asked_report(r->job->common, &r->pull->err);
	if (code == 0)
		code = end_files(r->job, otfp_newfile_sync, &r->pull->err);
	if (code == 0)
		code = otfp_sink_end(r->sink);
	if (code == 0)
		code = end_files(r->job, otfp_newfile_end, &r->pull->err);
	return code == 0 && stage && stage->commit ? stage->commit(r->job->ctx, &r->pull->err) : code;
}

/* Begin the sink anyway, so that the next stage sees @ABORT. If stdout is a terminal, there is no next stage. */
static int begin_to_abort(struct run *r)
{
	const struct otfp_header none = {0};

	if (!r->sink && (job_output(r->job) || r->job->write.format || r->job->write.count_only ||
	                 isatty(STDOUT_FILENO) || open_stoppable_sink(r) < 0))
		return OTFP_EFAIL;
	return r->begun ? 0 : otfp_sink_begin(r->sink, &none);
}

/* Tell later stages with @ABORT why the stream ends. Without it they see a truncated stream. Of wrong options there is
 * no stream. */
static void pass_on(struct run *r, int code)
{
	struct otfp_error failed = r->pull->err;
	const char *program = program_name(), *reason = failed.text;

	if (code == OTFP_ETRUNC || (code == OTFP_EINTR && signal_came()) || code == OTFP_EUSAGE || r->is_refused ||
	    r->pull->is_refused || begin_to_abort(r) < 0)
		return;
	if (code == OTFP_EABORT)
		otfp_error_aborted(&failed, &program, &reason);
	otfp_sink_abort(r->sink, program, reason);
}

static int fail(struct run *r)
{
	const struct otfp_stage_ops *stage = r->job->stage;

	if (stage && stage->flush)
		stage->flush(r->job->ctx);
	pull_report(r->pull);
	pass_on(r, r->pull->code);
	return pull_status(r->pull);
}

static int status_of(const struct run *r)
{
	int status = r->is_done ? 0 : pull_status(r->pull);

	return status == 0 && otfp_sink_lost(r->sink) && !r->job->common->lossy ? 1 : status;
}

static int do_run(struct run *r)
{
	int code = otfp_pool_new(&r->job->pool, (unsigned)r->job->common->threads, &r->pull->err);

	if (code == 0)
		code = open_source(r);
	if (code == 0 && r->job->write.options && r->job->write.options->resume)
		code = resume_is_done(r->job, r->pull);
	if (code > 0) {
		r->is_done = 1;
		return 0;
	}
	if (code == 0)
		code = open_stoppable_sink(r);
	if (code == 0)
		code = begin(r);
	if (code == 0)
		code = loop(r);
	progress_end(&r->pull->progress);
	if (code == 0)
		code = finish(r);
	return code;
}

int run_pulled(struct job *job, struct pull *p)
{
	struct run r = {.job = job, .pull = p};
	int status;

	signals_catch();
	p->code = do_run(&r);
	status = p->code < 0 ? fail(&r) : status_of(&r);
	job->count = p->code < 0 ? UINT64_MAX : otfp_sink_count(r.sink);
	if (job->stage && job->stage->close)
		job->stage->close(job->ctx);
	for (int i = 0; i < JOB_FILES; i++)
		if (job->files[i])
			otfp_newfile_release(job->files[i]);
	otfp_sink_close(r.sink);
	pull_close(p);
	otfp_pool_free(job->pool);
	job->pool = NULL;
	provenance_release(&r.pg);
	share_line_release(&r.share);
	signals_release();
	return status;
}

int run_job(struct job *job)
{
	struct pull p = {0};
	int status = job_usage(job);

	return status ? status : run_pulled(job, &p);
}
