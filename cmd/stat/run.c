/* run.c - otf-stat: the profile as a stage of otfp_run, and its output. */
#include "cmd/stat/run.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/run/select/select.h"
#include "cmd/stat/derive.h"
#include "cmd/stat/options.h"
#include "cmd/stat/others.h"
#include "cmd/run/signals.h"
#include "record/table.h"
#include "profile/fromsummaries.h"
#include "cmd/stat/partial.h"
#include "cmd/stat/output.h"
#include "cmd/stat/rulesform.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct stat_run {
	struct otfp_statistics *s;
	struct otfp_profile_options o;
	struct otfp_profile profile;
	struct otfp_from_summaries from;
	struct otfp_derive derive; /* replaces the report */
	struct otfp_shares shares; /* that are counted */
	struct otfp_stat_report report;
	int selects; /* some timed records do not count */
	int is_odd;

	/* With an interval, reading may enter the trace at the last snapshot point before it. */
	int has_point;           /* there is such a point */
	uint64_t point;          /* its time */
	int may_enter;           /* the input can be entered at a point */
	int entered;             /* reading started at the point */
	int again;               /* a stream has no snapshot there: read everything once more */
	struct otfp_map snapped; /* streams with a snapshot at the point */
	struct otfp_map checked; /* processes whose stream was looked up in `snapped` */
};

/* ---- the stage ---- */

static int stat_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct stat_run *r = ctx;
	int code = otfp_stat_options_bind(&r->o, r->s, h, err);

	if (code == 0 && r->selects)
		code = otfp_selection_begin(&r->s->select, h, err);
	if (code == 0)
		otfp_profile_begin(&r->profile, &r->o, h);
	return code;
}

/* The events before the interval, or those after the last snapshot point, decide which calls are open at its start. */
static int stat_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	struct stat_run *r = ctx;

	r->entered = r->may_enter && r->has_point;
	*from = r->entered ? r->point : 0;
	*to = r->o.to;
	*has_to = r->o.has_to;
	return r->o.has_to || r->entered;
}

/* Counts do not depend on the order of records of different processes, unless something cuts calls in time or selects
 * records. */
static unsigned stat_kinds(void *ctx)
{
	const struct stat_run *r = ctx;
	int is_cut = r->o.every || r->o.has_from || r->o.has_to || r->selects;

	return OTFP_KIND(OTFP_EVENT) | OTFP_KIND(OTFP_SNAP) | (is_cut ? 0 : OTFP_LOOSE);
}

static int stat_wanted(void *ctx, uint32_t process)
{
	struct stat_run *r = ctx;

	return !r->selects || otfp_selection_stage.wanted(&r->s->select, process);
}

enum { POINT_SUMMARY = 1 }; /* type of DefAuxSamplePoint */

static void note_point(struct stat_run *r, const struct otfp_record *rec)
{
	if (!r->o.has_from || rec->f[1].u == POINT_SUMMARY || rec->f[0].u > r->o.from)
		return;
	if (!r->has_point || rec->f[0].u > r->point)
		r->point = rec->f[0].u;
	r->has_point = 1;
}

static uint64_t home_of(const struct stat_run *r, uint32_t process)
{
	const uint64_t *stream = otfp_map_get(&r->profile.names.streams, process);

	return stream ? *stream : 0;
}

/* After entering at a snapshot point: records before it do not count. If a stream has no snapshot there, set r->again.
 * @return whether the record counts, or <0 when memory is out */
static int is_past_point(struct stat_run *r, const struct otfp_record *rec)
{
	if (rec->type >= OTFP_NTYPES || !otfp_is_timed(otfp_table[rec->type].file))
		return 1;
	if (rec->time == r->point && otfp_table[rec->type].file == OTFP_SNAP)
		return otfp_map_set(&r->snapped, home_of(r, rec->loc), 0) < 0 ? -1 : 1;
	if (rec->time <= r->point || otfp_map_get(&r->checked, rec->loc))
		return rec->time >= r->point;
	r->again = !otfp_map_get(&r->snapped, home_of(r, rec->loc));
	return otfp_map_set(&r->checked, rec->loc, 0) < 0 ? -1 : 1;
}

static int cannot_count(const struct stat_run *r, struct otfp_error *err)
{
	return r->profile.too_many ? otfp_stat_too_many(&r->o, err) : otfp_fail_memory(err);
}

static int note_share(struct stat_run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	struct otfp_share s;

	if (otfp_control_kind(rec) != OTFP_C_PART || otfp_share_get(&s, &rec->line) < 0)
		return 0;
	return otfp_shares_take(&r->shares, &s, "the input", err);
}

