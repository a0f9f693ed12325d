/* collective.c - instances of collective operations: members by order, types, and the second clock. */
#include "base/grow.h"
#include "base/span.h"
#include "wait/watch.h"
#include <stdlib.h>
#include <string.h>

enum { UNDER_WAY_MAX = 1024 }; /* instances per communicator */

/* ---- instances by index ---- */

static struct wait_instance *instance_of(const struct otfp_wait_engine *w, const struct wait_group *g, uint64_t index)
{
	const uint32_t at = index >= g->base && index < g->end ? g->ring[index & (g->cap - 1)] : 0;

	return at ? &w->instances[at - 1] : NULL;
}

/* An operation counts if one of its members is reported. */
static int count(struct otfp_wait_engine *w, const struct wait_instance *i, unsigned what)
{
	return i->is_reported ? otfp_wait_count(w, i->window, what, 1) : 0;
}

static int release(struct otfp_wait_engine *w, struct wait_instance *i)
{
	struct wait_group *g = &w->groups[i->communicator];

	if (i->type == WAIT_UNTYPED && count(w, i, OTFP_WAIT_UNTYPED) < 0)
		return -1;
	if (w->watch && i->is_blocking && w->watch->over(w->watch->ctx, i) < 0)
		return -1;
	g->ring[i->index & (g->cap - 1)] = 0;
	g->floor = i->index >= g->floor ? i->index + 1 : g->floor;
	while (g->base < g->end && !g->ring[g->base & (g->cap - 1)])
		g->base++;
	for (uint32_t k = 0; k < i->begun; k++)
		if (otfp_wait_call_unstake(w, i->arrivals[k].call, (uint32_t)(i - w->instances)) < 0)
			return -1;
	i->used = 0;
	i->next = w->spare_instance;
	w->spare_instance = (uint32_t)(i - w->instances) + 1;
	return 0;
}

static int count_early(struct otfp_wait_engine *w, const struct wait_instance *i)
{
	for (size_t k = 0; k < i->nearly; k++)
		if (otfp_wait_count(w, i->early[k].window, OTFP_WAIT_SKEWED, i->early[k].n) < 0)
			return -1;
	return 0;
}

/* All members may have ended it, and one not have left its call: at the end of a piece. */
static int close_incomplete(struct otfp_wait_engine *w, struct wait_instance *i)
{
	const uint32_t n = w->groups[i->communicator].n;

	if (i->begun == n && i->ended == n && count_early(w, i) < 0)
		return -1;
	if (i->is_old)
		otfp_wait_doubt(w, w->resumed);
	return count(w, i, OTFP_WAIT_INCOMPLETE) < 0 ? -1 : release(w, i);
}

static int grow_ring(struct wait_group *g, uint64_t least)
{
	size_t cap = g->cap ? g->cap : 4;
	uint32_t *ring;

	while (cap < least)
		cap *= 2;
	if (cap == g->cap)
		return 0;
	ring = calloc(cap, sizeof *ring);
	if (!ring)
		return -1;
	for (uint64_t k = g->base; k < g->end; k++)
		ring[k & (cap - 1)] = g->ring[k & (g->cap - 1)];
	free(g->ring);
	g->ring = ring;
	g->cap = cap;
	return 0;
}

/* The first member that arrives may be ahead of others if the stream starts in the middle of a run. */
static int lower_base(struct wait_group *g, uint64_t index)
{
	if (grow_ring(g, g->end - index) < 0)
		return -1;
	g->base = index;
	return 0;
}

/* Let [base, end) contain the index. */
static int make_room(struct otfp_wait_engine *w, struct wait_group *g, uint64_t index)
{
	while (g->base < g->end && index > g->base && index - g->base >= UNDER_WAY_MAX) {
		struct wait_instance *i = instance_of(w, g, g->base);
		if (i && close_incomplete(w, i) < 0)
			return -1;
		g->base += !i;
	}
	if (g->base == g->end)
		g->base = g->end = index;
	if (index < g->base)
		return lower_base(g, index);
	if (grow_ring(g, index - g->base + 1) < 0)
		return -1;
	g->end = g->end > index ? g->end : index + 1;
	return 0;
}

static int is_closed(const struct wait_group *g, uint64_t index)
{
	return index < g->floor || (index < g->base && g->base < g->end && g->end - index > UNDER_WAY_MAX);
}

