/* timeline.c - the records of a timeline: calls, messages, operations, markers. */
#include "timeline/calls.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/span.h"
#include "base/ticks.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

/* ---- calls ---- */

/* Note the class of a call that is open in the interval, in a process that is shown: other classes are not in the
 * picture, whatever the source leaves out. @return 0, or -1 when memory is out */
static inline int note_call(struct otfp_timeline *t, uint32_t process, struct otfp_call *call)
{
	const struct otfp_class_memo *m = otfp_class_of(&t->classes, &t->names, process, call->function);

	if (OTFP_UNLIKELY(!m))
		return -1;
	otfp_call_note(call, m);
	return 0;
}

/* Whether lanes of depths can be read is known only as the calls come. */
static inline void judge_density(struct otfp_timeline *t, uint64_t calls)
{
	if (OTFP_UNLIKELY(calls > otfp_timeline_readable(t, t->nrows)) && !t->o.depth)
		t->is_dense = 1;
}

/* otfp_timeline_turn for a lane that changes less often than that of innermost calls. */
static int turn(struct otfp_timeline *t, struct otfp_timeline_process *p, uint32_t lane, uint64_t time,
                const struct otfp_open *now)
{
	return otfp_timeline_turn(t, &t->rows[p->row].lanes[lane], &p->open[lane], time, now);
}

/* A call was opened at depth `depth`: its lane. @return 0, or -1 when memory is out */
static int open_lane(struct otfp_timeline *t, struct otfp_timeline_process *p, const struct otfp_call *call,
                     uint32_t depth, uint64_t time)
{
	const uint32_t lane = depth < t->lanes ? depth : t->lanes - 1;
	const struct otfp_open now = otfp_open_of(call, depth < t->lanes ? call->time : time);

	p->deepest = lane + 1 > p->deepest ? lane + 1 : p->deepest;
	return turn(t, p, lane, time, &now);
}

/* The call at depth `depth` was closed: its lane. @return 0, or -1 when memory is out */
static int close_lane(struct otfp_timeline *t, struct otfp_timeline_process *p, const struct otfp_call *caller,
                      uint32_t depth, uint64_t time)
{
	static const struct otfp_open nothing = {.until = UINT64_MAX};
	const struct otfp_open now = caller && depth >= t->lanes ? otfp_open_of(caller, time) : nothing;

	return turn(t, p, depth < t->lanes ? depth : t->lanes - 1, time, &now);
}

/* A call was opened or closed: `inner` is the innermost one now, or NULL, and the call is at depth `depth`.
 * @return 0, or -1 when memory is out */
OTFP_INLINE int change_call(struct otfp_timeline *t, uint32_t process, const struct otfp_call *inner, int opens,
                            uint32_t depth, uint64_t time)
{
	struct otfp_timeline_process *p = &t->processes[process];
	int rc = 0;

	if (opens && depth + 1 > t->deepest)
		t->deepest = depth + 1;
	if (!t->is_dense)
		rc = opens ? open_lane(t, p, inner, depth, time) : close_lane(t, p, inner, depth, time);
	return rc == 0 ? otfp_innermost_turn(t, p, inner, time) : rc;
}

int otfp_timeline_call(struct otfp_timeline *t, const struct otfp_process *process, struct otfp_call *call, int opens,
                       uint64_t time)
{
	const uint32_t index = process->index, n = process->calls.n;
	const struct otfp_call *inner = n ? otfp_stack_at(&process->calls, n - 1) : NULL;
	int rc = 0;

	if (!t->is_inside || t->processes[index].row == OTFP_NO_ROW)
		return 0;
	if (opens && note_call(t, process->process, call) < 0)
		return -1;
	otfp_innermost_count(t, &t->processes[index], time, inner ? otfp_call_class(inner) : 0);
	t->calls++;
	if (opens && n > t->deepest) /* also of one that is fed */
		t->deepest = n;
	for (struct otfp_timeline *each = t; each && rc == 0; each = each->finer) {
		if (each->is_fed)
			continue;
		judge_density(each, t->calls);
		rc = change_call(each, index, inner, opens, n - (uint32_t)(opens != 0), time);
	}
	return rc;
}

/* ---- collective operations ---- */

/* Count what is open in the lanes of operations up to `now`, and make `open` what is. */
static int turn_operations(struct otfp_timeline *t, uint32_t process, uint64_t now, const struct otfp_open *open)
{
	struct otfp_timeline_process *p = &t->processes[process];

	if (!p->operating && !open->class)
		return 0;
	if (!p->operating) {
		if (otfp_grow(&t->operating, t->noperating, &t->operating_cap, sizeof *t->operating) < 0)
			return -1;
		t->operating[t->noperating++] = (struct otfp_operating){.process = process, .row = p->row};
		p->operating = (uint32_t)t->noperating;
	}
	return otfp_timeline_turn(t, &t->rows[p->row].lanes[t->lanes], &t->operating[p->operating - 1].open, now, open);
}

