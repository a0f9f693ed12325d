/*
 * call.c - outermost communication calls and the waits in them.
 *
 * The waits of a call never overlap: `front` starts when the call is entered and is the longest of its kinds; `spread`
 * follows it; `completion` lasts up to the leave. They are known when the call was left and all its messages and
 * collective operations are complete.
 */
#include "base/grow.h"
#include "wait/watch.h"

enum { PATH_DEPTH = 128 }; /* calls in deeper frames count in the frame at this depth */

/* ---- the call ---- */

static otfp_ref function_of(const struct otfp_call *call)
{
	return wait_cell_of(call)->function->ref;
}

/* The path of a call below another path. Most often it is that of the last call of the function.
 * @return 0 when memory is out */
static inline uint32_t path_below(struct otfp_wait_engine *w, uint32_t above, const struct otfp_call *call)
{
	struct wait_cell *cell = wait_cell_of(call);

	if (OTFP_UNLIKELY(!cell->path || cell->above != above)) {
		cell->above = above;
		cell->path = otfp_paths_child(&w->paths, above, cell->function->ref);
	}
	return cell->path;
}

/* The path of the last `frames` calls alone. @return 0 when memory is out */
static uint32_t end_of_path(struct otfp_wait_engine *w, struct otfp_call_stack *s, size_t frames)
{
	struct otfp_call *innermost = otfp_stack_at(s, s->n - 1);
	uint32_t path = 0;

	for (size_t i = s->n > frames ? s->n - frames : 0; i < s->n && !innermost->mark; i++) {
		path = path_below(w, path, otfp_stack_at(s, i));
		if (!path)
			return 0;
	}
	innermost->mark = path ? path : innermost->mark;
	return innermost->mark;
}

/* The path of the innermost call. The paths of open calls are kept in `mark`. @return 0 when memory is out */
uint32_t otfp_wait_path_of(struct otfp_wait_engine *w, struct otfp_call_stack *s)
{
	size_t known = s->n;
	uint32_t path;

	if (w->o.frames)
		return end_of_path(w, s, w->o.frames);
	while (known && !otfp_stack_at(s, known - 1)->mark)
		known--;
	path = known ? otfp_stack_at(s, known - 1)->mark : 0;
	for (; known < s->n; known++) {
		if (otfp_paths_depth(&w->paths, path) < PATH_DEPTH)
			path = path_below(w, path, otfp_stack_at(s, known));
		if (!path)
			return 0;
		otfp_stack_at(s, known)->mark = path;
	}
	return path;
}

/* @return 1 + index; 0 when memory is out */
static uint32_t new_call(struct otfp_wait_engine *w)
{
	const uint32_t at = w->spare_call;

	if (at) {
		w->spare_call = w->calls[at - 1].next;
		return at;
	}
	if (w->ncalls >= UINT32_MAX - 1 || otfp_grow(&w->calls, w->ncalls, &w->calls_cap, sizeof *w->calls) < 0)
		return 0;
	return (uint32_t)++w->ncalls;
}

int otfp_wait_call_enter(struct otfp_wait_engine *w, struct wait_process *p, struct otfp_process *state, uint64_t time)
{
	struct otfp_call_stack *s = &state->calls;
	const uint32_t at = new_call(w);
	struct wait_call *c;

	if (!at)
		return -1;
	p->call = at;
	c = &w->calls[at - 1];
	c->enter = time;
	c->number = w->number;
	c->order = time == p->last ? w->order : 0; /* 0: a snapshot says that it was entered before */
	c->window = p->window;
	c->function = wait_cell_of(otfp_stack_at(s, s->n - 1))->function;
	c->caller = s->n > 1 ? function_of(otfp_stack_at(s, s->n - 2)) : OTFP_NO_REF;
	c->refs = 1;
	c->process = p->process;
	c->index = (uint32_t)(p - w->processes);
	c->ordinal = ++p->ordinal;
	c->stakes = 0;
	c->path = 0;
	c->is_open = 1;
	c->is_old = 0;
	c->with_sends = c->function->completes && p->has_posted;
	if (c->function->completes)
		p->has_posted = 0;
	c->deliveries = c->ndeliveries = 0;
	c->latest_enter = 0;
	c->front.kind = c->spread.kind = c->completion.kind = OTFP_NWAITS;
	if (w->o.by >> OTFP_WAIT_PATH & 1)
		c->path = otfp_wait_path_of(w, s);
	if (w->o.by >> OTFP_WAIT_PATH & 1 && !c->path)
		return -1;
	return w->watch ? w->watch->enter(w->watch->ctx, c) : 0;
}

/* ---- its waits ---- */

/* Of two waits of a call from its enter on: the longer one; of equal ones that of the lower kind, of the peer that
 * entered later, of the lower peer. */
static int is_longer(const struct wait_part *a, const struct wait_part *b)
{
	if (a->end != b->end)
		return a->end > b->end;
	if (a->kind != b->kind)
		return a->kind < b->kind;
	if (a->peer_enter != b->peer_enter)
		return a->peer_enter > b->peer_enter;
	return a->peer < b->peer;
}

