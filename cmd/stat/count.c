/* count.c - the profile as a stage of run_job. */
#include "cmd/stat/count.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/select/select.h"
#include "cmd/stat/derive/derive.h"
#include "cmd/stat/options.h"
#include "cmd/stat/derive/rulesform.h"
#include "record/table.h"
#include <inttypes.h>
#include <string.h>

/* ---- the stage ---- */

/* With -p or -s, the messages of the processes that count are complete only with what their partners send and receive.
 * A share has its own halves: the other shares have the others. */
static int needs_halves(const struct stat_count *c)
{
	const unsigned tables = 1u << OTFP_STAT_MESSAGE | 1u << OTFP_STAT_MATRIX | 1u << OTFP_STAT_LENGTH;
	const struct selection *sel = &c->s->select;

	return (sel->process || sel->stream) && !sel->part.parts && !c->s->partial && (c->profile.o.tables & tables) &&
	       sel->compiled->plans[OTFP_SendMsg].record + sel->compiled->plans[OTFP_RecvMsg].record > 0;
}

static int stat_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct stat_count *c = ctx;
	int code = stat_options_bind(&c->o, c->s, h, err);

	if (code == 0 && c->selects)
		code = selection_begin(&c->s->select, h, err);
	c->o.merge_counters = !c->s->partial;
	if (code == 0)
		otfp_profile_begin(&c->profile, &c->o, h);
	if (code == 0 && c->s->state && !c->profile.has_span) {
		c->profile.has_span = 1;
		c->profile.first = c->state.head.first;
		c->profile.last = c->state.head.last;
	}
	c->needs_halves = code == 0 && c->selects && needs_halves(c);
	return code;
}

/* The events before the interval, or those after the last snapshot point, decide which calls are open at its start. If
 * the header does not say when the trace ends, an event after the interval shows that these calls reach its end. */
static int stat_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	struct stat_count *c = ctx;

	c->entered = c->may_enter && c->has_point;
	*from = c->entered ? c->point : c->state.head.time;
	*to = c->o.to;
	*has_to = c->o.has_to && c->profile.has_span;
	return *has_to || c->entered;
}

/* Counts do not depend on the order of records of different processes, unless something cuts calls in time or selects
 * records, or threads send or receive for their process: see note_order. */
static unsigned stat_kinds(void *ctx)
{
	const struct stat_count *c = ctx;
	int is_cut = c->o.every || c->o.has_from || c->o.has_to || c->selects || c->in_order;

	return OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_FILE_BIT(OTFP_FILE_SNAP) | (is_cut ? 0 : OTFP_LOOSE);
}

static int stat_wanted(void *ctx, uint32_t process)
{
	struct stat_count *c = ctx;

	return !c->selects || c->needs_halves || selection_stage.wanted(&c->s->select, process);
}

static int cannot_count(const struct stat_count *c, struct otfp_error *err)
{
	return c->profile.too_many ? stat_too_many(&c->o, err) : otfp_fail_memory(err);
}

/* A record that does not count may define a name. */
static int see_other(struct stat_count *c, const struct otfp_record *rec, struct otfp_error *err)
{
	int rc;

	if (c->needs_halves && selection_is_partner(&c->s->select, rec, c->start))
		return otfp_profile_partner(&c->profile, rec) < 0 ? cannot_count(c, err) : OTFP_DROP;
	rc = otfp_profile_learn(&c->profile, rec);
	return rc < 0 ? otfp_fail_memory(err) : OTFP_DROP;
}

enum { POINT_SUMMARY = 1 }; /* type of DefAuxSamplePoint */

static void note_point(struct stat_count *c, const struct otfp_record *rec)
{
	if (!c->o.has_from || rec->f[1].u == POINT_SUMMARY || rec->f[0].u > c->o.from)
		return;
	if (!c->has_point || rec->f[0].u > c->point)
		c->point = rec->f[0].u;
	c->has_point = 1;
}

static uint64_t home_of(const struct stat_count *c, uint32_t process)
{
	const uint64_t *stream = otfp_map_get(&c->profile.names.streams, process);

	return stream ? *stream : 0;
}

/* After entering at a snapshot point: records before it do not count. If a stream has no snapshot there, set c->again.
 * @return whether the record counts, or <0 when memory is out */