static int stat_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct stat_run *r = ctx;
	int rc;

	if (OTFP_UNLIKELY((*rec)->type == OTFP_CONTROL) && (rc = note_share(r, *rec, err)) < 0)
		return rc;
	if (OTFP_UNLIKELY((*rec)->type == OTFP_DefAuxSamplePoint))
		note_point(r, *rec);
	if (OTFP_UNLIKELY(r->entered)) {
		rc = is_past_point(r, *rec);
		if (rc <= 0)
			return rc < 0 ? otfp_fail_memory(err) : OTFP_DROP;
		if (r->again)
			return OTFP_DROP | OTFP_LAST;
	}
	if (otfp_is_timed((*rec)->file))
		otfp_interval_meet(r->s->time, r->o.from, r->o.to, r->o.has_to, (*rec)->time);
	if (OTFP_UNLIKELY(r->derive.rules) && otfp_rules_out_see(&r->derive.out, &r->profile, *rec) < 0)
		return otfp_fail_memory(err);
	if (OTFP_UNLIKELY(r->selects)) {
		rc = otfp_selection_keep(&r->s->select, *rec, err);
		if (rc < 0)
			return rc;
		if (!rc) /* it does not count, but may define a name */
			return otfp_profile_learn(&r->profile, *rec) < 0 ? otfp_fail_memory(err) : OTFP_DROP;
	}
	if (OTFP_UNLIKELY(r->derive.rules) && r->derive.form->keeps_paths &&
	    otfp_rules_out_count(&r->derive.out, &r->profile, *rec) < 0)
		return otfp_fail_memory(err);
	return otfp_profile_see(&r->profile, *rec) < 0 ? cannot_count(r, err) : OTFP_DROP;
}

static int stat_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct stat_run *r = ctx;

	return otfp_profile_see_all(&r->profile, recs, n) < 0 ? cannot_count(r, err) : 0;
}

/* ---- output ---- */

static int output(struct stat_run *r, struct otfp_error *err)
{
	const int derives = otfp_derive_given(&r->derive);
	int code;

	r->report.tables = r->o.tables;
	r->report.shares = &r->shares;
	code = derives ? otfp_derive_write(&r->derive, &r->profile, err) :
	                 otfp_stat_report_print(&r->report, &r->profile, err);
	r->is_odd |= r->report.is_odd;
	if (code == 0 && derives)
		r->is_odd = otfp_derive_warn_odd(&r->profile);
	errno = 0;
	if (code == 0 && (fflush(stdout) != 0 || ferror(stdout)))
		code = otfp_fail(err, OTFP_EFAIL, "stdout: write error");
	return code;
}

static int stat_end(void *ctx, struct otfp_error *err)
{
	struct stat_run *r = ctx;

	r->again |= r->entered && r->snapped.n == 0;
	if (r->again)
		return 0;
	return otfp_profile_end(&r->profile) < 0 ? otfp_fail_memory(err) : output(r, err);
}

static const struct otfp_stage_ops stage = {
	.begin = stat_begin,
	.window = stat_window,
	.wanted = stat_wanted,
	.kinds = stat_kinds,
	.record = stat_record,
	.end = stat_end,
};

/* For inputs of which all records count. */
static const struct otfp_stage_ops whole_stage = {
	.begin = stat_begin,
	.kinds = stat_kinds,
	.record = stat_record,
	.records = stat_records,
	.end = stat_end,
};

/* ---- from summaries ---- */

static int from_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct stat_run *r = ctx;
	uint64_t last;
	int code = stat_begin(ctx, h, err);

	r->from.from = r->o.from;
	r->from.to = r->o.to;
	r->from.has_to = r->o.has_to;
	otfp_header_span(h, &r->from.begin, &last);
	if (r->s->time) /* sums of an interval need records only outside of it */
		r->s->time->met = 1;
	r->profile.from_summaries = 1;
	return code;
}

static unsigned from_kinds(void *ctx)
{
	(void)ctx;
	return OTFP_KIND(OTFP_STAT);
}

static int from_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct stat_run *r = ctx;

	*has_to = 1;
	return otfp_from_summaries_window(&r->from, from, to);
}

static int from_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct stat_run *r = ctx;
	int keep = r->selects ? otfp_selection_keep(&r->s->select, *rec, err) : 1;

	if (keep < 0)
		return keep;
	if (otfp_profile_learn(&r->profile, *rec) < 0 || (keep && otfp_from_summaries_see(&r->from, *rec) < 0))
		return otfp_fail_memory(err);
	return OTFP_DROP;
}

/* Summaries may exist for only some of the streams. */
static int warn_missing(struct stat_run *r, struct otfp_error *err)
{
	uint64_t first;
	size_t n;

	if (otfp_from_summaries_missing(&r->from, &r->profile.names, &n, &first) < 0)
		return otfp_fail_memory(err);
	if (n)
		otfp_warn("streams without summaries: %zu, the first is %" PRIu64 "; the report does not include them",
		          n, first);
	return 0;
}

static int from_end(void *ctx, struct otfp_error *err)
{
	struct stat_run *r = ctx;
	int code = otfp_from_summaries_fill(&r->from, &r->profile, err);

	if (code == 0 && !r->selects)
		code = warn_missing(r, err);
	return code < 0 ? code : output(r, err);
}

