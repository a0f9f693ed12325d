/*
 * markers.c - otf-stat --markers: marker lines for calls above the upper fence of their function (fences.h).
 *
 * The input is read twice. The first pass makes the profile by function. The second pass compares each call with the
 * fence at its Leave, and writes a marker with the time of the Enter: markers need not be in time order.
 */
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/stat/derive/derive.h"
#include "cmd/stat/options.h"
#include "cmd/run/twice.h"
#include "record/table.h"
#include "cmd/stat/derive/fences.h"
#include "cmd/text/stdout.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MARKER_NAME "long call"
enum { MARKER_HINT = 3 }; /* OTF_MARKER_TYPE_HINT */

struct markers {
	struct stat_options *s;
	struct otfp_profile_options o;
	int selects;
	int second; /* this is the second pass */

	/* filled by the first pass */
	struct otfp_profile profile;
	struct otfp_map tokens; /* of the DefMarker records of the trace */
	uint32_t largest;       /* the largest of these tokens */
	struct fences fences;
	struct otfp_error failure; /* of the first pass; code 0 = it succeeded */

	/* of the second pass */
	struct otfp_state state;
	struct otfp_names names; /* definitions read so far, as in the first pass at the same record */
	uint32_t token;          /* of the marker definition that is written */
	uint64_t n;              /* markers written */
	int is_odd;
	struct otfp_buf text;
};

/* ---- the first pass ---- */

static int learn(struct markers *m, const struct otfp_record *rec)
{
	const uint32_t token = (uint32_t)rec->f[0].u;

	if (rec->type == OTFP_DefTimerResolution && !m->profile.resolution)
		m->profile.resolution = rec->f[0].u;
	if (rec->type != OTFP_DefMarker)
		return 0;
	m->largest = token > m->largest ? token : m->largest;
	return otfp_map_set(&m->tokens, token, 1);
}

static int profile(struct markers *m, const struct otfp_record *rec, int counts)
{
	if (learn(m, rec) < 0)
		return -1;
	return counts ? otfp_profile_add(&m->profile, rec) : otfp_profile_learn(&m->profile, rec);
}

/* A token that no marker of the trace has: the one after the largest, or, past 32 bits, the smallest free one. */
static uint32_t free_token(const struct markers *m)
{
	uint32_t token = m->largest + 1;

	while (otfp_map_get(&m->tokens, token) || !token)
		token++;
	return token;
}

/* ---- the second pass ---- */

static void define(const struct markers *m)
{
	printf("DefMarker\t-\t0\t%" PRIu32 "\t" MARKER_NAME "\t%d\n", m->token, MARKER_HINT);
}

static int mark(struct markers *m, uint32_t process, uint64_t time, const struct fence *fence, uint64_t ticks)
{
	m->text.n = 0;
	if (otfp_buf_printf(&m->text, "Marker\t%" PRIu64 "\t%" PRIu32 "\t%" PRIu32 "\t", time, process, m->token) < 0 ||
	    fence_describe(&m->text, fence, &m->profile, ticks) < 0 || otfp_buf_add(&m->text, "\n", 1) < 0)
		return -1;
	if (m->n++ == 0)
		define(m);
	fwrite(m->text.p, 1, m->text.n, stdout);
	return 0;
}

/* The fence of a function as called by one process. */
static const struct fence *fence_of(const struct markers *m, uint32_t process, struct otfp_callee *callee)
{
	if (!callee->user)
		callee->user = (void *)fences_find(&m->fences, otfp_names_ref(&m->names, OTFP_NAMED_FUNCTION, process,
		                                                              callee->function));
	return callee->user;
}

static int follow(struct markers *m, const struct otfp_record *rec)
{
	const struct fence *fence;
	struct otfp_change change;
	uint64_t ticks;

	if (otfp_table[rec->type].file == OTFP_FILE_STAT || (m->o.has_to && rec->time >= m->o.to))
		return 0;
	if (otfp_state_add(&m->state, rec, &change) < 0)
		return -1;
	if (change.did != OTFP_DID_CLOSE_CALL || (m->o.has_from && rec->time < m->o.from))
		return 0;
	fence = fence_of(m, rec->loc, change.call->callee);
	ticks = rec->time > change.call->time ? rec->time - change.call->time : 0;
	return ticks > fence->ticks ? mark(m, rec->loc, change.call->time, fence, ticks) : 0;
}

