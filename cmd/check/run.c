/* run.c - otf-check: reads each source separately and applies the rules. Reading continues after damage, which is a
 * finding like others. */
#include "cmd/check/run.h"
#include "base/error.h"
#include "cmd/check/print.h"
#include "cmd/check/results.h"
#include "cmd/run/run.h"
#include "record/control.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct run {
	struct job *job;
	const struct check_options *o;
	struct otfp_check_options check_options;
	struct check_printer printer;
	struct check_results results;
	int stopped, no_memory;
	int failed;       /* the exit status if a check could not be completed */
	uint64_t counted; /* findings that make the exit status 1 */

	/* of the source that is being read */
	struct pull pull;
	struct otfp_check *check;
};

/* ---- callbacks of the check ---- */

static void origin(void *ctx, const struct otfp_record *rec, struct otfp_origin *o)
{
	const struct run *r = ctx;

	otfp_source_origin(r->pull.src, rec, o);
}

static int found(void *ctx, const struct otfp_finding *f)
{
	struct run *r = ctx;

	r->printer.src = r->pull.src;
	r->no_memory |= check_print(&r->printer, f) < 0;
	check_results_add(&r->results, f, r->pull.src, r->printer.name);
	if (f->severity >= (r->o->strict ? OTFP_SEVERITY_WARNING : OTFP_SEVERITY_ERROR))
		r->counted += f->more ? f->more : 1;
	r->stopped = r->o->max_findings && r->counted >= (uint64_t)r->o->max_findings;
	return r->stopped || r->no_memory;
}

static void report(void *ctx, const struct otfp_error *e)
{
	struct run *r = ctx;

	if (e->code == OTFP_END || !otfp_check_error(r->check, e))
		message_error(NULL, e);
}

/* ---- one source ---- */

static int open_source(struct run *r, const struct job_sources *what)
{
	struct otfp_read_options o = job_read_options(r->job);

	o.keep_going = 1;
	o.strict = 0; /* the severity of the rule decides */
	o.strays = 1;
	o.in_order = 0; /* it is a finding */
	o.report = report;
	o.ctx = r;
	if (pull_open(&r->pull, what, &o) < 0)
		return r->pull.code;
	progress_begin(&r->pull.progress, common_progress(r->job->common), 1, otfp_source_header(r->pull.src));
	otfp_check_source(r->check, otfp_source_header(r->pull.src), otfp_source_is_on_disk(r->pull.src));
	return 0;
}

/* Findings about two processes need the records of both. */
static void warn_share(const struct run *r, const struct otfp_record *rec)
{
	struct otfp_share s;

	if (otfp_control_kind(rec) == OTFP_C_PART && otfp_share_get(&s, &rec->line) == 0 && s.parts > 1)
		message_warning(
			"%s: is share %u of %u: messages and collective operations with processes of other shares "
			"are not checked",
			r->pull.name, s.part, s.parts);
}

static int read_all(struct run *r)
{
	const struct otfp_record *const *recs;
	size_t n;
	int code = 0;

	while (code == 0 && !otfp_check_stopped(r->check) && (code = pull_next(&r->pull, &recs, &n)) == 0) {
		if (recs[0]->type == OTFP_CONTROL)
			warn_share(r, recs[0]);
		if (otfp_check_add(r->check, recs, n) < 0)
			code = otfp_fail_memory(&r->pull.err);
	}
	progress_end(&r->pull.progress);
	return code;
}

/* The check of this trace failed, which counts as an error of the trace. */
static void fail(struct run *r, const char *text, int status)
{
	message_print("%s", text);
	snprintf(r->printer.failure, sizeof r->printer.failure, "%s", text);
	r->failed = status;
}

/* The reading failed: the cause is a finding, or else a failure of otf-check itself. */
static void explain(struct run *r)
{
	struct otfp_error e;

	pull_explain(&r->pull, &e);
	if (otfp_check_error(r->check, &e))
		return;
	fail(r, e.text, r->pull.code == OTFP_EUSAGE ? 2 : CHECK_FAILED);
}

static void check_source(struct run *r, const struct job_sources *what)
{
	r->pull.code = open_source(r, what);
	if (r->pull.code == 0)
		r->pull.code = read_all(r);
	if (r->pull.code < 0)
		explain(r);
	r->no_memory |= otfp_check_end(r->check, r->pull.code == OTFP_END) < 0;
	pull_close(&r->pull);
}

static void check(struct run *r, const struct job_sources *what)
{
	int is_named = what->nsources && strcmp(what->sources[0], "-") != 0;

	check_print_begin(&r->printer, is_named ? what->sources[0] : "stdin");
	r->check = otfp_check_begin(&r->check_options);
	r->no_memory = !r->check;
	if (r->check)
		check_source(r, what);
	if (r->no_memory)
		fail(r, "out of memory", CHECK_FAILED);
	check_print_end(&r->printer, r->check);
	check_results_trace(&r->results, r->printer.name);
	otfp_check_release(r->check);
}

/* ---- all ---- */

/* @return 0, or 2 after reporting the usage error */
static int usage_error(const struct run *r)
{
	const struct job *job = r->job;

	if (r->o->markers && job->read.nsources > 1)
		return message_usage("--markers takes one trace");
	return job_usage(job);
}

static int check_all(struct run *r)
{
	struct job_sources one;
	unsigned at = 0;
	int status;

	if (otfp_pool_new(&r->job->pool, (unsigned)r->job->common->threads, &r->pull.err) < 0) {
		message_print("%s", r->pull.err.text);
		return CHECK_FAILED;
	}
	do {
		at += job_trace(r->job, at, &one);
		check(r, &one);
	} while (at < (unsigned)r->job->read.nsources && !r->stopped && !r->no_memory);
	check_print_all(&r->printer);
	status = check_flush();
	if (status == 0 && !r->failed)
		status = check_results_end(&r->results);
	check_printer_release(&r->printer);
	otfp_pool_free(r->job->pool);
	r->job->pool = NULL;
	if (r->failed || status)
		return r->failed ? r->failed : status;
	return r->counted != 0;
}

int check_run(struct job *job, void *own)
{
	const struct check_options *o = own;
	struct run r = {.job = job, .o = o};
	int status;

	job->read.part = o->part;
	r.check_options.origin = origin;
	r.check_options.found = found;
	r.check_options.ctx = &r;
	r.printer.quiet = job->common->quiet;
	r.printer.json = o->json;
	r.printer.markers = o->markers;
	status = check_severities(r.check_options.severity, o);
	if (status == 0 && o->rules && job->read.nsources)
		return message_usage("--rules checks no trace; --rules=NAME explains one rule");
	if (status == 0 && o->rules &&
	    (o->junit || o->force || o->json || o->markers || o->max_findings_given || o->part.parts))
		return message_usage("--rules checks no trace: of the options it takes --rule");
	if (status == 0 && o->rules)
		return check_print_rules(r.check_options.severity, o->rules);
	if (status == 0)
		status = usage_error(&r);
	if (status == 0)
		status = check_results_begin(&r.results, o, r.check_options.severity);
	if (status == 0)
		status = check_all(&r);
	check_results_release(&r.results);
	return status;
}
