/* run.c - otf-report: its options, and one pass over the trace that feeds the models of the page. */
#include "cmd/report/run.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/report/page.h"
#include "cmd/select/select.h"
#include "cmd/run/span.h"
#include "cmd/run/twice.h"
#include "cmd/text/roots.h"
#include "cmd/text/signals.h"
#include "commit/newfile.h"
#include "record/table.h"
#include "trace/source.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS = 500, DEPTH = 128, MEMORY = 64 << 20 };

#define AT(member) offsetof(struct report_options, member)
const struct option_row report_options[] = {
	{'o', "output", "FILE", "write FILE, which appears when it is complete, not standard output", OPT_OUTPUT,
         WRITES_FILE, AT(output), NULL},
	FLAG(0, "force", "replace FILE if it exists, once the new one is complete", force),
	{0, "title", "TEXT", "title of the page, not the name of the trace", OPT_STRING, 0, AT(title), NULL},
	{0, "detail", "SIZE", "put at most SIZE bytes of the timeline in for zooming; 2M if not given; 0: none",
         OPT_SIZE, 0, AT(detail), NULL},
	{0, "rows", "N", "put at most N rows in a table; 500 if not given; 0: all", OPT_GIVEN_NUMBER, 1000000000,
         AT(rows), NULL},
	{0},
};
#undef AT

const struct report_options report_defaults = {.detail = 2 << 20};

struct run {
	const struct job *job;
	struct report_options *o;
	struct otfp_interval *time; /* of the selection, for the profile */
	int selects;                /* some records do not count */
	struct otfp_bounds bounds;
	struct event_span span;
	uint64_t enters; /* records of the first pass in the span */
	struct pull pull;
	struct otfp_newfile file;
	struct otfp_check_options check_options;
	struct otfp_check *check;
	struct page page;
	int has_timed;  /* a timed record was read, ... */
	uint64_t start; /* ... the first at this time */
	int is_out;     /* of memory, in a callback */
	int has_failed; /* in the first pass; the reason is in err */
	struct otfp_error err;
};

/* ---- the check ---- */

static void origin(void *ctx, const struct otfp_record *rec, struct otfp_origin *o)
{
	otfp_source_origin(((const struct run *)ctx)->pull.src, rec, o);
}

static int found(void *ctx, const struct otfp_finding *f)
{
	struct run *r = ctx;

	r->is_out |= found_add(&r->page.found, f, r->pull.src, r->page.info.name) < 0;
	return r->is_out;
}

static void report(void *ctx, const struct otfp_error *e)
{
	struct run *r = ctx;

	message_error(NULL, e);
	if (e->code != OTFP_END)
		otfp_check_error(r->check, e);
}

static int open_check(struct run *r)
{
	struct otfp_check_options *o = &r->check_options;

	for (unsigned i = 0; i < OTFP_NRULES; i++)
		o->severity[i] = otfp_rules[i].severity;
	o->origin = origin;
	o->found = found;
	o->ctx = r;
	r->check = otfp_check_begin(o);
	return r->check ? 0 : -1;
}

static void reads(void *ctx, struct otfp_read_options *o)
{
	o->strays = 1;
	o->report = report;
	o->ctx = ctx;
}

/* ---- the stage ---- */

static int list_file(void *ctx, const struct otfp_listed *file)
{
	struct run *r = ctx;

	return otfp_info_file(&r->page.info, file) < 0 ? otfp_fail_memory(&r->pull.err) : 0;
}

static int begin_info(struct run *r, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_source *src = r->pull.src;
	int code;

	r->page.info.format = src->format ? src->format : "traces";
	r->page.info.header = *h;
	r->page.info.is_full = 1;
	code = otfp_source_list(src, list_file, r);
	if (code < 0)
		*err = r->pull.err;
	return code;
}

enum { PROFILES = 3 };

static struct otfp_profile *profile(struct run *r, unsigned i)
{
	struct page *p = &r->page;

	if (i == 0)
		return &p->profile;
	return i == 1 ? &p->shares : &p->paths;
}

