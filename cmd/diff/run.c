/* run.c - otf-diff: reads two sources side by side. */
#include "cmd/diff/run.h"
#include "io/files.h"
#include "cmd/text/progress.h"
#include "cmd/run/run.h"
#include "cmd/text/signals.h"
#include "cmd/diff/print.h"
#include "cmd/text/stdout.h"
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct diff_options, member)
const struct option_row diff_options[] = {
	{0, "ignore", "LIST", "ignore these: RECORD, FIELD, RECORD.FIELD, time, tags, stream", OPT_LIST, 0, AT(ignore),
         record_word},
	FLAG(0, "by-name", "compare the names of tokens, not their numbers", by_name),
	FLAG(0, "all", "compare control lines, too: streams, provenance, losses", all),
	FLAG(0, "list", "print every difference, in the order in which they are found", list),
	FLAG(0, "json", "print one JSON object a line, the last one with the totals", json),
	{0, "max-differences", "N", "stop at difference N; -q stops at the first and prints nothing", OPT_GIVEN_NUMBER,
         1000000000, AT(most), NULL},
	{0},
};
#undef AT

enum { SAME, DIFFERENT, USAGE, FAILED = 4 }; /* exit statuses */
enum { ENOUGH = -100 };                      /* from the callback: the most differences asked for are found */

struct reader {
	struct job_sources what;
	struct pull pull;
	const struct otfp_record *const *recs; /* the unused records of the last batch */
	size_t n;
	uint64_t timed; /* timed records used so far */
};

struct diff_run {
	struct job *job;
	struct diff diff;
	struct diff_printer printer;
	struct reader side[2];
	struct progress progress; /* of the comparison */
	uint64_t most;            /* differences to stop at */
	int failed;               /* a side could not be read to its end */
	int broken;               /* and not because of its contents: the result is not known */
};

static int report(void *ctx, const struct difference *d)
{
	struct diff_run *r = ctx;

	if (diff_printer_report(&r->printer, d) < 0)
		return -1;
	return r->diff.count >= r->most ? ENOUGH : 0;
}

/* ---- reading ---- */

static int open_side(struct diff_run *r, struct reader *side)
{
	struct otfp_read_options o = job_read_options(r->job);

	o.max_files = otfp_files_budget((unsigned)r->job->common->max_files, 2);
	o.report = message_error;
	o.in_order = 0; /* it compares process by process */
	return pull_open(&side->pull, &side->what, &o);
}

/* Read until this side has records or has ended. @return 0, or <0 after reporting the error */
static int fill(struct diff_run *r, unsigned at)
{
	struct reader *side = &r->side[at];

	while (side->n == 0 && !r->diff.ended[at] && pull_next(&side->pull, &side->recs, &side->n) != 0) {
		side->n = 0;
		if (side->pull.code < 0) {
			pull_report(&side->pull);
			r->broken |= side->pull.code == OTFP_EINTR ||
			             (side->pull.code == OTFP_EFAIL && side->pull.err.flaw == OTFP_FLAW_NONE);
			return side->pull.code;
		}
		diff_end_side(&r->diff, at);
	}
	return 0;
}

/* ---- comparing ---- */

static int is_untimed(const struct otfp_record *rec)
{
	return rec->type == OTFP_CONTROL || rec->type == OTFP_OTHER || !otfp_is_timed(rec->file);
}

static int are_skipped(struct diff_run *r, const struct otfp_record *a, const struct otfp_record *b)
{
	if (!otfp_is_timed(a->file) || !otfp_is_timed(b->file))
		return 0;
	if (r->diff.compare.by_name)
		return diff_are_settled(&r->diff, a, b);
	return diff_is_same(a, b) && diff_is_settled(&r->diff, a);
}

/* Pass over records that are the same on both sides. */
static void skip_same(struct diff_run *r)
{
	struct reader *a = &r->side[0], *b = &r->side[1];
	size_t i = 0;

	while (i < a->n && i < b->n && are_skipped(r, a->recs[i], b->recs[i]))
		i++;
	if (!i)
		return;
	progress_step(&r->progress, a->recs[i - 1], 2 * i);
	for (unsigned at = 0; at < 2; at++) {
		r->diff.now[at] = r->side[at].recs[i - 1]->time;
		r->side[at].recs += i;
		r->side[at].n -= i;
		r->side[at].timed += i;
		r->diff.numbers[at] += i;
	}
}

/* The side to take the next record from: one that has an untimed record, else the one with the earlier record. */
static unsigned choose(const struct diff_run *r)
{
	const struct otfp_record *a, *b;

	if (!r->side[0].n || !r->side[1].n)
		return r->side[0].n == 0;
	a = r->side[0].recs[0];
	b = r->side[1].recs[0];
	if (is_untimed(a) || is_untimed(b))
		return !is_untimed(a);
	if (a->time != b->time && !r->diff.compare.ignore.time)
		return b->time < a->time;
	return r->side[1].timed < r->side[0].timed;
}