static const struct otfp_stage_ops from_stage = {
	.begin = from_begin,
	.kinds = from_kinds,
	.window = from_window,
	.wanted = stat_wanted,
	.record = from_record,
	.end = from_end,
};

/* ---- combine ---- */

static int combine_all(struct stat_run *r, char **files, unsigned n, struct otfp_error *err)
{
	int code;

	if (r->s->partial)
		return otfp_partial_join(&r->shares, files, n, STDOUT_FILENO, err);
	code = otfp_partial_load(&r->profile, &r->shares, files, n, err);
	if (code < 0)
		return code;
	if (r->s->form == OTFP_STAT_FOLDED && !(r->profile.o.by >> OTFP_KEY_PATH & 1))
		return otfp_fail(err, OTFP_EUSAGE,
		                 "--folded: the combined counts are not by path; count them with --by path");
	return otfp_shares_check(&r->shares, err) < 0 ? OTFP_EFAIL : output(r, err);
}

static int combine(struct stat_run *r, const struct otfp_job *job)
{
	struct otfp_error err;
	int code;

	if (job->read.nsources == 0)
		return otfp_usage("--combine needs the files that --partial wrote");
	if (r->s->by || r->s->every || r->s->time || r->s->depth_given || r->s->max_given || r->selects ||
	    r->s->select.part.parts)
		return otfp_usage("--combine takes only options of the output; give the others to --partial");
	code = combine_all(r, job->read.sources, (unsigned)job->read.nsources, &err);
	if (code < 0)
		otfp_message("%s", err.text);
	return code < 0 ? otfp_exit_status(code) : 0;
}

/* ---- all ---- */

/* @return 0, or 2 after reporting the usage error */
static int check_from(struct stat_run *r)
{
	const struct otfp_statistics *s = r->s;
	struct otfp_error err;

	if (!s->from_summaries)
		return 0;
	return otfp_from_summaries_check(&r->o, s->table != 0, &err) < 0 ? otfp_usage("%s", err.text) : 0;
}

/* @return as check_from */
static int check_depth(const struct stat_run *r)
{
	if (r->s->depth_given && !r->s->combine && !(r->o.by >> OTFP_KEY_PATH & 1))
		return otfp_usage("--depth is the depth of call paths: give --by path or --folded");
	return 0;
}

/* @return as check_from */
static int check_choice(struct stat_run *r)
{
	const struct otfp_statistics *s = r->s;

	if ((s->sort || s->top_given || s->columns) && otfp_derive_given(&r->derive))
		return otfp_usage("--sort, --top and --columns are for tables, --tsv and --json");
	return otfp_stat_report_begin(&r->report, s);
}

static int count(struct stat_run *r, struct otfp_job *job)
{
	int status;

	job->read.part = r->s->select.part;
	if (r->derive.rules || r->s->from_summaries) {
		job->read.whole = r->derive.rules ? "--filter-rules" : "--from-summaries";
	} else if (!r->s->partial) {
		job->read.whole = "a profile";
		job->read.instead = "count each share with --partial, and print all with --combine";
	}
	job->write.count_only = 1;
	if (r->s->from_summaries)
		job->stage = &from_stage;
	else /* rules need each record before it counts */
		job->stage = r->selects || r->s->time || r->derive.rules ? &stage : &whole_stage;
	job->ctx = r;
	r->may_enter = job->read.nsources == 1; /* several traces have no snapshot points in common */
	status = otfp_run(job);
	if (!r->again || status)
		return status;
	otfp_profile_release(&r->profile);
	otfp_shares_release(&r->shares);
	otfp_derive_release(&r->derive);
	r->may_enter = r->entered = r->again = 0;
	return otfp_run(job);
}

int otfp_statistics_run(struct otfp_job *job, struct otfp_statistics *s)
{
	struct stat_run *r = calloc(1, sizeof *r);
	int status;

	if (!r)
		return otfp_out_of_memory();
	status = otfp_derive_parse(&r->derive, s, &r->o);
	if (status || s->markers || otfp_stat_is_other(s)) {
		free(r);
		if (status == 0)
			status = s->markers ? otfp_stat_markers_run(job, s) : otfp_stat_other_run(job, s);
		return status;
	}
	r->s = s;
	r->selects = otfp_selection_given(&s->select);
	otfp_stat_options_take(&r->o, s);
	if (job->common->output)
		status = otfp_usage("-o NAME writes a trace with --summaries; the report goes to standard output");
	else if (check_from(r) || check_depth(r) || check_choice(r))
		status = 2;
	else
		status = s->combine ? combine(r, job) : count(r, job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	otfp_profile_release(&r->profile);
	otfp_shares_release(&r->shares);
	otfp_from_summaries_release(&r->from);
	otfp_derive_release(&r->derive);
	otfp_map_release(&r->snapped);
	otfp_map_release(&r->checked);
	otfp_stat_report_release(&r->report);
	free(r);
	return status;
}

void otfp_statistics_release(struct otfp_statistics *s)
{
	otfp_selection_release(&s->select);
	free(s->time);
	free(s->columns);
	free(s->points);
	free(s->at);
}