static int begin_profiles(struct run *r, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_profile_options o = {.tables = (1u << OTFP_NSTATS) - 1,
	                                 .memory = MEMORY,
	                                 .take_pair = page_take_pair,
	                                 .take_pair_ctx = &r->page};
	int code = otfp_bounds_bind(r->time, h, &r->bounds, err);

	if (code == 0 && r->selects)
		code = selection_begin(&r->o->select, h, err);
	if (code < 0)
		return code;
	o.has_from = r->bounds.has_from;
	o.from = r->bounds.from;
	o.has_to = r->bounds.has_to;
	o.to = r->bounds.to;
	otfp_profile_begin(&r->page.profile, &o, h);
	o.by = 1u << OTFP_KEY_PROCESS | 1u << OTFP_KEY_GROUP;
	o.tables = 1u << OTFP_STAT_FUNCTION;
	o.sums_only = 1;
	otfp_profile_begin(&r->page.shares, &o, h);
	o.by = 1u << OTFP_KEY_PATH;
	o.depth = DEPTH;
	otfp_profile_begin(&r->page.paths, &o, h);
	return 0;
}

static int is_wanted(void *ctx, uint32_t process)
{
	struct run *r = ctx;

	return !r->selects || selection_stage.wanted(&r->o->select, process);
}

static int has(const struct run *r, unsigned type)
{
	return !r->selects || r->o->select.compiled->plans[type].record;
}

/* Whether all processes that live are defined, so that the timeline has no rows but those of definitions. */
static int are_defined(const struct otfp_wait_engine *w)
{
	const struct otfp_names *names = otfp_wait_names(w);
	size_t n, i = 0;
	const struct otfp_wait_life *lives = otfp_wait_lives(w, &n);

	while (i < n && otfp_names_find(names, OTFP_NAMED_PROCESS,
	                                otfp_names_ref(names, OTFP_NAMED_PROCESS, lives[i].process, lives[i].process)))
		i++;
	return i == n;
}

/* How many records of calls the timeline will meet, at least; 0 = unknown. Calls are closed, but for those that are
 * open at the end. */
static uint64_t least_calls(const struct run *r)
{
	const struct otfp_wait_engine *w = r->page.lost.w;
	uint64_t open;

	if (r->selects || r->time || !w || !are_defined(w))
		return 0;
	open = otfp_wait_open_calls(w);
	return r->enters + (open < r->enters ? r->enters - open : 0);
}

static int begin_detail(struct run *r, const struct otfp_header *h, struct otfp_error *err)
{
	const struct otfp_profile_options *p = &r->page.profile.o;
	const struct otfp_timeline_options o = {.from = p->has_from ? p->from : r->span.first,
	                                        .to = p->has_to ? p->to : r->span.last,
	                                        .has_to = p->has_to,
	                                        .no_calls = !has(r, OTFP_Enter),
	                                        .no_messages = !has(r, OTFP_RecvMsg),
	                                        .no_operations = 1,
	                                        .no_markers = 1,
	                                        .wanted = is_wanted,
	                                        .ctx = r};

	r->page.wanted = is_wanted;
	r->page.wanted_ctx = r;
	r->page.detail.least_calls = least_calls(r);
	return detail_begin(&r->page.detail, r->o->detail, r->span.first, &o, h, err);
}

static int report_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = otfp_newfile_open(&r->file, r->o->output ? r->o->output : "-",
	                             r->o->force ? OTFP_NEWFILE_REPLACE : 0, signal_came, err);

	if (code == 0)
		code = begin_info(r, h, err);
	if (code == 0)
		code = begin_profiles(r, h, err);
	if (code == 0)
		code = begin_detail(r, h, err);
	otfp_check_source(r->check, h, otfp_source_is_on_disk(r->pull.src));
	return code;
}

/* Whether a record matters for what is lost: processes that are not selected make others wait. */
static int loses(const struct run *r, const struct otfp_record *rec)
{
	return !otfp_is_timed(rec->file) || has(r, OTFP_Enter);
}