static int take(struct diff_run *r, unsigned at)
{
	struct reader *side = &r->side[at];
	const struct otfp_record *rec = *side->recs++;

	side->n--;
	side->timed += !is_untimed(rec);
	progress_step(&r->progress, rec, 1);
	if (diff_printer_add(&r->printer, rec) < 0)
		return -1;
	return diff_add(&r->diff, at, rec);
}

/* @return 0; -1 when memory is out; ENOUGH; <0 with r->failed set where a side cannot be read */
static int compare(struct diff_run *r)
{
	int rc = 0;

	while (rc == 0) {
		if (fill(r, 0) < 0 || fill(r, 1) < 0) {
			r->failed = 1;
			return 0;
		}
		if (!r->side[0].n && !r->side[1].n)
			return 0;
		skip_same(r);
		if (r->side[0].n && r->side[1].n)
			rc = take(r, choose(r));
		else if (r->diff.ended[0] || r->diff.ended[1])
			rc = r->side[0].n || r->side[1].n ? take(r, choose(r)) : 0;
	}
	return rc;
}

/* ---- all ---- */

static int finish(struct diff_run *r, int rc)
{
	int troubles = 0;

	if (rc == 0)
		rc = diff_end(&r->diff, !r->failed);
	for (unsigned at = 0; at < 2; at++)
		troubles |= otfp_source_troubles(r->side[at].pull.src) != 0;
	if (diff_printer_end(&r->printer, &r->diff, rc == 0 && !r->failed) < 0)
		rc = -1;
	if (rc < 0 && rc != ENOUGH) {
		message_print("out of memory");
		r->broken = 1;
	}
	if ((r->printer.out && stdout_end() < 0) || r->broken)
		return FAILED;
	if (r->diff.count)
		return DIFFERENT;
	return r->failed || troubles ? FAILED : SAME;
}

static int open_both(struct diff_run *r)
{
	struct otfp_error err;

	if (otfp_pool_new(&r->job->pool, (unsigned)r->job->common->threads, &err) < 0) {
		message_print("%s", err.text);
		return FAILED;
	}
	for (unsigned at = 0; at < 2; at++) {
		struct reader *side = &r->side[at];
		int code = open_side(r, side);
		if (code < 0) {
			pull_report(&side->pull);
			return code == OTFP_EUSAGE ? USAGE : FAILED;
		}
	}
	return 0;
}

static int run(struct diff_run *r)
{
	int status = open_both(r);

	if (status == 0) {
		progress_begin(&r->progress, common_progress(r->job->common), 0,
		               otfp_source_header(r->side[0].pull.src));
		status = finish(r, compare(r));
		progress_end(&r->progress);
	}
	for (unsigned at = 0; at < 2; at++)
		pull_close(&r->side[at].pull);
	otfp_pool_free(r->job->pool);
	r->job->pool = NULL;
	diff_printer_release(&r->printer);
	diff_close(&r->diff);
	return status;
}

static void prepare(struct diff_run *r, struct job *job, const struct diff_options *o)
{
	int quiet = job->common->quiet;
	unsigned used = 0;

	r->job = job;
	r->most = o->most_given ? (uint64_t)o->most : UINT64_MAX;
	if (quiet)
		r->most = 1;
	r->diff.all = o->all;
	r->diff.compare.by_name = o->by_name;
	r->diff.report = report;
	r->diff.ctx = r;
	r->printer.list = o->list;
	r->printer.json = o->json;
	r->printer.out = quiet ? NULL : stdout;
	for (unsigned at = 0; at < 2; at++) {
		struct job_sources *what = &r->side[at].what;
		used += job_trace(job, used, what);
		r->printer.traces[at] = strcmp(what->sources[0], "-") ? what->sources[0] : "stdin";
	}
}

static int check(const struct job *job, const struct diff_options *o)
{
	struct job_sources a, b;
	unsigned first, n = (unsigned)job->read.nsources;

	first = job_trace(job, 0, &a);
	if (first == n)
		return message_usage("name two traces");
	if (first + job_trace(job, first, &b) != n)
		return message_usage("more than two traces are named");
	if (strcmp(a.sources[0], "-") == 0 && strcmp(b.sources[0], "-") == 0)
		return message_usage("standard input cannot be read twice: name a trace");
	return o->most_given && o->most == 0 ? message_usage("--max-differences: want a number from 1") : 0;
}

int diff_run(struct job *job, void *own)
{
	const struct diff_options *o = own;
	struct diff_run *r = calloc(1, sizeof *r);
	struct otfp_error err;
	int status = r ? check(job, o) : FAILED;

	if (!r)
		message_print("out of memory");
	if (status == 0 && o->ignore && diff_ignore_parse(&r->diff.compare.ignore, o->ignore, &err) < 0)
		status = message_bad_value(&err) == USAGE ? USAGE : FAILED;
	if (status == 0) {
		prepare(r, job, o);
		signals_catch();
		status = run(r);
		signals_release();
	}
	free(r);
	return status;
}

void diff_release(void *own)
{
	struct diff_options *o = own;

	free(o->ignore);
}
