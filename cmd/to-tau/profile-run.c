/* profile-run.c - otf-to-tau --profile: a run that counts, and writes the profiles at its end. */
#include "cmd/to-tau/run.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/select/select.h"
#include "cmd/to-tau/profile.h"
#include "record/table.h"
#include <stdlib.h>

struct profile_run {
	struct to_tau_options *o;
	struct otfp_interval *time; /* no criterion of o->select: calls that are open at its start count, too */
	int selects;
	struct tau_profile profile;
	struct otfp_header header;
};

static int profile_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct profile_run *r = ctx;
	struct otfp_bounds bounds;
	const int code = otfp_bounds_bind(r->time, h, &bounds, err);

	r->header = *h;
	r->profile.from = bounds.from;
	r->profile.to = bounds.to;
	r->profile.has_to = bounds.has_to;
	return code == 0 && r->selects ? selection_begin(&r->o->select, h, err) : code;
}

/* The events before the interval decide which calls are open at its start, and those after it whether they reach its
 * end, unless the header does. */
static int profile_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct profile_run *r = ctx;
	uint64_t first, last;

	*from = 0;
	*to = r->profile.to;
	*has_to = r->profile.has_to && otfp_header_span(&r->header, &first, &last);
	return *has_to;
}

static int profile_wanted(void *ctx, uint32_t process)
{
	struct profile_run *r = ctx;

	return !r->selects || selection_stage.wanted(&r->o->select, process);
}

static int profile_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct profile_run *r = ctx;
	const struct otfp_record *it = *rec;
	const int keep = r->selects ? selection_keep(&r->o->select, it, err) : 1;

	if (otfp_is_timed(it->file))
		otfp_interval_meet(r->time, r->profile.from, r->profile.to, r->profile.has_to, it->time);
	if (keep < 0)
		return keep;
	if (it->type == OTFP_DefTimerResolution && !r->header.resolution)
		r->header.resolution = it->f[0].u;
	if (!keep && it->type < OTFP_NTYPES && it->file != OTFP_FILE_DEF)
		return OTFP_DROP;
	return tau_profile_add(&r->profile, it) < 0 ? otfp_fail_memory(err) : OTFP_DROP;
}

static int profile_end(void *ctx, struct otfp_error *err)
{
	struct profile_run *r = ctx;
	size_t n;
	const int code = tau_profile_write(&r->profile, r->o->profile, &r->header, r->o->force, &n, err);

	if (code == 0)
		message_note(1, "%s: %zu profiles", r->o->profile, n);
	return code;
}

static const struct otfp_stage_ops stage = {
	.begin = profile_begin,
	.window = profile_window,
	.wanted = profile_wanted,
	.record = profile_record,
	.end = profile_end,
};

int to_tau_profile_run(struct job *job, struct to_tau_options *o)
{
	struct profile_run *r = calloc(1, sizeof *r);
	int status;

	if (!r)
		return message_memory();
	r->o = o;
	r->time = o->select.time;
	o->select.time = NULL;
	r->selects = selection_given(&o->select);
	job->read.whole = "--profile";
	job->write.count_only = 1;
	job->stage = &stage;
	job->ctx = r;
	status = run_job(job);
	o->select.time = r->time;
	tau_profile_release(&r->profile);
	free(r);
	return status;
}