/* Take a record that the selection drops: it may define a name, or complete a message. */
static int count_other(struct run *r, struct otfp_profile *p, const struct otfp_record *rec)
{
	if (p->o.tables >> OTFP_STAT_MATRIX & 1 && selection_is_partner(&r->o->select, rec, r->start))
		return otfp_profile_partner(p, rec);
	return otfp_profile_learn(p, rec);
}

static int count(struct run *r, const struct otfp_record *rec, int counts)
{
	int rc = 0;

	for (unsigned i = 0; i < PROFILES && rc == 0; i++)
		rc = counts ? otfp_profile_add(profile(r, i), rec) : count_other(r, profile(r, i), rec);
	return rc;
}

static int take_selected(struct run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	const struct otfp_profile *p = &r->page.profile;
	const int keep = r->selects ? selection_keep(&r->o->select, rec, err) : 1;

	if (keep < 0)
		return keep;
	if (!r->has_timed && otfp_is_timed(rec->file)) {
		r->has_timed = 1;
		r->start = rec->time;
	}
	if (r->time && otfp_is_timed(rec->file))
		otfp_interval_meet(r->time, p->o.from, p->o.to, p->o.has_to, rec->time);
	if (loses(r, rec) && lost_follow(&r->page.lost, rec, err) < 0)
		return err->code;
	return count(r, rec, keep) < 0 || detail_add(&r->page.detail, &rec, 1) < 0 ? otfp_fail_memory(err) : 0;
}

static int take_whole(struct run *r, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	int rc = 0, code = 0;

	for (unsigned i = 0; i < PROFILES && rc == 0; i++)
		rc = otfp_profile_add_all(profile(r, i), recs, n);
	for (size_t i = 0; i < n && rc == 0 && code == 0; i++)
		code = lost_follow(&r->page.lost, recs[i], err);
	if (code < 0)
		return code;
	return rc < 0 || detail_add(&r->page.detail, recs, n) < 0 ? otfp_fail_memory(err) : 0;
}

static int report_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = 0;

	if (otfp_info_add_all(&r->page.info, recs, n) < 0 || otfp_check_add(r->check, recs, n) < 0 || r->is_out)
		return otfp_fail_memory(err);
	if (!r->selects && !r->time)
		return take_whole(r, recs, n, err);
	for (size_t i = 0; i < n && code == 0; i++)
		code = take_selected(r, recs[i], err);
	return code;
}

static int report_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	int code = report_records(ctx, rec, 1, err);

	return code < 0 ? code : OTFP_DROP;
}

static int write_page(struct run *r)
{
	int code = pen_init(&r->page.html.pen, r->file.fd, r->file.name, &r->err);

	return code < 0 ? code : page_write(&r->page);
}

static int report_end(void *ctx, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = 0;

	for (unsigned i = 0; i < PROFILES; i++)
		code |= otfp_profile_end(profile(r, i));
	if (code == 0 && lost_finish(&r->page.lost, err) < 0)
		return err->code;
	if (code < 0 || otfp_check_end(r->check, 1) < 0 || r->is_out || detail_end(&r->page.detail) < 0)
		return otfp_fail_memory(err);
	code = write_page(r);
	if (code < 0)
		*err = r->err;
	else if (r->page.lost.roots)
		roots_warn(r->page.lost.roots, "");
	return code;
}

static void report_close(void *ctx)
{
	struct run *r = ctx;

	otfp_check_release(r->check);
	page_release(&r->page);
}

static const struct otfp_stage_ops stage = {
	.begin = report_begin,
	.record = report_record,
	.records = report_records,
	.end = report_end,
	.close = report_close,
};

/* ---- the first pass ---- */

static int first_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;
	struct otfp_wait_options o = {.is_reported = r->selects ? is_wanted : NULL, .is_reported_ctx = r};
	int code = otfp_bounds_bind(r->time, h, &r->bounds, err);

	if (code == 0 && r->selects)
		code = selection_begin(&r->o->select, h, err);
	if (code == 0) {
		span_start(&r->span, h);
		otfp_wait_bound(&o, &r->bounds);
		code = lost_begin(&r->page.lost, &o, h, err);
	}
	r->has_failed = code < 0;
	return code;
}

