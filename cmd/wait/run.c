/* run.c - otf-wait: the engine as a stage of otfp_run, and its output. */
#include "cmd/wait/run.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/run/signals.h"
#include "cmd/wait/print.h"
#include "cmd/wait/tables.h"
#include "record/table.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* If --max-points and --top are not given. */
enum { WINDOWS_MAX = 1000000, WORST = 10 };

struct wait_run {
	struct otfp_waits *s;
	const struct otfp_common *common;
	struct otfp_wait_options o;
	struct otfp_header header; /* only resolution and span */
	struct otfp_wait *w;
	int selects;
	int is_odd;
};

/* ---- the stage ---- */

static int wanted(void *ctx, uint32_t process)
{
	const struct wait_run *r = ctx;

	return !r->selects || otfp_selection_stage.wanted(&r->s->select, process);
}

static int bind(struct wait_run *r, const struct otfp_header *h, struct otfp_error *err)
{
	const struct otfp_waits *s = r->s;
	struct otfp_wait_options *o = &r->o;
	struct otfp_time t;
	int code = s->time ? otfp_interval_bind(s->time, h, &o->from, &o->to, &o->has_to, err) : 0;

	o->has_from = s->time && s->time->has_from;
	if (code == 0 && s->time)
		otfp_interval_meet_span(s->time, o->from, o->to, o->has_to, h);
	if (code < 0 || !s->every)
		return code;
	code = otfp_time_parse(&t, s->every, "--every", err);
	return code < 0 ? code : otfp_length_bind(&t, "--every", h, &o->every, err);
}

static int wait_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct wait_run *r = ctx;
	int code = bind(r, h, err);

	if (code == 0 && r->selects)
		code = otfp_selection_begin(&r->s->select, h, err);
	if (code < 0)
		return code;
	r->header = *h;
	r->w = otfp_wait_new(&r->o, h);
	return r->w ? 0 : otfp_fail_memory(err);
}

static unsigned wait_kinds(void *ctx)
{
	(void)ctx;
	return OTFP_KIND(OTFP_EVENT) | OTFP_KIND(OTFP_SNAP);
}

static int cannot(const struct wait_run *r, struct otfp_error *err)
{
	if (otfp_wait_too_many(r->w))
		return otfp_fail(err, OTFP_EUSAGE, "%s: more than the %" PRIu64 " windows that --max-points allows",
		                 r->s->inside ? "--inside" : "--every", r->o.most);
	return otfp_fail_memory(err);
}

static int wait_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct wait_run *r = ctx;
	int keep = r->selects ? otfp_selection_keep(&r->s->select, *rec, err) : 1;

	if (otfp_is_timed((*rec)->file))
		otfp_interval_meet(r->s->time, r->o.from, r->o.to, r->o.has_to, (*rec)->time);
	else
		keep = 1; /* definitions of processes that are left out have names, too */
	if (keep > 0 && otfp_wait_see(r->w, *rec) < 0)
		return cannot(r, err);
	return keep < 0 ? keep : OTFP_DROP;
}

static int wait_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct wait_run *r = ctx;

	for (size_t i = 0; i < n; i++)
		if (otfp_wait_see(r->w, recs[i]) < 0)
			return cannot(r, err);
	return 0;
}

/* ---- output ---- */

/* The tables to print, in order. */
static const struct {
	int (*fill)(const struct wait_view *v, struct wait_sheet *s);
	unsigned table; /* enum wait_table that it belongs to */
	unsigned needs; /* bits of --by that it needs, if any */
} sheets[] = {
	{wait_table_efficiency, WAIT_TABLE_EFFICIENCY, 0},
	{wait_table_process, WAIT_TABLE_EFFICIENCY, 1u << OTFP_WAIT_PROCESS},
	{wait_table_load, WAIT_TABLE_EFFICIENCY, 1u << OTFP_WAIT_FUNCTION},
	{wait_table_wait, WAIT_TABLE_WAIT, 0},
	{wait_table_worst, WAIT_TABLE_WAIT, 0},
};
enum { NSHEETS = sizeof sheets / sizeof *sheets };

static int print_sheet(const struct wait_run *r, const struct wait_sheet *s, struct otfp_json *j, unsigned printed)
{
	if (r->s->form == WAIT_FORM_JSON) {
		wait_print_json(s, j);
		return 0;
	}
	if (printed)
		putchar('\n');
	if (r->s->form == WAIT_FORM_TSV)
		return wait_print_tsv(s, stdout);
	return wait_print_table(s, r->header.resolution, SIZE_MAX, stdout);
}

static int print_sheets(const struct wait_run *r, struct otfp_json *j)
{
	const struct wait_view v = {.w = r->w,
	                            .names = otfp_wait_names(r->w),
	                            .by = r->o.by,
	                            .has_windows = r->o.every || r->o.inside,
	                            .is_calls = r->o.inside != NULL};
	unsigned printed = 0;
	int rc = 0;

	for (unsigned i = 0; i < NSHEETS && rc == 0; i++) {
		struct wait_sheet s = {0};
		if (!(r->s->table >> sheets[i].table & 1) || (sheets[i].needs & r->s->by) != sheets[i].needs)
			continue;
		rc = sheets[i].fill(&v, &s);
		if (rc == 0)
			rc = print_sheet(r, &s, j, printed++);
		wait_sheet_release(&s);
	}
	return rc;
}