static uint32_t new_instance(struct otfp_wait_engine *w)
{
	const uint32_t at = w->spare_instance;

	if (at) {
		w->spare_instance = w->instances[at - 1].next;
		return at;
	}
	if (otfp_grow(&w->instances, w->ninstances, &w->instances_cap, sizeof *w->instances) < 0)
		return 0;
	memset(&w->instances[w->ninstances], 0, sizeof *w->instances);
	return (uint32_t)++w->ninstances;
}

/* The call that is around the begin. */
static uint32_t call_around(const struct otfp_wait_engine *w, const struct wait_process *p, uint64_t time)
{
	return w->o.states && p->call && w->calls[p->call - 1].enter <= time ? p->call : 0;
}

static void set_type(struct otfp_wait_engine *w, struct wait_instance *i, const struct wait_group *g,
                     const struct wait_process *p, const struct otfp_begun *b)
{
	const struct wait_collective kind = otfp_wait_collective_kind(w, p->process, b->what);
	const uint32_t root = b->root ? otfp_wait_member(w, g, b->root) : 0;
	const struct wait_call *call = wait_call_at(w, call_around(w, p, b->time));

	i->operation = otfp_names_ref(&w->names, OTFP_NAMED_COLLECTIVE, p->process, b->what);
	i->type = kind.type;
	i->is_blocking = kind.is_blocking && !(call && call->function->starts);
	i->root = root ? g->members[root - 1].position : 0;
	if ((kind.type == WAIT_FROM || kind.type == WAIT_TO) && !root)
		i->type = WAIT_UNTYPED;
}

/* Find or add the instance; the group may be one of many, but does not move. @return NULL when memory is out */
static struct wait_instance *get(struct otfp_wait_engine *w, struct wait_group *g, uint64_t index,
                                 struct wait_process *p, const struct otfp_begun *b)
{
	struct wait_instance *i = instance_of(w, g, index), old;
	uint32_t at;

	if (i)
		return i;
	if (make_room(w, g, index) < 0 || !(at = new_instance(w)))
		return NULL;
	i = &w->instances[at - 1];
	old = *i;
	*i = (struct wait_instance){.index = index,
	                            .window = p->window,
	                            .communicator = (uint32_t)(g - w->groups),
	                            .used = 1,
	                            .from_root = {OTFP_NO_WINDOW, 0},
	                            .arrivals = old.arrivals,
	                            .arrivals_cap = old.arrivals_cap,
	                            .given = old.given,
	                            .given_cap = old.given_cap,
	                            .early = old.early,
	                            .early_cap = old.early_cap};
	i->is_old = index < g->most_over;
	set_type(w, i, g, p, b);
	g->ring[index & (g->cap - 1)] = at;
	return i;
}

/* ---- the second clock ---- */

static int give(struct wait_instance *i, uint64_t window, uint64_t clock)
{
	for (size_t k = 0; k < i->ngiven; k++)
		if (i->given[k].window == window) {
			i->given[k].clock = clock > i->given[k].clock ? clock : i->given[k].clock;
			return 0;
		}
	if (otfp_grow(&i->given, i->ngiven, &i->given_cap, sizeof *i->given) < 0)
		return -1;
	i->given[i->ngiven++] = (struct wait_given){window, clock};
	return 0;
}

static void take_all(struct wait_process *p, const struct wait_instance *i)
{
	for (size_t k = 0; k < i->ngiven; k++)
		otfp_wait_carry(p, i->given[k].window, i->given[k].clock);
}

/* From the members of lower positions. */
static void take_prefix(struct wait_process *p, const struct wait_instance *i, uint32_t position)
{
	for (uint32_t k = 0; k < i->begun; k++)
		if (i->arrivals[k].position < position)
			otfp_wait_carry(p, i->arrivals[k].window, i->arrivals[k].clock);
}

/* A member ends: take what it needs of the others. */
static void take_clocks(struct wait_process *p, const struct wait_instance *i, uint32_t position)
{
	if (i->type == WAIT_BARRIER || i->type == WAIT_ALL || (i->type == WAIT_TO && position == i->root))
		take_all(p, i);
	else if (i->type == WAIT_FROM && position != i->root)
		otfp_wait_carry(p, i->from_root.window, i->from_root.clock);
	else if (i->type == WAIT_PREFIX)
		take_prefix(p, i, position);
}

