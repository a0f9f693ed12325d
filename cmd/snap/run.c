/* run.c - the options and the run of otf-snap and otf-stat --summaries. */
#include "cmd/snap/run.h"
#include "base/ticks.h"
#include "sample/sample.h"
#include "sample/thumbnail.h"
#include "state/totals.h"
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct otfp_points, member)
const struct option_row points_options[] = {
	{0, "points", "N", "N times at equal distances, the last one after the last event", OPT_LIST, NEEDS_RANGE,
         AT(points), NULL},
	{0, "every", "TIME", "a time every TIME, and one after the last event", OPT_LIST, NEEDS_RANGE, AT(every), NULL},
	{0, "at", "TIME,...", "these times: " OTFP_TIME_FORMS, OPT_LIST, NEEDS_RANGE, AT(at), NULL},
	{0, "max-points", "N", "allow N times with --points and --every; 10000 if not given", OPT_GIVEN_NUMBER,
         1000000000, AT(max), NULL},
	{0},
};
#undef AT

#define AT(member) offsetof(struct snap_options, member)
const struct option_row snap_options[] = {
	{0, "in-place", NULL, "change the named trace; event files are not rewritten", OPT_FLAG, 1, AT(in_place), NULL},
	{0, "remove", NULL, "remove snapshots, their sample points and the thumbnail", OPT_FLAG, 1, AT(remove), NULL},
	{0, "thumbnail", "PROCS,SAMPLES",
         "write NAME.thumb of at most PROCS rows and SAMPLES columns, 512,4096 if not given", OPT_OPTIONAL, 0,
         AT(thumbnail), NULL},
	{0, "summaries", "KINDS", "add summary records, too", OPT_OPTIONAL, 1, AT(summaries), otfp_total_name},
	{'s', "stream", "SET", "add snapshots for the processes of these streams only", OPT_SET, SET_NUMBERS,
         AT(stream), NULL},
	{0},
};
#undef AT

struct run {
	struct otfp_sampler sampler;
	struct otfp_thumbnail thumbnail;
	struct otfp_totals totals;
	struct otfp_error err;
};

static int snapshot(void *self, const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx)
{
	(void)self;
	return otfp_state_snapshot(p, time, put, ctx);
}

static void add_client(struct run *r, struct otfp_sample_client c, unsigned keeps)
{
	r->sampler.clients[r->sampler.nclients++] = c;
	r->sampler.state.keeps |= keeps;
}

/* With --remove old records are dropped and no new ones made. */
static void add_snapshots(struct run *r, const struct snap_options *s)
{
	struct otfp_sample_client c = {.file = OTFP_SNAP, .aux = OTFP_AUX_SNAPSHOT};

	if (!s->remove)
		c.emit = snapshot;
	add_client(r, c, s->remove ? 0 : OTFP_STATE_ALL & ~OTFP_STATE_FUNCTIONS);
}

static int see_totals(void *self, const struct otfp_record *rec, const struct otfp_change *did)
{
	return otfp_totals_see(self, rec, did);
}

static int emit_totals(void *self, const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx)
{
	return otfp_totals_emit(self, p, time, put, ctx);
}

static int add_summaries(struct run *r, const struct snap_options *s)
{
	struct otfp_sample_client c = {.self = &r->totals, .file = OTFP_STAT, .aux = OTFP_AUX_SUMMARY, .closes = 1};
	int code = otfp_totals_parse(&r->totals.kinds, s->summaries, "--summaries", &r->err);

	r->totals.master = &r->sampler.master;
	if (!s->remove) {
		c.see = see_totals;
		c.emit = emit_totals;
	}
	add_client(r, c, s->remove ? 0 : otfp_totals_keeps(r->totals.kinds));
	return code;
}

static int add_thumbnail(struct run *r, const struct snap_options *s)
{
	r->thumbnail.header = &r->sampler.header;
	r->thumbnail.err = &r->err;
	add_client(r,
	           (struct otfp_sample_client){.self = &r->thumbnail,
	                                       .see = otfp_thumbnail_see,
	                                       .end = otfp_thumbnail_put},
	           OTFP_STATE_CALLS);
	return otfp_thumbnail_parse(&r->thumbnail, s->thumbnail, &r->err);
}

/* @return 0, or 2 after it printed the usage error */
static int check(const struct job *job, const struct snap_options *s)
{
	int points = otfp_points_given(&s->points);

	if (s->remove && s->summaries && *s->summaries)
		return message_usage("--remove removes all summaries: give --summaries without kinds");
	if (!points && !s->remove && (!s->thumbnail || s->summaries))
		return message_usage("no times: give --points, --every or --at");
	if (s->thumbnail && !job->write.in_place && !job->common->output)
		return message_usage("--thumbnail is written beside a trace: give -o NAME or --in-place");
	return 0;
}

static int prepare(struct run *r, struct job *job, struct snap_options *s)
{
	int points = otfp_points_given(&s->points), code = points ? otfp_points_parse(&s->points, &r->err) : 0;

	job->read.need_times = code == 0 && points && otfp_points_need_header(&s->points);
	r->sampler.points = points ? &s->points : NULL;
	r->sampler.streams = s->stream;
	r->sampler.inline_snaps = s->inline_snaps;
	r->sampler.keeps_thumbnail = !s->remove || s->no_snapshots;
	if ((points || s->remove) && !s->no_snapshots)
		add_snapshots(r, s);
	if (code == 0 && s->summaries)
		code = add_summaries(r, s);
	if (code == 0 && s->thumbnail)
		code = add_thumbnail(r, s);
	return code;
}

static int run(struct run *r, struct job *job, struct snap_options *s)
{
	if (prepare(r, job, s) < 0)
		return message_bad_value(&r->err);
	r->sampler.strict = job->common->strict;
	r->sampler.report = message_error;
	if ((otfp_points_given(&s->points) || s->thumbnail) && !s->no_snapshots)
		job->read.whole = "a snapshot"; /* messages are pending until another process receives them */
	job->stage = &otfp_sample_stage;
	job->ctx = &r->sampler;
	return run_job(job);
}

int snap_sample(struct job *job, struct snap_options *s)
{
	int status = check(job, s);
	struct run *r = status ? NULL : calloc(1, sizeof *r);

	if (!r)
		return status ? status : message_memory();
	status = run(r, job, s);
	otfp_thumbnail_release(&r->thumbnail);
	otfp_totals_release(&r->totals);
	otfp_sampler_release(&r->sampler);
	free(r);
	return status;
}

/* --inline is an option of the snapshots, too, so it is valid for a line stream. */
int snap_run(struct job *job, void *own)
{
	struct snap_options *s = own;

	job->write.in_place = s->in_place;
	s->inline_snaps = job->write.options->inline_snaps;
	if (!s->in_place && !job->common->output)
		job->write.options->inline_snaps = 0;
	return snap_sample(job, s);
}

void snap_release(void *own)
{
	struct snap_options *s = own;

	otfp_points_release(&s->points);
	otfp_set_free(s->stream);
	s->stream = NULL;
}
