/* run.c - otf-stat: what it is asked for, and the report of a profile. */
#include "cmd/stat/run.h"
#include "base/error.h"
#include "base/set.h"
#include "cmd/stat/count.h"
#include "cmd/stat/derive.h"
#include "cmd/stat/diff.h"
#include "cmd/stat/iteration.h"
#include "cmd/stat/longest.h"
#include "cmd/stat/options.h"
#include "cmd/stat/others.h"
#include "cmd/stat/output.h"
#include "cmd/stat/partial.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct stat_run {
	struct otfp_statistics *s;
	struct otfp_stat_count count;
	struct otfp_derive derive; /* replaces the report */
	struct otfp_stat_report report;
	int is_odd;
};

/* ---- output ---- */

static int output(void *ctx, struct otfp_error *err)
{
	struct stat_run *r = ctx;
	const int derives = otfp_derive_given(&r->derive);
	int code;

	r->report.tables = r->count.o.tables;
	r->report.shares = &r->count.shares;
	code = derives ? otfp_derive_write(&r->derive, &r->count.profile, err) :
	                 otfp_stat_report_print(&r->report, &r->count.profile, err);
	r->is_odd |= r->report.is_odd;
	if (code == 0 && derives)
		r->is_odd = otfp_derive_warn_odd(&r->count.profile);
	errno = 0;
	if (code == 0 && (fflush(stdout) != 0 || ferror(stdout)))
		code = otfp_fail(err, OTFP_EFAIL, "stdout: write error");
	return code;
}

/* ---- combine ---- */

static int combine_all(struct stat_run *r, char **files, unsigned n, struct otfp_error *err)
{
	int code;

	if (r->s->partial)
		return otfp_partial_join(&r->count.shares, files, n, STDOUT_FILENO, err);
	code = otfp_partial_load(&r->count.profile, &r->count.shares, files, n, err);
	if (code < 0)
		return code;
	if (r->s->form == OTFP_STAT_FOLDED && !(r->count.profile.o.by >> OTFP_KEY_PATH & 1))
		return otfp_fail(err, OTFP_EUSAGE,
		                 "--folded: the combined counts are not by path; count them with --by path");
	return otfp_shares_check(&r->count.shares, err) < 0 ? OTFP_EFAIL : output(r, err);
}

static int combine(struct stat_run *r, const struct otfp_job *job)
{
	struct otfp_error err;
	int code;

	if (job->read.nsources == 0)
		return otfp_usage("--combine needs the files that --partial wrote");
	if (r->s->by || r->s->every || r->s->time || r->s->depth_given || r->s->max_given ||
	    otfp_selection_given(&r->s->select) || r->s->select.part.parts)
		return otfp_usage("--combine takes only options of the output; give the others to --partial");
	code = combine_all(r, job->read.sources, (unsigned)job->read.nsources, &err);
	if (code < 0)
		otfp_message("%s", err.text);
	return code < 0 ? otfp_exit_status(code) : 0;
}

/* ---- all ---- */

/* @return 0, or the exit status after it reported the usage error */
static int check_choice(struct stat_run *r)
{
	const struct otfp_statistics *s = r->s;

	if ((s->sort || s->top_given || s->columns) && otfp_derive_given(&r->derive))
		return otfp_usage("--sort, --top and --columns are for tables, --tsv and --json");
	return otfp_stat_report_begin(&r->report, s);
}

static int is_iteration(const struct otfp_statistics *s)
{
	return s->table >> OTFP_NSTATS & 1;
}

static int run_other(struct otfp_job *job, struct otfp_statistics *s)
{
	if (is_iteration(s))
		return otfp_stat_iteration_run(job, s);
	if (s->diff)
		return otfp_stat_compare_run(job, s);
	return s->markers ? otfp_stat_markers_run(job, s) : otfp_stat_other_run(job, s);
}

/* Options that mean something only with another one. @return 0, or 2 after it reported the usage error */
static int check_companions(const struct otfp_statistics *s)
{
	if (s->function && !s->longest_given)
		return otfp_usage("--function needs --longest");
	if (s->fail_above && !s->diff)
		return otfp_usage("--fail-above needs --diff");
	if (s->junit && !s->fail_above)
		return otfp_usage("--junit needs --diff --fail-above");
	if (s->inside && !is_iteration(s))
		return otfp_usage("--inside needs --table iteration");
	return 0;
}

int otfp_statistics_run(struct otfp_job *job, struct otfp_statistics *s)
{
	struct stat_run *r;
	int status = check_companions(s);

	if (status || s->longest_given)
		return status ? status : otfp_stat_longest_run(job, s);
	r = calloc(1, sizeof *r);
	if (!r)
		return otfp_out_of_memory();
	status = otfp_derive_parse(&r->derive, s, &r->count.o);
	if (status || s->markers || s->diff || is_iteration(s) || otfp_stat_is_other(s)) {
		free(r);
		return status ? status : run_other(job, s);
	}
	r->s = r->count.s = s;
	r->count.rules = r->derive.rules ? &r->derive : NULL;
	r->count.done = output;
	r->count.ctx = r;
	otfp_stat_options_take(&r->count.o, s);
	if (job->common->output)
		status = otfp_usage("-o NAME writes a trace with --summaries; the report goes to standard output");
	else if (otfp_stat_options_check(&r->count.o, s) || check_choice(r))
		status = 2;
	else
		status = s->combine ? combine(r, job) : otfp_stat_count_run(&r->count, job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	otfp_stat_count_release(&r->count);
	otfp_derive_release(&r->derive);
	otfp_stat_report_release(&r->report);
	free(r);
	return status;
}

void otfp_statistics_release(struct otfp_statistics *s)
{
	otfp_selection_release(&s->select);
	otfp_set_free(s->inside);
	otfp_set_free(s->function);
	free(s->time);
	free(s->columns);
	free(s->points);
	free(s->at);
}