static uint32_t lacks_prefix(const struct wait_instance *i, uint32_t position)
{
	uint32_t missing = position;

	for (uint32_t k = 0; k < i->begun; k++)
		missing -= i->arrivals[k].position < position;
	return missing;
}

/* How many of those that a member needs have not begun. */
static uint32_t lacks(const struct wait_instance *i, const struct wait_group *g, uint32_t position)
{
	switch (i->type) {
	case WAIT_BARRIER:
	case WAIT_ALL: return g->n - i->begun;
	case WAIT_TO: return position == i->root ? g->n - i->begun : 0;
	case WAIT_FROM: return position != i->root && !i->has_root;
	case WAIT_PREFIX: return lacks_prefix(i, position);
	default: return 0;
	}
}

uint32_t otfp_wait_lacks(const struct otfp_wait_engine *w, uint64_t end)
{
	const struct wait_end *e = &w->ends[end - 1];
	const struct wait_group *g = &w->groups[e->group];
	const struct wait_instance *i = instance_of(w, g, e->index);

	return i ? lacks(i, g, e->position) : 0;
}

/* ---- begin ---- */

static int arrive(struct otfp_wait_engine *w, struct wait_instance *i, const struct wait_arrival *a)
{
	if (otfp_grow(&i->arrivals, i->begun, &i->arrivals_cap, sizeof *a) < 0)
		return -1;
	i->arrivals[i->begun++] = *a;
	if (a->position == i->root && (i->type == WAIT_FROM || i->type == WAIT_TO)) {
		i->has_root = 1;
		i->root_at = i->begun - 1;
		i->from_root = (struct wait_given){a->window, a->clock};
	}
	if (!a->call) {
		i->has_outside = 1;
		i->left++;
	} else if (otfp_wait_call_stake(w, a->call, (uint32_t)(i - w->instances)) < 0) {
		return -1;
	}
	return give(i, a->window, a->clock);
}

static uint32_t new_end(struct otfp_wait_engine *w)
{
	const uint32_t at = w->spare_end;

	if (at) {
		w->spare_end = w->ends[at - 1].next;
		return at;
	}
	return otfp_grow(&w->ends, w->nends, &w->ends_cap, sizeof *w->ends) < 0 ? 0 : (uint32_t)++w->nends;
}

static int is_entered_in(const struct otfp_wait_engine *w, uint32_t call, uint64_t tick)
{
	return !call || w->calls[call - 1].enter >= tick;
}

/* After a state: what began before it is not known as a whole if its call was left, of which one that was entered in
 * its tick does not tell, or others began something else. */
static void meet_begin(struct otfp_wait_engine *w, struct wait_instance *i, const struct wait_process *p,
                       const struct otfp_begun *b, const struct wait_arrival *a)
{
	struct wait_instance own = *i;

	set_type(w, &own, &w->groups[i->communicator], p, b);
	if (b->time < w->resumed &&
	    (own.operation != i->operation || own.type != i->type || own.root != i->root ||
	     own.is_blocking != i->is_blocking || (w->o.states && is_entered_in(w, a->call, b->time))))
		i->is_old = 1;
	if (i->is_old)
		otfp_wait_meet_old(w, p, w->resumed);
}

/* The operations of a member are numbered in the order of the stream, also those that are held. */
static int number_instance(struct otfp_wait_engine *w, struct wait_group *g, uint32_t member, uint64_t *index)
{
	*index = g->next[member - 1]++;
	return w->report_member ? w->report_member(w->report_ctx, w->number, *index) : 0;
}

int otfp_wait_foresee(struct otfp_wait_engine *w, const struct wait_process *p, uint32_t group, uint64_t *instance)
{
	struct wait_group *g = otfp_wait_group(w, p->process, group);
	const uint32_t member = g && g->n ? otfp_wait_member(w, g, p->process) : 0;

	*instance = 0;
	if (w->failed || (member && number_instance(w, g, member, instance) < 0))
		return -1;
	*instance += member != 0;
	return 0;
}

