/* run.c - otf-stat: what it is asked for, and the report of a profile. */
#include "cmd/stat/run.h"
#include "base/error.h"
#include "base/set.h"
#include "cmd/stat/count.h"
#include "cmd/stat/derive/derive.h"
#include "cmd/stat/diff/diff.h"
#include "cmd/stat/iteration/iteration.h"
#include "cmd/stat/longest.h"
#include "cmd/stat/options.h"
#include "cmd/stat/output.h"
#include "cmd/stat/partial/partial.h"
#include "cmd/text/stdout.h"
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAPPED = 16 << 20 };

struct stat_run {
	struct stat_options *s;
	struct stat_count count;
	struct derive derive; /* replaces the report */
	struct stat_report report;
	int is_odd;
};

/* ---- output ---- */

static int output(void *ctx, struct otfp_error *err)
{
	struct stat_run *r = ctx;
	const int derives = derive_given(&r->derive);
	int code;

	r->report.tables = r->count.o.tables;
	r->report.shares = &r->count.shares;
	code = derives ? derive_write(&r->derive, &r->count.profile, err) :
	                 stat_report_print(&r->report, &r->count.profile, err);
	r->is_odd |= r->report.is_odd;
	if (code == 0 && derives)
		r->is_odd = derive_warn_odd(&r->count.profile);
	return code == 0 ? stdout_flush(err) : code;
}

/* ---- combine ---- */

static int combine_all(struct stat_run *r, char **files, unsigned n, int *is_short, struct otfp_error *err)
{
	int code;

	if (r->s->partial)
		return partial_join(&r->count.shares, files, n, STDOUT_FILENO, is_short, err);
	code = partial_load(&r->count.profile, &r->count.shares, files, n, is_short, err);
	if (code < 0)
		return code;
	if (r->s->form == STAT_FOLDED && !(r->count.profile.o.by >> OTFP_KEY_PATH & 1))
		return otfp_fail(err, OTFP_EUSAGE,
		                 "--folded: the combined counts are not by path; count them with --by path");
	return otfp_shares_check(&r->count.shares, err) < 0 ? OTFP_EFAIL : output(r, err);
}

static int combine(struct stat_run *r, const struct job *job)
{
	struct otfp_error err;
	int code, is_short = 0;

	if (job->read.nsources == 0)
		return message_usage("--combine needs the files that --partial wrote");
	if (r->s->by || r->s->every || r->s->time || r->s->depth_given || r->s->buffer || r->s->max_given ||
	    selection_given(&r->s->select) || r->s->select.part.parts)
		return message_usage("--combine takes only options of the output; give the others to --partial");
	code = combine_all(r, job->read.sources, (unsigned)job->read.nsources, &is_short, &err);
	if (code < 0)
		message_print("%s", err.text);
	return code < 0 ? exit_status(code) : is_short;
}

/* ---- all ---- */

/* @return 0, or the exit status after it reported the usage error */
static int check_choice(struct stat_run *r)
{
	const struct stat_options *s = r->s;

	if ((s->sort || s->top_given || s->columns) && derive_given(&r->derive))
		return message_usage("--sort, --top and --columns are for tables, --tsv and --json");
	return stat_report_begin(&r->report, s);
}

static int is_iteration(const struct stat_options *s)
{
	return s->table >> OTFP_NSTATS & 1;
}

static int run_other(struct job *job, struct stat_options *s)
{
	if (is_iteration(s))
		return stat_iteration_run(job, s);
	if (s->diff)
		return stat_compare_run(job, s);
	return stat_markers_run(job, s);
}

/* Options that mean something only with another one. @return 0, or 2 after it reported the usage error */
static int check_companions(const struct stat_options *s)
{
	if (s->form == STAT_FOLDED && s->table & ~(1u << OTFP_STAT_FUNCTION))
		return message_usage("--folded prints the calls of functions: leave out --table");
	if (s->state && (!s->time || s->form != STAT_JSON || s->table || s->every || s->combine || s->partial ||
	                 s->diff || s->longest_given || s->from_summaries || selection_given(&s->select)))
		return message_usage("--state is for --json -t A:B of all records, without --table and --every");
	if (s->inside && !is_iteration(s))
		return message_usage("--inside needs --table iteration");
	return 0;
}

/* Memory that folding has needed is kept for the next time, and for the rows: to give it back and have it cleared takes
 * a twentieth of the time. Larger arrays are mapped, so that they can grow without a copy. Where little memory may be
 * used, it is not kept. */
static void keep_memory(const struct otfp_profile_options *o)
{
#ifdef M_TRIM_THRESHOLD
	if (!(o->by >> OTFP_KEY_PATH & 1) || o->memory / 16 < MAPPED)
		return;
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
	mallopt(M_MMAP_THRESHOLD, MAPPED);
#endif
}

int stat_run(struct job *job, void *own)
{
	struct stat_options *s = own;
	struct stat_run *r;
	int status = check_companions(s);

	if (status || s->longest_given)
		return status ? status : stat_longest_run(job, s);
	r = calloc(1, sizeof *r);
	if (!r)
		return message_memory();
	status = derive_parse(&r->derive, s, &r->count.o);
	if (status || s->markers || s->diff || is_iteration(s)) {
		free(r);
		return status ? status : run_other(job, s);
	}
	r->s = r->count.s = s;
	r->count.rules = r->derive.rules ? &r->derive : NULL;
	r->count.done = output;
	r->count.ctx = r;
	stat_options_copy(&r->count.o, s);
	keep_memory(&r->count.o);
	if (stat_options_check(&r->count.o, s) || check_choice(r))
		status = 2;
	else
		status = s->combine ? combine(r, job) : stat_count_run(&r->count, job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	stat_count_release(&r->count);
	derive_release(&r->derive);
	stat_report_release(&r->report);
	free(r);
	return status;
}

void stat_release(void *own)
{
	struct stat_options *s = own;

	selection_release(&s->select);
	otfp_set_free(s->inside);
	otfp_set_free(s->function);
	free(s->time);
	free(s->columns);
}
