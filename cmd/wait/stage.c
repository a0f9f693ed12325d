/* stage.c - the records of a pass of otf-wait, and its end: see stage.h. */
#include "cmd/wait/stage.h"
#include "base/error.h"
#include "cmd/text/signals.h"
#include "cmd/text/stdout.h"
#include "record/table.h"
#include <inttypes.h>

static unsigned wait_kinds(void *ctx)
{
	const struct wait_run *r = ctx;
	/* a third pass may meet the records in the order of this one; clocks need that of time */
	const int is_loose = r->second && !r->has_gain && !r->gain && r->trail && !r->s->time &&
	                     otfp_trail_takes_any_order(r->trail);

	return OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_FILE_BIT(OTFP_FILE_SNAP) | (is_loose ? OTFP_LOOSE : 0);
}

/* With --state, what came before it is in it. */
static int wait_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct wait_run *r = ctx;

	*from = r->state.from.head.time;
	*to = UINT64_MAX;
	*has_to = 0;
	return r->s->state != NULL;
}

static int cannot(const struct wait_run *r, struct otfp_error *err)
{
	if (otfp_wait_too_many(r->w))
		return otfp_fail(err, OTFP_EUSAGE, "%s: more than the %" PRIu64 " windows that --max-points allows",
		                 r->s->inside ? "--inside" : "--every", r->o.most);
	if ((r->roots && otfp_roots_error(r->roots, err)) || (r->transfers && otfp_transfers_error(r->transfers, err)))
		return err->code;
	return r->trail && otfp_trail_error(r->trail, err) ? err->code : otfp_fail_memory(err);
}

/* Shares: see partial.h. */
static int see_line(struct wait_run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	const int is_last = wait_is_last(rec), rc = is_last && r->s->combine ? wait_last_get(&r->lasts, rec) : 0;

	if (rc)
		return rc < 0 ? otfp_fail_memory(err) : otfp_fail(err, OTFP_EFAIL, "input: a malformed @LAST");
	if (!r->s->combine && (is_last || wait_is_line(rec)))
		return otfp_fail(err, OTFP_EFAIL, "the input is what --partial wrote: give its name to --combine");
	return 0;
}

static int see(struct wait_run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	if (r->failure.code)
		return 0;
	r->out.events += (unsigned)otfp_is_timed(rec->file);
	if (r->gain && otfp_gain_record(r->gain, rec) < 0)
		return otfp_fail_memory(err);
	if (r->third)
		return 0;
	if (r->second && r->even && otfp_even_record(r->even, rec) < 0)
		return otfp_fail_memory(err);
	if (r->second)
		return otfp_trail_record(r->trail, rec) < 0 ? cannot(r, err) : 0;
	if (OTFP_UNLIKELY(rec->type == OTFP_CONTROL) && see_line(r, rec, err) < 0)
		return err->code;
	if (r->has_nodes && otfp_nodes_add(&r->nodes, rec) < 0)
		return otfp_fail_memory(err);
	if (r->s->form == WAIT_FORM_MARKERS && wait_markers_add(&r->out.markers, rec) < 0)
		return otfp_fail_memory(err);
	otfp_wait_number(r->w, ++r->number);
	return otfp_wait_add(r->w, rec) < 0 ? cannot(r, err) : 0;
}

/* With --state: begin at it before the first event, and end when all is known. */
static int see_part(struct wait_run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	int code = otfp_is_timed(rec->file) ? wait_state_give(&r->state, r->w, err) : 0;

	if (code == 0)
		code = see(r, rec, err);
	return code == 0 && otfp_is_timed(rec->file) && wait_state_is_enough(&r->state, r->w) ? OTFP_LAST : code;
}