int otfp_wait_begin(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_begun *b, uint64_t *end)
{
	struct wait_group *g = otfp_wait_group(w, p->process, b->group);
	const uint32_t member = g ? otfp_wait_member(w, g, p->process) : 0;
	struct wait_arrival a = {.clock = p->clock,
	                         .number = w->number,
	                         .window = b->time < p->start ? OTFP_NO_WINDOW : p->window,
	                         .call = call_around(w, p, b->time)};
	struct wait_instance *i;
	uint64_t index;

	*end = 0;
	if (w->failed)
		return -1;
	if (w->o.states && !a.call && otfp_wait_count_of(w, p, OTFP_WAIT_OUTSIDE, 1) < 0)
		return -1;
	if (g && g->n == 0) /* MPI_COMM_SELF: each process is alone in it, and waits for nobody */
		return 0;
	if (!member)
		return otfp_wait_count_of(w, p, OTFP_WAIT_INCOMPLETE, 1);
	a.member = member - 1;
	a.bytes = b->sent + b->received;
	a.position = g->members[member - 1].position;
	index = w->instance - 1;
	if (!w->instance && number_instance(w, g, member, &index) < 0)
		return -1;
	if (is_closed(g, index))
		return 0;
	i = get(w, g, index, p, b);
	if (i && (w->is_resuming || w->is_resumed))
		meet_begin(w, i, p, b, &a);
	if (!i || arrive(w, i, &a) < 0 || !(*end = new_end(w)))
		return -1;
	if (w->clock_watch && w->clock_watch->begin(w->clock_watch->ctx, p, i) < 0)
		return -1;
	if (w->watch && i->is_blocking && w->watch->member(w->watch->ctx, i) < 0)
		return -1;
	if (otfp_wait_stage_stand(w, i, p) < 0)
		return -1;
	i->is_reported |= (uint8_t)otfp_wait_is_reported(w, p->process);
	w->ends[*end - 1] =
		(struct wait_end){.index = index, .order = w->order, .group = i->communicator, .position = a.position};
	return 0;
}

int otfp_wait_counted(struct otfp_wait_engine *w, const struct wait_process *p, uint32_t group, uint64_t n)
{
	struct wait_group *g = otfp_wait_group(w, p->process, group);
	const uint32_t member = g ? otfp_wait_member(w, g, p->process) : 0;

	if (member)
		g->next[member - 1] += n;
	return w->failed ? -1 : 0;
}

/* ---- end ---- */

/* It is skewed if the others begin later; those of an operation that is never complete may be missing. */
static int note_early(const struct otfp_wait_engine *w, struct wait_instance *i, const struct wait_process *p,
                      uint32_t missing)
{
	if (!otfp_wait_is_reported(w, p->process))
		return 0;
	if (otfp_grow(&i->early, i->nearly, &i->early_cap, sizeof *i->early) < 0)
		return -1;
	i->early[i->nearly++] = (struct wait_early){p->window, missing};
	return 0;
}

static int close_if_complete(struct otfp_wait_engine *w, struct wait_instance *i)
{
	const struct wait_group *g = &w->groups[i->communicator];
	const uint32_t n = g->n - otfp_wait_over(g, i->index);

	if (i->begun < n || i->ended < n || i->left < (w->o.states ? n : 0))
		return 0;
	if (i->is_old)
		return release(w, i);
	if (w->o.states && otfp_wait_judge_instance(w, i) < 0)
		return -1;
	return count_early(w, i) < 0 ? -1 : release(w, i);
}

int otfp_wait_end_member(struct otfp_wait_engine *w, struct wait_process *p, uint64_t end)
{
	const struct wait_group *g;
	struct wait_instance *i;
	struct wait_end *e;
	uint32_t missing;

	if (!end)
		return 0;
	e = &w->ends[end - 1];
	e->order = 0;
	e->next = w->spare_end;
	w->spare_end = (uint32_t)end;
	g = &w->groups[e->group];
	i = instance_of(w, g, e->index);
	if (!i)
		return 0;
	missing = lacks(i, g, e->position);
	take_clocks(p, i, e->position);
	if (w->clock_watch && w->clock_watch->end(w->clock_watch->ctx, p, i, e->position) < 0)
		return -1;
	i->ended++;
	if (i->is_old)
		otfp_wait_meet_old(w, p, w->resumed);
	if (missing && note_early(w, i, p, missing) < 0)
		return -1;
	return close_if_complete(w, i);
}