static int is_past_point(struct stat_count *c, const struct otfp_record *rec)
{
	if (rec->type >= OTFP_NTYPES || !otfp_is_timed(otfp_table[rec->type].file))
		return 1;
	if (rec->time == c->point && otfp_table[rec->type].file == OTFP_FILE_SNAP)
		return otfp_map_set(&c->snapped, home_of(c, rec->loc), 0) < 0 ? -1 : 1;
	if (rec->time <= c->point || otfp_map_get(&c->checked, rec->loc))
		return rec->time >= c->point;
	c->again = !otfp_map_get(&c->snapped, home_of(c, rec->loc));
	return otfp_map_set(&c->checked, rec->loc, 0) < 0 ? -1 : 1;
}

/* With --state, before the first record that comes after it. @return 0 or <0 */
static int give_state(struct stat_count *c, struct otfp_error *err)
{
	struct begin_state *s = &c->state;
	uint64_t before = UINT64_MAX;
	int rc;

	if (s->is_given)
		return 0;
	s->is_given = 1;
	rc = otfp_profile_resume(&c->profile, s->head.time, s->words, s->head.n, &before);
	if (rc < 0)
		return cannot_count(c, err);
	if (before != UINT64_MAX)
		begin_state_late(s, before);
	return rc ? otfp_fail(err, OTFP_EDAMAGE, "--state: no state from before the window") : 0;
}

/* With --state: what is before it does not count. @return OTFP_PUT for a record that does, another verdict, or <0 */
static int pass_state(struct stat_count *c, const struct otfp_record *rec, struct otfp_error *err)
{
	if (!otfp_is_timed(rec->file))
		return OTFP_PUT;
	if (rec->time < c->state.head.time)
		return OTFP_DROP;
	if (give_state(c, err) < 0)
		return err->code;
	return c->state.is_late ? OTFP_DROP | OTFP_LAST : OTFP_PUT;
}

/* Messages of one process that several of its streams send are matched in the order of their times. */
static void note_order(struct stat_count *c, const struct otfp_record *first, const struct otfp_record *last)
{
	if (!otfp_is_timed(first->file) || !otfp_is_timed(last->file))
		return;
	c->is_back |= first->time < c->latest;
	c->latest = last->time;
}

static int note_share(struct stat_count *c, const struct otfp_record *rec, struct otfp_error *err)
{
	struct otfp_share s;

	if (otfp_control_kind(rec) != OTFP_C_PART || otfp_share_get(&s, &rec->line) < 0)
		return 0;
	return otfp_shares_add(&c->shares, &s, "the input", err);
}

static int stat_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct stat_count *c = ctx;
	int rc;

	if (OTFP_UNLIKELY((*rec)->type == OTFP_CONTROL) && (rc = note_share(c, *rec, err)) < 0)
		return rc;
	if (OTFP_UNLIKELY((*rec)->type == OTFP_DefAuxSamplePoint))
		note_point(c, *rec);
	if (OTFP_UNLIKELY(c->entered)) {
		rc = is_past_point(c, *rec);
		if (rc <= 0)
			return rc < 0 ? otfp_fail_memory(err) : OTFP_DROP;
		if (c->again)
			return OTFP_DROP | OTFP_LAST;
	}
	if (OTFP_UNLIKELY(c->s->state != NULL)) {
		rc = pass_state(c, *rec, err);
		if (rc != OTFP_PUT)
			return rc;
	}
	note_order(c, *rec, *rec);
	if (otfp_is_timed((*rec)->file))
		otfp_interval_meet(c->s->time, c->o.from, c->o.to, c->o.has_to, (*rec)->time);
	if (OTFP_UNLIKELY(c->rules) && rules_out_add(&c->rules->out, &c->profile, *rec) < 0)
		return otfp_fail_memory(err);
	if (OTFP_UNLIKELY(c->selects)) {
		if (!c->has_timed && otfp_is_timed((*rec)->file)) {
			c->has_timed = 1;
			c->start = (*rec)->time;
		}
		rc = selection_keep(&c->s->select, *rec, err);
		if (rc < 0)
			return rc;
		if (!rc)
			return see_other(c, *rec, err);
	}
	if (OTFP_UNLIKELY(c->rules) && c->rules->form->keeps_paths &&
	    rules_out_count(&c->rules->out, &c->profile, *rec) < 0)
		return otfp_fail_memory(err);
	return otfp_profile_add(&c->profile, *rec) < 0 ? cannot_count(c, err) : OTFP_DROP;
}

static int stat_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct stat_count *c = ctx;

	note_order(c, recs[0], recs[n - 1]);
	return otfp_profile_add_all(&c->profile, recs, n) < 0 ? cannot_count(c, err) : 0;
}

static int done(struct stat_count *c, struct otfp_error *err)
{
	return c->done ? c->done(c->ctx, err) : 0;
}

