/* timeline.c - the records of a timeline: the layout of its rows, calls, messages, operations, markers. */
#include "timeline/columns.h"
#include "base/grow.h"
#include "base/ticks.h"
#include "record/table.h"
#include "state/callstate.h"
#include <stdlib.h>
#include <string.h>

/* ---- begin and release ---- */

static unsigned keeps(const struct otfp_timeline_options *o)
{
	return (o->no_calls ? 0u : OTFP_STATE_CALLS) | (o->no_messages ? 0u : OTFP_STATE_MESSAGES) |
	       (o->no_operations ? 0u : OTFP_STATE_COLLECTIVES);
}

int otfp_timeline_begin(struct otfp_timeline *t, const struct otfp_timeline_options *o, const struct otfp_header *h)
{
	t->o = *o;
	if (t->o.to <= t->o.from)
		t->o.to = t->o.from + 1;
	while ((t->o.to - t->o.from) >> t->shift >> 48)
		t->shift++;
	t->width = (t->o.to - t->o.from) >> t->shift;
	t->resolution = h->resolution;
	t->names.all = 1;
	t->state.keeps = keeps(o);
	t->arrows.most = o->arrows;
	t->arrows.by_bytes = o->by_bytes;
	t->operations = calloc(1, sizeof *t->operations);
	return t->operations ? 0 : -1;
}

static void release_row(const struct otfp_timeline *t, struct otfp_timeline_row *row)
{
	for (uint32_t i = 0; i < t->lanes + 2 + t->bands; i++) {
		free(row->lanes[i].bars);
		free(row->lanes[i].shares);
	}
	free(row->lanes);
}

void otfp_timeline_release(struct otfp_timeline *t)
{
	for (size_t i = 0; i < t->nrows; i++)
		release_row(t, &t->rows[i]);
	free(t->rows);
	for (size_t i = 0; i < t->nprocesses; i++)
		free(t->processes[i].open);
	free(t->processes);
	otfp_names_release(&t->names);
	otfp_classes_release(&t->classes);
	if (t->operations)
		otfp_classes_release(t->operations);
	free(t->operations);
	otfp_state_release(&t->state);
	otfp_map_release(&t->row_of);
	otfp_arrows_release(&t->arrows);
	free(t->flags);
	otfp_arena_release(&t->arena);
	memset(t, 0, sizeof *t);
}

uint32_t otfp_timeline_lanes(const struct otfp_timeline *t)
{
	const uint32_t deepest = t->deepest ? t->deepest : 1;

	if (t->is_dense)
		return t->bands;
	return t->lanes < deepest ? t->lanes : deepest;
}

const struct otfp_lane *otfp_timeline_lane(const struct otfp_timeline *t, const struct otfp_timeline_row *row,
                                           uint32_t k)
{
	return &row->lanes[!t->is_dense ? k : t->lanes + 1 + (t->bands > 1 ? 1 + k : 0)];
}

const struct otfp_lane *otfp_timeline_operations(const struct otfp_timeline *t, const struct otfp_timeline_row *row)
{
	return &row->lanes[t->lanes];
}

/* ---- the layout ---- */

static int is_wanted(const struct otfp_timeline *t, uint32_t process)
{
	return !t->o.wanted || t->o.wanted(t->o.ctx, process);
}

/* Put a process into the last row, or a new one if `opens`. @return 0, or -1 when memory is out */
static int place_process(struct otfp_timeline *t, uint32_t process, int opens)
{
	struct otfp_timeline_row *row;

	if (opens) {
		if (otfp_grow(&t->rows, t->nrows, &t->rows_cap, sizeof *t->rows) < 0)
			return -1;
		row = &t->rows[t->nrows];
		*row = (struct otfp_timeline_row){.first = process};
		row->lanes = calloc(t->lanes + 2 + t->bands, sizeof *row->lanes);
		if (!row->lanes)
			return -1;
		t->nrows++;
	}
	row = &t->rows[t->nrows - 1];
	row->last = process;
	row->n++;
	t->nshown++;
	return otfp_map_set(&t->row_of, process, t->nrows - 1);
}

/* A process that only groups others has no stream, if the streams of processes are known. */
static int is_shown(const struct otfp_timeline *t, const struct otfp_definition *d)
{
	return d->space == OTFP_NAMED_PROCESS && (!t->names.streams.n || otfp_map_get(&t->names.streams, d->token)) &&
	       !otfp_map_get(&t->row_of, d->token) && is_wanted(t, d->token);
}