static uint64_t count_of(const struct wait_run *r, unsigned what)
{
	size_t n;
	const struct otfp_wait_window *rows = otfp_wait_windows(r->w, &n);
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += rows[i].counts[what];
	return sum;
}

static int print_all(const struct wait_run *r)
{
	struct otfp_json j = {.out = stdout};
	int rc;

	if (r->s->form != WAIT_FORM_JSON)
		return print_sheets(r, NULL);
	otfp_json_begin(&j, NULL, '{');
	otfp_json_number(&j, "resolution", r->header.resolution != 0, r->header.resolution);
	for (unsigned i = 0; i < OTFP_WAIT_NCOUNTS; i++)
		otfp_json_number(&j, otfp_wait_count_name(i), 1, count_of(r, i));
	rc = print_sheets(r, &j);
	otfp_json_line(&j, 0);
	otfp_json_end(&j, '}');
	putchar('\n');
	return rc;
}

/* What the figures do not include, or why they may be wrong. */
static void warn(struct wait_run *r)
{
	static const char *const texts[OTFP_WAIT_NCOUNTS] = {
		[OTFP_WAIT_SKEWED] = "received before they were sent: %" PRIu64
				     "; waits and transfer efficiency are unreliable, otf-remap --causal corrects clocks",
		[OTFP_WAIT_OUTSIDE] = "messages and operations outside of every communication call: %" PRIu64,
		[OTFP_WAIT_INCOMPLETE] = "collective operations without all their members: %" PRIu64,
		[OTFP_WAIT_UNTYPED] = "collective operations of unknown type: %" PRIu64,
	};

	for (unsigned i = 0; i < OTFP_WAIT_NCOUNTS; i++) {
		const uint64_t n = texts[i] ? count_of(r, i) : 0;
		if (!n)
			continue;
		otfp_warn(texts[i], n);
		r->is_odd = 1;
	}
}

static int wait_end(void *ctx, struct otfp_error *err)
{
	struct wait_run *r = ctx;
	int rc = otfp_wait_end(r->w);

	otfp_signals_release(); /* there is nothing to undo, and sorting many rows takes time */
	if (rc < 0)
		return cannot(r, err);
	if (print_all(r) < 0)
		return otfp_fail_memory(err);
	warn(r);
	errno = 0;
	return fflush(stdout) != 0 || ferror(stdout) ? otfp_fail(err, OTFP_EFAIL, "stdout: write error") : 0;
}

static const struct otfp_stage_ops stage = {
	.begin = wait_begin,
	.wanted = wanted,
	.kinds = wait_kinds,
	.record = wait_record,
	.end = wait_end,
};

/* For inputs of which all records count. */
static const struct otfp_stage_ops whole_stage = {
	.begin = wait_begin,
	.kinds = wait_kinds,
	.record = wait_record,
	.records = wait_records,
	.end = wait_end,
};

/* ---- all ---- */

/* @return 0, or 2 after reporting the usage error */
static int check(const struct otfp_waits *s)
{
	if (s->inside && s->every)
		return otfp_usage("--inside and --every exclude each other");
	if (s->inside && s->time)
		return otfp_usage("--inside and --time exclude each other: calls are counted from the begin of the trace");
	return 0;
}

static void set_options(struct wait_run *r)
{
	struct otfp_waits *s = r->s;

	if (!s->table)
		s->table = 1u << WAIT_TABLE_EFFICIENCY | 1u << WAIT_TABLE_WAIT;
	r->o = (struct otfp_wait_options){
		.clocks = s->table >> WAIT_TABLE_EFFICIENCY & 1,
		.load = s->by >> OTFP_WAIT_FUNCTION & s->table >> WAIT_TABLE_EFFICIENCY & 1,
		.each = s->by >> OTFP_WAIT_PROCESS & 1,
		.states = s->table >> WAIT_TABLE_WAIT & 1,
		.by = s->by,
		.top = (unsigned)(s->top_given ? s->top : WORST),
		.comm = s->comm,
		.inside = s->inside,
		.most = (uint64_t)(s->max_given ? s->max : WINDOWS_MAX),
		.wanted = wanted,
		.wanted_ctx = r,
	};
}

int otfp_waits_run(struct otfp_job *job, struct otfp_waits *s)
{
	struct wait_run r = {.s = s, .common = job->common, .selects = otfp_selection_given(&s->select)};
	int status = check(s);

	if (status)
		return status;
	set_options(&r);
	job->write.count_only = 1;
	job->stage = r.selects || s->time ? &stage : &whole_stage;
	job->ctx = &r;
	status = otfp_run(job);
	otfp_wait_free(r.w);
	return status == 0 && r.is_odd && job->common->strict ? 1 : status;
}