static int operate(struct otfp_timeline *t, const struct otfp_process *process, uint32_t what, uint64_t start,
                   uint64_t until, uint64_t now)
{
	const struct otfp_definition *d =
		otfp_names_find(&t->names, OTFP_NAMED_COLLECTIVE,
	                        otfp_names_ref(&t->names, OTFP_NAMED_COLLECTIVE, process->process, what));
	const struct otfp_timeline_process *p = &t->processes[process->index];
	struct otfp_open open = {.start = start, .until = until};
	int rc = 0;

	if (!t->is_inside || p->row == OTFP_NO_ROW)
		return 0;
	open.class = otfp_class_named(t->operations,
	                              d && d->name.n ? d->name : (struct otfp_str){"collective operation", 20});
	if (!open.class)
		return -1;
	for (struct otfp_timeline *each = t; each && rc == 0; each = each->finer) {
		each->has_operations = 1;
		rc = turn_operations(each, process->index, now, &open);
	}
	return rc;
}

static int see_operation(struct otfp_timeline *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_process *process = did->process;
	const struct otfp_timeline_process *p = &t->processes[process->index];
	const struct otfp_begun_list *begun = &otfp_operations_of(process)->collectives;
	const struct otfp_begun *last;
	int rc = 0;

	if (rec->type == OTFP_CollectiveOperation)
		return operate(t, process, (uint32_t)rec->f[0].u, rec->time, otfp_ticks_after(rec->time, rec->f[5].u),
		               rec->time);
	if (did->did == OTFP_DID_BEGIN)
		return operate(t, process, did->begun->what, did->begun->time, UINT64_MAX, rec->time);
	if (did->did != OTFP_DID_END || !t->is_inside || p->row == OTFP_NO_ROW)
		return 0;
	last = begun->n ? &begun->open[begun->n - 1] : NULL;
	if (last)
		return operate(t, process, last->what, rec->time, UINT64_MAX, rec->time);
	for (; t && rc == 0; t = t->finer)
		rc = turn_operations(t, process->index, rec->time, &(struct otfp_open){.until = UINT64_MAX});
	return rc;
}

/* ---- messages and markers ---- */

/* The row of a process. @return OTFP_NO_ROW if it has none */
static uint32_t row_of(const struct otfp_timeline *t, const struct otfp_process *p)
{
	return p && p->index < t->nprocesses ? t->processes[p->index].row : OTFP_NO_ROW;
}

static int see_receive(struct otfp_timeline *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_message *m = did->message;
	const struct otfp_density_end to = {otfp_timeline_place(t, rec->time), row_of(t, did->process)};
	const struct otfp_density_end from = {otfp_timeline_place(t, m->time),
	                                      row_of(t, otfp_state_find(&t->state, m->sender))};
	struct otfp_arrow arrow;

	if (!t->is_inside || from.row == OTFP_NO_ROW || to.row == OTFP_NO_ROW)
		return 0;
	t->rows[from.row].is_marked = t->rows[to.row].is_marked = 1;
	if (otfp_density_add(&t->density, from, to) < 0)
		return -1;
	arrow = (struct otfp_arrow){m->time, rec->time, m->sender, m->receiver, m->tag, m->group, m->length};
	return otfp_arrows_add(&t->arrows, &arrow);
}

static int is_in_interval(const struct otfp_timeline *t, uint64_t time)
{
	return time >= t->o.from && (t->o.has_to ? time < t->o.to : time <= t->o.to);
}

/* Markers come before all timed records, in any order of times. */
static int see_marker(struct otfp_timeline *t, const struct otfp_record *rec)
{
	const struct otfp_definition *d;
	struct otfp_flag flag = {.time = rec->time, .process = rec->loc, .text = rec->f[1].s};

	if (t->o.no_markers || !is_in_interval(t, rec->time) || (rec->loc && !otfp_timeline_wants(t, rec->loc)))
		return 0;
	if (t->flags_seen++ >= t->o.flags)
		return 0;
	d = otfp_names_find(&t->names, OTFP_NAMED_MARKER,
	                    otfp_names_ref(&t->names, OTFP_NAMED_MARKER, rec->loc, (uint32_t)rec->f[0].u));
	flag.name = d ? d->name : (struct otfp_str){"marker", 6};
	flag.name.p = otfp_arena_copy(&t->arena, flag.name.p, flag.name.n);
	flag.text.p = otfp_arena_copy(&t->arena, flag.text.p, flag.text.n);
	if (!flag.name.p || !flag.text.p || otfp_grow(&t->flags, t->nflags, &t->flags_cap, sizeof flag) < 0)
		return -1;
	t->flags[t->nflags++] = flag;
	return 0;
}

/* ---- records ---- */