/* What the timeline needs to know first. */
static void measure(struct run *r, const struct otfp_record *rec)
{
	span_add(&r->span, rec);
	r->page.detail.processes += rec->type == OTFP_DefProcess;
	r->page.detail.records++;
	r->enters += rec->type == OTFP_Enter && rec->time >= r->span.first;
}

static int first_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = r->selects ? selection_learn(&r->o->select, *rec, err) : 0;

	measure(r, *rec);
	if (code == 0 && loses(r, *rec))
		code = lost_add(&r->page.lost, *rec, err);
	r->has_failed = code < 0;
	return code < 0 ? code : OTFP_DROP;
}

static int first_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct run *r = ctx;
	int code;

	for (size_t i = 0; i < n; i++)
		measure(r, recs[i]);
	code = lost_add_all(&r->page.lost, recs, n, err);
	r->has_failed = code < 0;
	return code;
}

/* The second one is for runs without a selection. */
static const struct otfp_stage_ops first_stage = {.begin = first_begin, .record = first_record};
static const struct otfp_stage_ops first_whole_stage = {.begin = first_begin,
                                                        .record = first_record,
                                                        .records = first_records};

/* Damage and an early end are left to the next pass, which meets them again. @return 0, or <0 with r->err set */
static int first_pass(struct run *r, struct twice *t, struct job *job)
{
	int code;

	job->stage = r->selects ? &first_stage : &first_whole_stage;
	code = twice_pass(t, &r->err);
	if (code == OTFP_EINTR || code == OTFP_EFAIL || r->has_failed)
		return code;
	return lost_end(&r->page.lost, &r->err);
}

/* ---- all ---- */

/* The command line, which says what is selected. @return 0, or -1 when memory is out */
static int take_selection(struct run *r)
{
	struct otfp_buf *text = &r->page.selection;
	int rc = 0;

	for (int i = 0; i < r->job->argc && rc == 0; i++)
		rc = otfp_buf_printf(text, i ? " %s" : "%s", i ? r->job->argv[i] : program_name());
	return rc;
}

static void take_options(struct run *r, struct job *job, struct report_options *o)
{
	r->job = job;
	r->o = o;
	r->time = o->select.time;
	o->select.time = NULL;
	r->selects = selection_given(&o->select);
	r->page.title = o->title;
	r->page.is_part = r->selects;
	r->page.rows = o->rows ? (size_t)o->rows : SIZE_MAX;
	if (!o->rows_given)
		r->page.rows = ROWS;
	r->page.info.name = job->read.nsources ? job->read.sources[0] : "-";
	job->files[0] = &r->file;
	job->read.part = o->select.part;
	job->read.whole = "a report";
	job->write.count_only = 1;
	job->write.prints = !o->output;
}

/* Find the span and what is lost, then read all. @return the exit status */
static int run(struct run *r, struct job *job)
{
	struct twice twice = {0};
	int code = twice_begin(&twice, job, &r->err);

	job->reads = reads;
	job->ctx = r;
	if (code == 0)
		code = first_pass(r, &twice, job);
	if (code < 0) {
		message_print("%s", r->err.text);
		twice_release(&twice);
		report_close(r);
		return exit_status(code);
	}
	job->stage = &stage;
	return twice_run_pulled(&twice, job, &r->pull);
}

int report_run(struct job *job, void *own)
{
	struct report_options *o = own;
	struct run *r = calloc(1, sizeof *r);
	int status;

	if (!r)
		return message_memory();
	job->common->keep_going = 1; /* the report is about damage, too */
	take_options(r, job, o);
	if (job_usage(job))
		status = 2;
	else if (open_check(r) < 0 || ((r->selects || r->time) && take_selection(r) < 0))
		status = message_memory();
	else
		status = run(r, job);
	o->select.time = r->time;
	free(r);
	return status;
}

void report_release(void *own)
{
	struct report_options *o = own;

	selection_release(&o->select);
}