/* Lanes for depths, and bands, as there is room for them. */
static void choose_lanes(struct otfp_timeline *t, size_t nrows)
{
	const size_t room = nrows ? t->o.lanes / nrows : t->o.lanes;
	const size_t most = t->o.depth && t->o.depth < OTFP_TIMELINE_LANES ? t->o.depth : OTFP_TIMELINE_LANES;
	const size_t lanes = room < most ? room : most;
	const size_t bands = nrows ? 2 * (size_t)t->o.lanes / nrows : OTFP_TIMELINE_BANDS; /* of half the height */

	t->lanes = t->per_row > 1 || lanes < 2 ? 0 : (uint32_t)lanes;
	t->is_dense = !t->lanes;
	t->bands = bands < 2 ? 1 : bands > OTFP_TIMELINE_BANDS ? OTFP_TIMELINE_BANDS : (uint32_t)bands;
}

/* Before the first timed record. @return 0, or -1 when memory is out */
static int lay_out(struct otfp_timeline *t)
{
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; i < t->names.n; i++)
		n += is_shown(t, &t->names.definitions[i]) != 0;
	t->per_row = (uint32_t)(n ? (n + t->o.rows - 1) / t->o.rows : 1);
	choose_lanes(t, (n + t->per_row - 1) / t->per_row);
	for (size_t i = 0; i < t->names.n && rc == 0; i++)
		if (is_shown(t, &t->names.definitions[i]))
			rc = place_process(t, t->names.definitions[i].token, t->nshown % t->per_row == 0);
	t->edge = otfp_timeline_tick(t, 1);
	t->has_layout = 1;
	return rc;
}

/* Make the entry of a new process of the state, which may have no definition. @return 0, or -1 when memory is out */
static int add_process(struct otfp_timeline *t, uint32_t process)
{
	struct otfp_timeline_process *p;

	if (otfp_grow(&t->processes, t->nprocesses, &t->processes_cap, sizeof *p) < 0)
		return -1;
	p = &t->processes[t->nprocesses++];
	*p = (struct otfp_timeline_process){.row = OTFP_NO_ROW, .since = t->o.from};
	if (!is_wanted(t, process))
		return 0;
	if (!otfp_map_get(&t->row_of, process) &&
	    place_process(t, process, t->nrows < t->o.rows && t->per_row == 1) < 0)
		return -1;
	p->row = (uint32_t)*otfp_map_get(&t->row_of, process);
	p->open = calloc(t->lanes + 2, sizeof *p->open);
	return p->open ? 0 : -1;
}

static int add_processes(struct otfp_timeline *t)
{
	int rc = 0;

	while (t->nprocesses < t->state.n && rc == 0)
		rc = add_process(t, t->state.processes[t->nprocesses].process);
	return rc;
}

/* ---- calls ---- */

/* Add the time since the last change to the class of the innermost call, which is `class` from now on. */
static inline void count_innermost(struct otfp_timeline *t, struct otfp_timeline_process *p, uint64_t time,
                                   uint32_t class)
{
	if (p->class && time > p->since)
		t->classes.p[p->class].exclusive += time - p->since;
	p->since = time;
	p->class = class;
}

/* What is open from `time` on in the lane of a call. */
static struct otfp_open open_of(const struct otfp_call *call, uint64_t time)
{
	return (struct otfp_open){.start = time,
	                          .until = UINT64_MAX,
	                          .class = call->mark,
	                          .called = (uint32_t)(uintptr_t)call->place};
}

/* Note the class of a call that was opened, which is the innermost one. @return 0, or -1 when memory is out */
static inline int note_call(struct otfp_timeline *t, uint32_t process, struct otfp_call *call)
{
	const struct otfp_class_memo *m = otfp_class_of(&t->classes, &t->names, process, call->function);

	if (OTFP_UNLIKELY(!m))
		return -1;
	call->mark = m->class;
	call->place = (void *)(uintptr_t)m->called;
	return 0;
}

/* Whether lanes of depths can be read is known only as the calls come. */
static inline void count_call(struct otfp_timeline *t)
{
	if (OTFP_UNLIKELY(++t->calls > (uint64_t)OTFP_TIMELINE_DENSE * t->nrows * t->o.columns) && !t->o.depth)
		t->is_dense = 1;
}

