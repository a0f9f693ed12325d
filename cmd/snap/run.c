/* run.c - otf-snap: its options, and a run that adds snapshots and summaries or removes them. */
#include "cmd/snap/run.h"
#include "base/ticks.h"
#include "sample/sample.h"
#include "sample/thumbnail.h"
#include "state/totals.h"
#include <stdlib.h>
#include <string.h>

/* The records of --remove. */
enum { SNAPSHOTS, SUMMARIES };

static const char *remove_word(unsigned i)
{
	static const char *const words[] = {[SNAPSHOTS] = "snapshots", [SUMMARIES] = "summaries"};

	return i < sizeof words / sizeof *words ? words[i] : NULL;
}

#define AT(member) offsetof(struct snap_options, member)
const struct option_row snap_options[] = {
	{0, "summaries", "KINDS", "add summary records, too", OPT_OPTIONAL, 1, AT(summaries), otfp_total_name},
	{0, "no-snapshots", NULL, "with --summaries: add no snapshots, and keep the old ones", OPT_FLAG, 1,
         AT(no_snapshots), NULL},
	{0, "thumbnail", "PROCS,SAMPLES",
         "write NAME.thumb of at most PROCS rows and SAMPLES columns, 512,4096 if not given", OPT_OPTIONAL, 0,
         AT(thumbnail), NULL},
	{0, "remove", "WHAT",
         "only remove old records and their sample points, with snapshots the thumbnail; WHAT is a list, snapshots if "
         "not given",
         OPT_OPTIONAL, 1, AT(remove), remove_word},
	{0, "in-place", NULL, "change the named trace; event files are not rewritten", OPT_FLAG, 1, AT(in_place), NULL},
	{'s', "stream", "SET", "add records for the processes of these streams only", OPT_SET, SET_NUMBERS, AT(stream),
         NULL},
	{0, "part", "K/N", PART_HELP, OPT_PART, OTFP_SHARES_MAX, AT(part), NULL},
	{0},
};
#undef AT

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

/* What becomes of the old records of a kind. */
enum fate { KEPT, REPLACED, REMOVED };

struct run {
	enum fate snapshots, summaries;
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

static void add_snapshots(struct run *r)
{
	const int makes = r->snapshots == REPLACED;
	struct otfp_sample_client c = {.file = OTFP_FILE_SNAP, .aux = OTFP_AUX_SNAPSHOT};

	if (makes)
		c.emit = snapshot;
	add_client(r, c, makes ? OTFP_STATE_ALL & ~OTFP_STATE_FUNCTIONS : 0);
}

static int see_totals(void *self, const struct otfp_record *rec, const struct otfp_change *did)
{
	return otfp_totals_add(self, rec, did);
}

static int emit_totals(void *self, const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx)
{
	return otfp_totals_emit(self, p, time, put, ctx);
}

static int add_summaries(struct run *r, const char *kinds)
{
	struct otfp_sample_client c = {.self = &r->totals,
	                               .file = OTFP_FILE_STAT,
	                               .aux = OTFP_AUX_SUMMARY,
	                               .closes = 1};
	int code = 0;

	if (r->summaries == REPLACED) {
		code = otfp_totals_parse(&r->totals.kinds, kinds, "--summaries", &r->err);
		r->totals.master = &r->sampler.master;
		c.see = see_totals;
		c.emit = emit_totals;
	}
	add_client(r, c, r->summaries == REPLACED ? otfp_totals_keeps(r->totals.kinds) : 0);
	return code;
}

static int add_thumbnail(struct run *r, const struct snap_options *s)
{
	r->thumbnail.header = &r->sampler.header;
	r->thumbnail.err = &r->err;
	add_client(r,
	           (struct otfp_sample_client){.self = &r->thumbnail,
	                                       .see = otfp_thumbnail_add,
	                                       .end = otfp_thumbnail_put},
	           OTFP_STATE_CALLS);
	return otfp_thumbnail_parse(&r->thumbnail, s->thumbnail, &r->err);
}

/* @return 0, or 2 after it printed the usage error */
static int check(const struct job *job, const struct snap_options *s)
{
	const int points = otfp_points_given(&s->points);

	if (s->remove && *s->remove && s->summaries)
		return message_usage("--remove=%s says what to remove: leave out --summaries", s->remove);
	if (s->remove && s->summaries && *s->summaries)
		return message_usage("--remove removes all summaries: give --summaries without kinds");
	if (!points && !s->remove && (!s->thumbnail || s->summaries))
		return message_usage("no times: give --points, --every or --at");
	if (s->thumbnail && !s->in_place && !job->common->output)
		return message_usage("--thumbnail is written beside a trace: give -o NAME or --in-place");
	return 0;
}

/* @return what --remove names: bits 1 << SNAPSHOTS, 1 << SUMMARIES */
static unsigned removed(const struct snap_options *s)
{
	unsigned kinds = 0;
	size_t n;

	for (const char *p = s->remove; p && *p; p += n + (p[n] == ',')) {
		n = strcspn(p, ",");
		kinds |= 1u << word_find(remove_word, p, n);
	}
	if (s->remove && !*s->remove)
		kinds = 1u << SNAPSHOTS | (s->summaries ? 1u << SUMMARIES : 0);
	return kinds;
}

static void decide(struct run *r, const struct snap_options *s)
{
	const unsigned goes = removed(s);

	if (goes >> SNAPSHOTS & 1)
		r->snapshots = REMOVED;
	else if (otfp_points_given(&s->points) && !s->no_snapshots)
		r->snapshots = REPLACED;
	if (goes >> SUMMARIES & 1)
		r->summaries = REMOVED;
	else if (s->summaries)
		r->summaries = REPLACED;
}

static int prepare(struct run *r, struct job *job, struct snap_options *s)
{
	int points = otfp_points_given(&s->points), code = points ? otfp_points_parse(&s->points, &r->err) : 0;

	decide(r, s);
	job->read.need_times = code == 0 && points && otfp_points_need_header(&s->points);
	r->sampler.points = points ? &s->points : NULL;
	r->sampler.streams = s->stream;
	r->sampler.keeps_thumbnail = r->snapshots != REMOVED;
	if (r->snapshots != KEPT)
		add_snapshots(r);
	if (code == 0 && r->summaries != KEPT)
		code = add_summaries(r, s->summaries);
	if (code == 0 && s->thumbnail)
		code = add_thumbnail(r, s);
	return code;
}

/* --inline is an option of the snapshots, too, so it is valid for a line stream. */
static void take_inline(struct run *r, struct job *job)
{
	struct writer *writer = job->write.options;

	r->sampler.inline_snaps = writer->inline_snaps;
	if (!job_output(job))
		writer->inline_snaps = 0;
}

static int run(struct run *r, struct job *job, struct snap_options *s)
{
	if (prepare(r, job, s) < 0)
		return message_bad_value(&r->err);
	job->read.part = s->part;
	job->write.in_place = s->in_place;
	take_inline(r, job);
	r->sampler.strict = job->common->strict;
	r->sampler.report = message_error;
	if (r->snapshots == REPLACED || s->thumbnail)
		job->read.whole = "a snapshot"; /* messages are pending until another process receives them */
	job->stage = &otfp_sample_stage;
	job->ctx = &r->sampler;
	return run_job(job);
}

int snap_run(struct job *job, void *own)
{
	struct snap_options *s = own;
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

void snap_release(void *own)
{
	struct snap_options *s = own;

	otfp_points_release(&s->points);
	otfp_set_free(s->stream);
	s->stream = NULL;
}