static int wait_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct wait_run *r = ctx;
	int code = r->selects ? selection_learn(&r->s->select, *rec, err) : 0;

	if (otfp_is_timed((*rec)->file))
		otfp_interval_meet(r->s->time, r->o.from, r->o.to, r->o.has_to, (*rec)->time);
	if (code == 0 && r->s->state)
		return see_part(r, *rec, err);
	if (r->is_known)
		return OTFP_LAST;
	return code < 0 ? code : see(r, *rec, err);
}

/* Whether records need no more than to be counted and added. */
static int is_plain(const struct wait_run *r)
{
	return !r->failure.code && !r->gain && !r->second && !r->has_nodes && r->s->form != WAIT_FORM_MARKERS;
}

/* Take leading records which are no control lines. @return how many; <0 */
static long take_plain(struct wait_run *r, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	size_t end = 0;

	for (; end < n && recs[end]->type != OTFP_CONTROL; end++)
		r->out.events += (unsigned)otfp_is_timed(recs[end]->file);
	if (otfp_wait_add_all(r->w, recs, end, r->number + 1) < 0)
		return cannot(r, err);
	r->number += end;
	return (long)end;
}

static int wait_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct wait_run *r = ctx;
	const int has_more = is_plain(r);
	int code = r->is_known ? OTFP_LAST : 0;

	for (size_t i = 0; i < n && code == 0; i++) {
		const long taken = has_more ? take_plain(r, recs + i, n - i, err) : 0;
		if (taken < 0)
			return (int)taken;
		i += (size_t)taken;
		if (i < n)
			code = see(r, recs[i], err);
	}
	return code;
}

static int print(struct wait_run *r, struct otfp_error *err)
{
	wait_set_view(r);
	if (r->keeps)
		return 0;
	signals_release(); /* there is nothing to undo, and sorting many rows takes time */
	if (wait_output_print(&r->out) < 0)
		return otfp_fail_memory(err);
	if (stdout_flush(err) < 0)
		return OTFP_EFAIL;
	r->is_odd = wait_output_warn(&r->out, "");
	return 0;
}

/* The last events of processes, which shares leave out. */
static int take_lasts(struct wait_run *r)
{
	for (size_t i = 0; i < r->lasts.n; i++)
		if (otfp_wait_live(r->w, r->lasts.p[i].process, r->lasts.p[i].time) < 0)
			return -1;
	return 0;
}

static int wait_end(void *ctx, struct otfp_error *err)
{
	struct wait_run *r = ctx;

	if (r->failure.code)
		return otfp_fail(err, r->failure.code, "%s", r->failure.text);
	if (r->gain && otfp_gain_end(r->gain) < 0)
		return otfp_fail_memory(err);
	if (r->third)
		return print(r, err);
	if (r->s->state && wait_state_give(&r->state, r->w, err) < 0)
		return err->code;
	if (take_lasts(r) < 0)
		return cannot(r, err);
	if (!r->second && (otfp_wait_end(r->w) < 0 || (r->trail && otfp_trail_walk(r->trail, r->w) < 0)))
		return cannot(r, err);
	if (!r->second && r->roots && otfp_roots_end_with(r->roots, r->is_plain ? r->trail : NULL) < 0)
		return cannot(r, err);
	if (!r->second && r->transfers && otfp_transfers_end(r->transfers) < 0)
		return cannot(r, err);
	if (r->second && otfp_trail_end(r->trail) < 0)
		return cannot(r, err);
	if (r->second && r->even && otfp_even_end(r->even) < 0)
		return otfp_fail_memory(err);
	if (r->s->state && wait_state_is_late(&r->state, r->w))
		return 0;
	return (r->trail && !r->second) || r->has_gain ? 0 : print(r, err);
}

const struct otfp_stage_ops wait_stage = {
	.begin = wait_stage_begin,
	.window = wait_window,
	.kinds = wait_kinds,
	.record = wait_record,
	.end = wait_end,
};

const struct otfp_stage_ops wait_whole_stage = {
	.begin = wait_stage_begin,
	.kinds = wait_kinds,
	.record = wait_record,
	.records = wait_records,
	.end = wait_end,
};