/* A call was opened at depth `depth`. @return 0, or -1 when memory is out */
static inline int open_call(struct otfp_timeline *t, struct otfp_timeline_process *p, const struct otfp_call *call,
                            uint32_t depth, uint64_t time)
{
	struct otfp_lane *lanes = t->rows[p->row].lanes;
	const struct otfp_open now = open_of(call, time), whole = open_of(call, call->time);
	const uint32_t lane = depth < t->lanes ? depth : t->lanes - 1;

	if (depth + 1 > t->deepest)
		t->deepest = depth + 1;
	count_innermost(t, p, time, call->mark);
	if (!t->is_dense) {
		p->deepest = lane + 1 > p->deepest ? lane + 1 : p->deepest;
		if (otfp_timeline_turn(t, &lanes[lane], &p->open[lane], time, depth < t->lanes ? &whole : &now) < 0)
			return -1;
	}
	return otfp_timeline_turn(t, &lanes[t->lanes + 1], &p->open[t->lanes + 1], time, &now);
}

/* The call at depth `depth` was closed. @return 0, or -1 when memory is out */
static inline int close_call(struct otfp_timeline *t, struct otfp_timeline_process *p,
                             const struct otfp_call_stack *stack, uint64_t time)
{
	static const struct otfp_open nothing = {.until = UINT64_MAX};
	struct otfp_lane *lanes = t->rows[p->row].lanes;
	const uint32_t depth = (uint32_t)stack->n, lane = depth < t->lanes ? depth : t->lanes - 1;
	const struct otfp_call *caller = depth ? &stack->calls[depth - 1] : NULL;
	const struct otfp_open now = caller ? open_of(caller, time) : nothing;

	count_innermost(t, p, time, caller ? caller->mark : 0);
	if (!t->is_dense &&
	    otfp_timeline_turn(t, &lanes[lane], &p->open[lane], time, depth >= t->lanes ? &now : &nothing) < 0)
		return -1;
	return otfp_timeline_turn(t, &lanes[t->lanes + 1], &p->open[t->lanes + 1], time, &now);
}

/* A record opened or closed a call. @return 0, or -1 when memory is out */
static inline int see_call(struct otfp_timeline *t, const struct otfp_process *process, struct otfp_call *call,
                           int opens, uint64_t time)
{
	struct otfp_timeline_process *p = &t->processes[process->index];

	if (opens && note_call(t, process->process, call) < 0)
		return -1;
	if (!t->is_inside || p->row == OTFP_NO_ROW)
		return 0;
	count_call(t);
	if (!opens)
		return close_call(t, p, &process->calls, time);
	return open_call(t, p, call, (uint32_t)process->calls.n - 1, time);
}

/* ---- collective operations ---- */

static int operate(struct otfp_timeline *t, const struct otfp_process *process, uint32_t what, uint64_t start,
                   uint64_t until, uint64_t now)
{
	const struct otfp_definition *d =
		otfp_names_find(&t->names, OTFP_NAMED_COLLECTIVE,
	                        otfp_names_ref(&t->names, OTFP_NAMED_COLLECTIVE, process->process, what));
	const struct otfp_timeline_process *p = &t->processes[process->index];
	struct otfp_open open = {.start = start, .until = until};

	if (!t->is_inside || p->row == OTFP_NO_ROW)
		return 0;
	open.class = otfp_class_named(t->operations,
	                              d && d->name.n ? d->name : (struct otfp_str){"collective operation", 20});
	t->has_operations = 1;
	return !open.class ? -1 :
	                     otfp_timeline_turn(t, &t->rows[p->row].lanes[t->lanes], &p->open[t->lanes], now, &open);
}

static uint64_t later(uint64_t time, uint64_t by)
{
	return time > UINT64_MAX - by ? UINT64_MAX : time + by;
}

static int see_operation(struct otfp_timeline *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_process *process = did->process;
	const struct otfp_timeline_process *p = &t->processes[process->index];
	const struct otfp_begun *last;

	if (rec->type == OTFP_CollectiveOperation)
		return operate(t, process, (uint32_t)rec->f[0].u, rec->time, later(rec->time, rec->f[5].u), rec->time);
	if (did->did == OTFP_DID_BEGIN)
		return operate(t, process, did->begun->what, did->begun->time, UINT64_MAX, rec->time);
	if (did->did != OTFP_DID_END || !t->is_inside || p->row == OTFP_NO_ROW)
		return 0;
	last = process->collectives.n ? &process->collectives.open[process->collectives.n - 1] : NULL;
	if (last)
		return operate(t, process, last->what, rec->time, UINT64_MAX, rec->time);
	return otfp_timeline_turn(t, &t->rows[p->row].lanes[t->lanes], &p->open[t->lanes], rec->time,
	                          &(struct otfp_open){.until = UINT64_MAX});
}

/* ---- messages and markers ---- */

static int has_row(const struct otfp_timeline *t, const struct otfp_process *p)
{
	return p && p->index < t->nprocesses && t->processes[p->index].row != OTFP_NO_ROW;
}