static int stat_end(void *ctx, struct otfp_error *err)
{
	struct stat_count *c = ctx;

	if (c->is_back && c->may_enter && !c->in_order && c->profile.threads.n)
		c->again = c->in_order = 1;
	c->again |= c->entered && c->snapped.n == 0;
	if (c->s->state && give_state(c, err) < 0)
		return err->code;
	if (c->again || c->state.is_late)
		return 0;
	return otfp_profile_end(&c->profile) < 0 ? otfp_fail_memory(err) : done(c, err);
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
	struct stat_count *c = ctx;
	uint64_t last;
	int code = stat_begin(ctx, h, err);

	c->from.from = c->o.from;
	c->from.to = c->o.to;
	c->from.has_to = c->o.has_to;
	otfp_header_span(h, &c->from.begin, &last);
	if (c->s->time) /* sums of an interval need records only outside of it */
		c->s->time->met = 1;
	c->profile.from_summaries = 1;
	return code;
}

static unsigned from_kinds(void *ctx)
{
	(void)ctx;
	return OTFP_FILE_BIT(OTFP_FILE_STAT);
}

static int from_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct stat_count *c = ctx;

	*has_to = 1;
	return otfp_from_summaries_window(&c->from, from, to);
}

static int from_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct stat_count *c = ctx;
	int keep = c->selects ? selection_keep(&c->s->select, *rec, err) : 1;

	if (keep < 0)
		return keep;
	if (otfp_profile_learn(&c->profile, *rec) < 0 || (keep && otfp_from_summaries_add(&c->from, *rec) < 0))
		return otfp_fail_memory(err);
	return OTFP_DROP;
}

/* Summaries may exist for only some of the streams. */
static int warn_missing(struct stat_count *c, struct otfp_error *err)
{
	uint64_t first;
	size_t n;

	if (otfp_from_summaries_missing(&c->from, &c->profile.names, &n, &first) < 0)
		return otfp_fail_memory(err);
	if (n)
		message_warning("streams without summaries: %zu, the first is %" PRIu64
		                "; the report does not include them",
		                n, first);
	return 0;
}

static int from_end(void *ctx, struct otfp_error *err)
{
	struct stat_count *c = ctx;
	int code = otfp_from_summaries_fill(&c->from, &c->profile, err);

	if (code == 0 && !c->selects)
		code = warn_missing(c, err);
	return code < 0 ? code : done(c, err);
}

static const struct otfp_stage_ops from_stage = {
	.begin = from_begin,
	.kinds = from_kinds,
	.window = from_window,
	.wanted = stat_wanted,
	.record = from_record,
	.end = from_end,
};

/* ---- all ---- */

int stat_count_run(struct stat_count *c, struct job *job)
{
	struct otfp_error err;
	int status;

	job->read.part = c->s->select.part;
	if (c->rules || c->s->from_summaries || c->s->diff) {
		job->read.whole = c->s->diff ? "--diff" : "--from-summaries";
		if (c->rules)
			job->read.whole = "--filter-rules";
	} else if (!c->s->partial) {
		job->read.whole = "a profile";
		job->read.instead = "count each share with --partial, and print all with --combine";
	}
	job->read.need_times = 1; /* of the clock */
	job->write.count_only = 1;
	job->write.whole = c->s->partial || c->rules;
	c->selects = selection_given(&c->s->select);
	if (c->s->from_summaries)
		job->stage = &from_stage;
	else /* rules need each record before it counts */
		job->stage = c->selects || c->s->time || c->rules ? &stage : &whole_stage;
	job->ctx = c;
	if (c->s->state && begin_state_read(&c->state, c->s->state, &err) < 0) {
		message_print("%s", err.text);
		return 1;
	}
	/* several traces have no snapshot points in common, and come in the order of times */
	c->may_enter = job->read.nsources == 1 && strcmp(job->read.sources[0], "-") != 0 && !c->s->state;
	status = run_job(job);
	if (status == 0 && c->state.is_late)
		return STATE_NEEDS_EARLIER;
	if (!c->again || status)
		return status;
	otfp_profile_release(&c->profile);
	otfp_shares_release(&c->shares);
	if (c->rules)
		derive_release(c->rules);
	c->may_enter = c->entered = c->again = c->has_timed = c->is_back = 0;
	c->latest = 0;
	return run_job(job);
}

void stat_count_release(struct stat_count *c)
{
	otfp_profile_release(&c->profile);
	otfp_shares_release(&c->shares);
	otfp_from_summaries_release(&c->from);
	otfp_map_release(&c->snapped);
	otfp_map_release(&c->checked);
	begin_state_release(&c->state);
}