void otfp_wait_call_front(struct wait_call *c, const struct wait_part *part)
{
	struct wait_part *old = &c->front;

	if (part->end <= c->enter)
		return;
	if (old->kind == OTFP_NWAITS || is_longer(part, old)) {
		*old = *part;
		old->start = c->enter;
	} else if (!is_longer(old, part)) { /* another message of the same call of the peer */
		old->sent = part->sent > old->sent ? part->sent : old->sent;
		old->order = old->order ? old->order : part->order;
	}
}

void otfp_wait_call_spread(struct wait_call *c, const struct wait_part *part)
{
	const struct wait_part *old = &c->spread;

	if (part->end > part->start && (old->kind == OTFP_NWAITS || part->end > old->end))
		c->spread = *part;
}

void otfp_wait_call_completion(struct wait_call *c, const struct wait_part *part)
{
	const struct wait_part *old = &c->completion;

	if (part->end > part->start && (old->kind == OTFP_NWAITS || part->start < old->start))
		c->completion = *part;
}

static int report(struct otfp_wait_engine *w, const struct wait_call *c, const struct wait_part *part, uint64_t *from)
{
	const struct otfp_wait_found f = {.start = part->start > *from ? part->start : *from,
	                                  .end = part->end,
	                                  .kind = part->kind,
	                                  .peer = part->peer,
	                                  .function = c->function->ref,
	                                  .communicator = part->communicator,
	                                  .caller = c->caller,
	                                  .peer_caller = part->peer_caller,
	                                  .order = part->order,
	                                  .window = c->window,
	                                  .process = c->process,
	                                  .path = c->path,
	                                  .wrong_order = part->wrong_order,
	                                  .is_reported = otfp_wait_is_reported(w, c->process),
	                                  .call = c->number,
	                                  .reason = part->reason,
	                                  .peer_call = part->peer_call};
	*from = part->end;
	return otfp_wait_add_found(w, &f, c->window);
}

/* Most calls have no wait. */
static inline int take(struct otfp_wait_engine *w, const struct wait_call *c, const struct wait_part *part,
                       uint64_t *from)
{
	return part->kind == OTFP_NWAITS || part->end <= *from ? 0 : report(w, c, part, from);
}

static int settle(struct otfp_wait_engine *w, uint32_t call)
{
	struct wait_call *c = &w->calls[call - 1];
	uint64_t from = c->enter;

	c->next = w->spare_call;
	w->spare_call = call;
	if (c->deliveries && otfp_wait_delivered(w, c) < 0)
		return -1;
	if (take(w, c, &c->front, &from) < 0 || take(w, c, &c->spread, &from) < 0 ||
	    take(w, c, &c->completion, &from) < 0)
		return -1;
	return 0;
}

/* ---- its end ---- */

int otfp_wait_call_unref(struct otfp_wait_engine *w, uint32_t call)
{
	return call && --w->calls[call - 1].refs == 0 ? settle(w, call) : 0;
}

int otfp_wait_call_stake(struct otfp_wait_engine *w, uint32_t call, uint32_t instance)
{
	uint32_t at = w->spare_stake;

	if (at)
		w->spare_stake = w->stakes[at - 1].next;
	else if (otfp_grow(&w->stakes, w->nstakes, &w->stakes_cap, sizeof *w->stakes) < 0)
		return -1;
	else
		at = (uint32_t)++w->nstakes;
	w->stakes[at - 1] = (struct wait_stake){instance, w->calls[call - 1].stakes};
	w->calls[call - 1].stakes = at;
	w->calls[call - 1].refs++;
	return 0;
}

static void drop_stake(struct otfp_wait_engine *w, uint32_t *link, uint32_t instance)
{
	while (*link && w->stakes[*link - 1].instance != instance)
		link = &w->stakes[*link - 1].next;
	if (*link) {
		const uint32_t at = *link;
		*link = w->stakes[at - 1].next;
		w->stakes[at - 1].next = w->spare_stake;
		w->spare_stake = at;
	}
}

int otfp_wait_call_unstake(struct otfp_wait_engine *w, uint32_t call, uint32_t instance)
{
	if (call && w->calls[call - 1].is_open)
		drop_stake(w, &w->calls[call - 1].stakes, instance);
	return otfp_wait_call_unref(w, call);
}

void otfp_wait_call_leave(struct otfp_wait_engine *w, struct wait_process *p, uint64_t time)
{
	struct wait_call *c = &w->calls[p->call - 1];

	p->call = 0;
	c->leave = time;
	c->is_open = 0;
}

int otfp_wait_call_next_stake(struct otfp_wait_engine *w, uint32_t call, uint32_t *instance)
{
	struct wait_call *c = &w->calls[call - 1];

	if (!c->stakes)
		return 0;
	*instance = w->stakes[c->stakes - 1].instance;
	drop_stake(w, &c->stakes, *instance);
	return 1;
}

int otfp_wait_calls_end(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->ncalls; i++)
		if (w->calls[i].refs) {
			if (w->calls[i].is_old && w->calls[i].is_open)
				otfp_wait_doubt(w, w->calls[i].enter);
			w->calls[i].refs = 0;
			if (settle(w, (uint32_t)i + 1) < 0)
				return -1;
		}
	return 0;
}