/* The interval starts: show what is open there. @return 0, or -1 when memory is out */
static int enter_process(struct otfp_timeline *t, const struct otfp_process *process)
{
	const struct otfp_begun_list *begun = &otfp_operations_of(process)->collectives;
	const struct otfp_call_stack *stack = &process->calls;
	struct otfp_timeline_process *p = &t->processes[process->index];
	int rc = 0;

	if (p->row == OTFP_NO_ROW)
		return 0;
	for (uint32_t k = 0; k < stack->n; k++)
		if (note_call(t, process->process, otfp_stack_at(stack, k)) < 0)
			return -1;
	otfp_innermost_count(t, p, t->o.from, stack->n ? otfp_call_class(otfp_stack_at(stack, stack->n - 1)) : 0);
	for (struct otfp_timeline *each = t; each; each = each->finer)
		for (uint32_t k = 0; k < stack->n && rc == 0 && !each->is_fed; k++)
			rc = change_call(each, process->index, otfp_stack_at(stack, k), 1, k, t->o.from);
	for (const struct otfp_begun *b = otfp_begun_next(begun, NULL); b && rc == 0; b = otfp_begun_next(begun, b))
		rc = operate(t, process, b->what, b->time, UINT64_MAX, t->o.from);
	return rc;
}

static int enter(struct otfp_timeline *t)
{
	int rc = 0;

	for (struct otfp_timeline *each = t; each; each = each->finer)
		each->is_inside = 1;
	for (size_t i = 0; i < t->state.n && rc == 0; i++)
		rc = enter_process(t, &t->state.processes[i]);
	return rc;
}

static int see_change(struct otfp_timeline *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const int is_collective = rec->type == OTFP_CollectiveOperation || rec->type == OTFP_BeginCollectiveOperation ||
	                          rec->type == OTFP_BeginCollopSnapshot || rec->type == OTFP_EndCollectiveOperation;

	if (did->did == OTFP_DID_OPEN_CALL || did->did == OTFP_DID_CLOSE_CALL)
		return otfp_timeline_call(t, did->process, did->call, did->did == OTFP_DID_OPEN_CALL, rec->time);
	if (did->did == OTFP_DID_RECEIVE)
		return see_receive(t, rec, did);
	return is_collective ? see_operation(t, rec, did) : 0;
}

/* Of a chain: make the rows. @return 0, or -1 when memory is out */
static int lay_out(struct otfp_timeline *t)
{
	int rc = 0;

	for (struct otfp_timeline *each = t; each && rc == 0; each = each->finer)
		rc = otfp_timeline_lay_out(each);
	for (struct otfp_timeline *each = t; each && each->finer && rc == 0; each = each->finer)
		otfp_timeline_try_feed(each);
	otfp_timeline_choose_counting(t);
	return rc;
}

static int add_processes(struct otfp_timeline *t)
{
	int rc = 0;

	for (; t && rc == 0; t = t->finer)
		rc = otfp_timeline_add_processes(t);
	return rc;
}

static int see_timed(struct otfp_timeline *t, const struct otfp_record *rec)
{
	struct otfp_change did;

	if (t->o.has_to && rec->time >= t->o.to)
		return 0;
	if (!t->has_layout && lay_out(t) < 0)
		return -1;
	if (!t->is_inside && rec->time >= t->o.from && enter(t) < 0)
		return -1;
	if (t->is_inside && rec->time >= t->soonest && otfp_timeline_sweep(t, rec->time) < 0)
		return -1;
	OTFP_ASSERT_HOT(rec->time >= t->last);
	t->first = t->events || !t->is_inside ? t->first : rec->time;
	t->last = rec->time;
	t->events += (uint64_t)t->is_inside;
	if (otfp_state_add(&t->state, rec, &did) < 0 || (t->nprocesses < t->state.n && add_processes(t) < 0))
		return -1;
	return see_change(t, rec, &did);
}

int otfp_timeline_add(struct otfp_timeline *t, const struct otfp_record *rec)
{
	const unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_FILE_DEF;

	if (otfp_is_timed(file))
		return file == OTFP_FILE_STAT ? 0 : see_timed(t, rec);
	if (rec->type == OTFP_Marker)
		return see_marker(t, rec);
	if (otfp_ranks_add(&t->state.ranks, rec) < 0)
		return -1;
	if (rec->type == OTFP_DefTimerResolution && !t->resolution)
		t->resolution = rec->f[0].u;
	return otfp_names_add(&t->names, rec);
}

/* ---- the end ---- */

int otfp_timeline_end(struct otfp_timeline *t)
{
	if (!t->has_layout && lay_out(t) < 0)
		return -1;
	if (!t->is_inside && enter(t) < 0)
		return -1;
	if (otfp_timeline_sweep(t, t->o.to) < 0)
		return -1;
	for (size_t i = 0; i < t->nprocesses; i++)
		if (t->processes[i].row != OTFP_NO_ROW)
			otfp_innermost_count(t, &t->processes[i], t->o.to, 0);
	otfp_arrows_end(&t->arrows);
	for (const struct otfp_timeline *each = t; each; each = each->finer)
		if (each->is_out)
			return -1;
	otfp_timeline_share_names(t);
	return 0;
}