int otfp_wait_leave(struct otfp_wait_engine *w, struct wait_process *p, uint64_t time)
{
	const uint32_t call = p->call;
	uint32_t instance;

	otfp_wait_call_leave(w, p, time);
	if (w->calls[call - 1].function->ends && otfp_wait_gate_leave(w, call) < 0)
		return -1;
	otfp_wait_judge_order(w, &w->calls[call - 1]);
	if (w->watch && w->watch->leave(w->watch->ctx, &w->calls[call - 1]) < 0)
		return -1;
	if (w->calls[call - 1].is_old)
		otfp_wait_meet_old(w, p, w->calls[call - 1].enter);
	while (otfp_wait_call_next_stake(w, call, &instance)) {
		if (w->instances[instance].is_old)
			otfp_wait_meet_old(w, p, w->resumed);
		w->instances[instance].left++;
		if (close_if_complete(w, &w->instances[instance]) < 0)
			return -1;
	}
	return otfp_wait_call_unref(w, call);
}

/* ---- old records: the end is due later ---- */

static int is_before(const struct wait_due *a, const struct wait_due *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static int push_due(struct otfp_wait_engine *w, struct wait_due d)
{
	size_t at = w->ndue, up;

	if (otfp_grow(&w->due, w->ndue, &w->due_cap, sizeof *w->due) < 0)
		return -1;
	w->ndue++;
	for (; at && is_before(&d, &w->due[up = (at - 1) / 2]); at = up)
		w->due[at] = w->due[up];
	w->due[at] = d;
	return 0;
}

static struct wait_due pop_due(struct otfp_wait_engine *w)
{
	const struct wait_due first = w->due[0], d = w->due[--w->ndue];
	size_t at = 0, down;

	while ((down = 2 * at + 1) < w->ndue) {
		down += down + 1 < w->ndue && is_before(&w->due[down + 1], &w->due[down]);
		if (!is_before(&w->due[down], &d))
			break;
		w->due[at] = w->due[down];
		at = down;
	}
	if (w->ndue)
		w->due[at] = d;
	return first;
}

int otfp_wait_operate(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index, const struct otfp_record *rec)
{
	const struct otfp_begun b = {.time = rec->time,
	                             .what = (uint32_t)rec->f[0].u,
	                             .group = (uint32_t)rec->f[1].u,
	                             .root = (uint32_t)rec->f[2].u,
	                             .sent = rec->f[3].u,
	                             .received = rec->f[4].u};
	uint64_t end;

	if (w->is_resumed) /* others may be under way that the state does not have */
		otfp_wait_doubt(w, 0);
	if (otfp_wait_begin(w, p, &b, &end) < 0)
		return -1;
	p->due = (uint32_t)end;
	p->due_time = otfp_ticks_after(rec->time, rec->f[5].u);
	return push_due(w, (struct wait_due){.time = otfp_ticks_after(rec->time, rec->f[5].u),
	                                     .order = w->order,
	                                     .process = index,
	                                     .end = (uint32_t)end});
}

static int take_due(struct otfp_wait_engine *w)
{
	const struct wait_due d = pop_due(w);
	struct wait_process *p = &w->processes[d.process];

	if (d.time > p->last && otfp_wait_advance_to(w, p, &w->state.processes[d.process].calls, d.time) < 0)
		return -1;
	p->due = p->due == d.end ? 0 : p->due;
	/* it may have been taken before what its process did next in the tick */
	return d.end && w->ends[d.end - 1].order == d.order ? otfp_wait_end_member(w, p, d.end) : 0;
}

int otfp_wait_due(struct otfp_wait_engine *w, uint64_t time)
{
	while (w->ndue && w->due[0].time < time)
		if (take_due(w) < 0)
			return -1;
	return 0;
}

int otfp_wait_due_all(struct otfp_wait_engine *w)
{
	while (w->ndue)
		if (take_due(w) < 0)
			return -1;
	return 0;
}

/* ---- at the end ---- */

int otfp_wait_collectives_end(struct otfp_wait_engine *w)
{
	for (size_t k = 0; k < w->ninstances; k++)
		if (w->instances[k].used && close_incomplete(w, &w->instances[k]) < 0)
			return -1;
	return 0;
}

void otfp_wait_collectives_release(struct otfp_wait_engine *w)
{
	for (size_t k = 0; k < w->ninstances; k++) {
		free(w->instances[k].arrivals);
		free(w->instances[k].given);
		free(w->instances[k].early);
	}
	free(w->instances);
	free(w->ends);
	free(w->due);
}
