#include "cmd/snap/run.h"
#include "record/table.h"
#include "cmd/stat/others.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/select/select.h"
#include "cmd/stat/tau.h"
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct stat_options, member)
const struct option_row summaries_options[] = {
	{0, "summaries", "KINDS", "write summary records", OPT_OPTIONAL, 1, AT(summaries), otfp_total_name},
	{0, "points", "N", "at N times at equal distances, the last one after the last event", OPT_LIST, NEEDS_RANGE,
         AT(points), NULL},
	{0, "at", "TIME,...", "at these times; with --every every TIME", OPT_LIST, NEEDS_RANGE, AT(at), NULL},
	{0, "remove", NULL, "remove summaries and their sample points", OPT_FLAG, 1, AT(remove), NULL},
	{0, "in-place", NULL, "change the named trace; event files are not rewritten", OPT_FLAG, 1, AT(in_place), NULL},
	{0, "from-summaries", NULL, "print the report from summary records alone; -t lies between sample points",
         OPT_FLAG, 1, AT(from_summaries), NULL},
	{0, "tau", "DIR", "write profile.N.C.T files for pprof and ParaProf to DIR", OPT_OUTPUT, WRITES(PROFILES),
         AT(tau), NULL},
	{0},
};
#undef AT

static int makes(const struct stat_options *s)
{
	return s->summaries || s->remove || s->in_place || s->points || s->at;
}

int stat_is_other(const struct stat_options *s)
{
	return s->tau || makes(s);
}

/* Whether options of the report are given. */
static int reports(const struct stat_options *s)
{
	return s->by || s->table || s->form || s->partial || s->combine || s->from_summaries || s->sort ||
	       s->top_given || s->columns || s->depth_given;
}

/* ---- summaries ---- */

static int check_summaries(const struct stat_options *s)
{
	const struct selection *sel = &s->select;

	if (!s->summaries)
		return message_usage("--points, --at, --remove and --in-place need --summaries");
	if (reports(s) || s->time || sel->process || sel->record)
		return message_usage(
			"--summaries prints no report: it excludes -p, -r, -t and the options of the report");
	return 0;
}

static int run_summaries(struct job *job, struct stat_options *s)
{
	struct snap_options sampling = {
		.no_snapshots = 1,
		.summaries = s->summaries,
		.remove = s->remove,
		.stream = s->select.stream,
		.points = {.points = s->points, .at = s->at, .max_given = s->max_given, .max = s->max},
	};
	int status = check_summaries(s);

	s->points = s->at = NULL; /* owned by `sampling` now; its streams still belong to the selection */
	if (status == 0 && s->every && !(sampling.points.every = strdup(s->every)))
		status = message_memory();
	if (status == 0) {
		job->write.in_place = s->in_place;
		job->read.part = s->select.part;
		status = snap_sample(job, &sampling);
	}
	sampling.stream = NULL;
	snap_release(&sampling);
	return status;
}

/* ---- TAU ---- */

struct tau_run {
	struct stat_options *s;
	struct tau_profile tau;
	struct otfp_header header;
	int selects, force;
};

static int tau_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct tau_run *r = ctx;
	struct tau_profile *t = &r->tau;
	struct otfp_bounds bounds;
	const int code = otfp_bounds_bind(r->s->time, h, &bounds, err);

	r->header = *h;
	t->from = bounds.from;
	t->to = bounds.to;
	t->has_to = bounds.has_to;
	return code == 0 && r->selects ? selection_begin(&r->s->select, h, err) : code;
}

/* The events before the interval decide which calls are open at its start. */
static int tau_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct tau_run *r = ctx;

	*from = 0;
	*to = r->tau.to;
	*has_to = r->tau.has_to;
	return r->tau.has_to;
}

static int tau_wanted(void *ctx, uint32_t process)
{
	struct tau_run *r = ctx;

	return !r->selects || selection_stage.wanted(&r->s->select, process);
}

static int tau_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct tau_run *r = ctx;
	const struct otfp_record *it = *rec;
	int keep = r->selects ? selection_keep(&r->s->select, it, err) : 1;

	if (otfp_is_timed(it->file))
		otfp_interval_meet(r->s->time, r->tau.from, r->tau.to, r->tau.has_to, it->time);
	if (keep < 0)
		return keep;
	if (it->type == OTFP_DefTimerResolution && !r->header.resolution)
		r->header.resolution = it->f[0].u;
	if (!keep && it->type < OTFP_NTYPES && it->file != OTFP_DEF)
		return OTFP_DROP;
	return tau_see(&r->tau, it) < 0 ? otfp_fail_memory(err) : OTFP_DROP;
}

static int tau_end(void *ctx, struct otfp_error *err)
{
	struct tau_run *r = ctx;
	size_t n;
	int code = tau_write(&r->tau, r->s->tau, &r->header, r->force, &n, err);

	if (code == 0)
		message_note(1, "%s: %zu profiles", r->s->tau, n);
	return code;
}

static const struct otfp_stage_ops tau_stage = {
	.begin = tau_begin,
	.window = tau_window,
	.wanted = tau_wanted,
	.record = tau_record,
	.end = tau_end,
};

static int check_tau(const struct job *job, const struct stat_options *s)
{
	if (makes(s) || reports(s) || s->every || job->common->output)
		return message_usage(
			"--tau writes only profiles: it excludes -o, --every, --summaries and the options of "
			"the report");
	return 0;
}

static int run_tau(struct job *job, struct stat_options *s)
{
	struct tau_run *r;
	int status = check_tau(job, s);

	if (status)
		return status;
	r = calloc(1, sizeof *r);
	if (!r)
		return message_memory();
	r->s = s;
	r->selects = selection_given(&s->select);
	r->force = job->write.options && job->write.options->force;
	job->write.options = NULL; /* --force applies to the profiles */
	job->read.part = s->select.part;
	job->read.whole = "--tau";
	job->write.count_only = 1;
	job->stage = &tau_stage;
	job->ctx = r;
	status = run_job(job);
	tau_release(&r->tau);
	free(r);
	return status;
}

int stat_other_run(struct job *job, struct stat_options *s)
{
	return s->tau ? run_tau(job, s) : run_summaries(job, s);
}