static int see_receive(struct otfp_timeline *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_message *m = did->message;
	struct otfp_arrow arrow;

	if (!t->is_inside || !has_row(t, did->process) || !has_row(t, otfp_state_find(&t->state, m->sender)))
		return 0;
	arrow = (struct otfp_arrow){m->time, rec->time, m->sender, m->receiver, m->length, m->tag, m->group};
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

	if (t->o.no_markers || !is_in_interval(t, rec->time) || (rec->loc && !is_wanted(t, rec->loc)))
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
	struct otfp_timeline_process *p = &t->processes[process->index];
	int rc = 0;

	if (p->row == OTFP_NO_ROW)
		return 0;
	for (uint32_t k = 0; k < process->calls.n && rc == 0; k++)
		rc = open_call(t, p, &process->calls.calls[k], k, t->o.from);
	for (size_t k = 0; k < process->collectives.n && rc == 0; k++)
		rc = operate(t, process, process->collectives.open[k].what, process->collectives.open[k].time,
		             UINT64_MAX, t->o.from);
	return rc;
}

static int enter(struct otfp_timeline *t)
{
	int rc = 0;

	t->is_inside = 1;
	for (size_t i = 0; i < t->state.n && rc == 0; i++)
		rc = enter_process(t, &t->state.processes[i]);
	return rc;
}

static int see_change(struct otfp_timeline *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const int is_collective = rec->type == OTFP_CollectiveOperation || rec->type == OTFP_BeginCollectiveOperation ||
	                          rec->type == OTFP_BeginCollopSnapshot || rec->type == OTFP_EndCollectiveOperation;

	if (did->did == OTFP_DID_OPEN_CALL || did->did == OTFP_DID_CLOSE_CALL)
		return see_call(t, did->process, did->call, did->did == OTFP_DID_OPEN_CALL, rec->time);
	if (did->did == OTFP_DID_RECEIVE)
		return see_receive(t, rec, did);
	return is_collective ? see_operation(t, rec, did) : 0;
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
	if (t->is_inside && rec->time >= t->edge && otfp_timeline_sweep(t, rec->time) < 0)
		return -1;
	t->is_unsorted = rec->time < t->last;
	if (t->is_unsorted)
		return -1;
	t->first = t->events || !t->is_inside ? t->first : rec->time;
	t->last = rec->time;
	t->events += (uint64_t)t->is_inside;
	if (otfp_state_see(&t->state, rec, &did) < 0 || (t->nprocesses < t->state.n && add_processes(t) < 0))
		return -1;
	return see_change(t, rec, &did);
}

int otfp_timeline_see(struct otfp_timeline *t, const struct otfp_record *rec)
{
	const unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_DEF;

	if (otfp_is_timed(file))
		return file == OTFP_STAT ? 0 : see_timed(t, rec);
	if (rec->type == OTFP_Marker)
		return see_marker(t, rec);
	if (rec->type == OTFP_DefTimerResolution && !t->resolution)
		t->resolution = rec->f[0].u;
	return otfp_names_see(&t->names, rec);
}

/* An Enter or Leave in the open column, of a process that was seen before. @return 1 if it is one and was counted, 0 if
 * it is not, or -1 when memory is out */
OTFP_INLINE int see_plain_call(struct otfp_timeline *t, const struct otfp_record *rec)
{
	const int opens = rec->type == OTFP_Enter;
	struct otfp_process *process;
	struct otfp_call *call;
	int odd;

	if (!(opens || rec->type == OTFP_Leave) || rec->time >= t->edge || rec->time < t->last || !t->is_inside ||
	    !(process = otfp_state_near(&t->state, rec->loc)) || !(t->state.keeps & OTFP_STATE_CALLS))
		return 0;
	process->known = OTFP_KNOWN_EVENTS;
	t->last = rec->time;
	t->events++;
	if (opens)
		call = otfp_state_open_call(&t->state, process, rec->time, (uint32_t)rec->f[0].u,
		                            (uint32_t)rec->f[1].u);
	else
		call = otfp_state_close_call(&t->state, process, rec, &odd);
	if (!call)
		return opens ? -1 : 1;
	return see_call(t, process, call, opens, rec->time) < 0 ? -1 : 1;
}

int otfp_timeline_see_all(struct otfp_timeline *t, const struct otfp_record *const *recs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const int plain = see_plain_call(t, recs[i]);
		if (OTFP_UNLIKELY(plain < 0 || (!plain && otfp_timeline_see(t, recs[i]) < 0)))
			return -1;
	}
	return 0;
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
			count_innermost(t, &t->processes[i], t->o.to, 0);
	otfp_arrows_end(&t->arrows);
	return 0;
}