static int look(struct markers *m, const struct otfp_record *rec, int counts)
{
	const unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_FILE_DEF;

	if (m->failure.code)
		return 0;
	if (!otfp_is_timed(file))
		return otfp_names_add(&m->names, rec);
	return counts ? follow(m, rec) : 0;
}

/* ---- both ---- */

static int markers_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct markers *m = ctx;
	int code = stat_options_bind(&m->o, m->s, h, err);

	if (code == 0 && m->selects)
		code = selection_begin(&m->s->select, h, err);
	if (code == 0 && !m->second)
		otfp_profile_begin(&m->profile, &m->o, h);
	return code;
}

/* The events before the interval decide which calls are open at its start. */
static int markers_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct markers *m = ctx;

	*from = 0;
	*to = m->o.to;
	*has_to = m->o.has_to;
	return m->o.has_to;
}

static int markers_wanted(void *ctx, uint32_t process)
{
	struct markers *m = ctx;

	return !m->selects || selection_stage.wanted(&m->s->select, process);
}

static unsigned markers_kinds(void *ctx)
{
	(void)ctx;
	return OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_FILE_BIT(OTFP_FILE_SNAP);
}

static int markers_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct markers *m = ctx;
	int keep = m->selects ? selection_keep(&m->s->select, *rec, err) : 1, rc;

	if (otfp_is_timed((*rec)->file))
		otfp_interval_meet(m->s->time, m->o.from, m->o.to, m->o.has_to, (*rec)->time);
	if (keep < 0)
		return keep;
	rc = m->second ? look(m, *rec, keep) : profile(m, *rec, keep);
	return rc < 0 ? otfp_fail_memory(err) : OTFP_DROP;
}

static int markers_end(void *ctx, struct otfp_error *err)
{
	struct markers *m = ctx;

	if (!m->second && (otfp_profile_end(&m->profile) < 0 || fences_make(&m->fences, &m->profile) < 0))
		return otfp_fail_memory(err);
	if (!m->second)
		return 0;
	if (m->failure.code)
		return otfp_fail(err, m->failure.code, "%s", m->failure.text);
	if (stdout_flush(err) < 0)
		return OTFP_EFAIL;
	m->is_odd = derive_warn_odd(&m->profile);
	if (!m->profile.events && !m->selects && !m->s->time) {
		message_no_events();
		m->is_odd = 1;
	}
	message_note(1, "--markers: %" PRIu64 " calls", m->n);
	return 0;
}

static const struct otfp_stage_ops stage = {
	.begin = markers_begin,
	.window = markers_window,
	.wanted = markers_wanted,
	.kinds = markers_kinds,
	.record = markers_record,
	.end = markers_end,
};

/* Warnings and failures of the first pass recur in the second one and are reported there. */
static int run_twice(struct job *job, struct markers *m)
{
	struct twice twice;

	if (twice_begin(&twice, job, &m->failure) < 0) {
		message_print("%s", m->failure.text);
		return 1;
	}
	m->failure.code = twice_pass(&twice, &m->failure);
	m->second = 1;
	m->state.keeps = OTFP_STATE_CALLS | OTFP_STATE_FUNCTIONS;
	m->token = free_token(m);
	return twice_run(&twice, job);
}

static void release(struct markers *m)
{
	otfp_profile_release(&m->profile);
	otfp_map_release(&m->tokens);
	fences_release(&m->fences);
	otfp_state_release(&m->state);
	otfp_names_release(&m->names);
	otfp_buf_release(&m->text);
	free(m);
}

int stat_markers_run(struct job *job, struct stat_options *s)
{
	struct markers *m;
	int status;

	m = calloc(1, sizeof *m);
	if (!m)
		return message_memory();
	m->s = s;
	m->o = (struct otfp_profile_options){.by = 1u << OTFP_KEY_FUNCTION, .tables = 1u << OTFP_STAT_FUNCTION};
	m->selects = selection_given(&s->select);
	job->read.part = s->select.part;
	job->read.whole = "--markers";
	job->write.count_only = job->write.whole = 1;
	job->stage = &stage;
	job->ctx = m;
	/* run_job refuses a terminal as input */
	status = job->read.nsources == 0 && isatty(STDIN_FILENO) ? run_job(job) : run_twice(job, m);
	if (status == 0 && m->is_odd && job->common->strict)
		status = 1;
	release(m);
	return status;
}
