/* batch.c - many records of a timeline at once: most are calls. */
#include "base/assert.h"
#include "record/table.h"
#include "state/callstate.h"
#include "timeline/calls.h"

/* otfp_stack_at for the calls of a timeline, which are of one size. */
static inline struct otfp_call *place_at(const struct otfp_call_stack *s, size_t i)
{
	OTFP_ASSERT_HOT(s->size == OTFP_CALL_PLACED && !s->more); /* no timeline keeps key-values of calls */
	return (struct otfp_call *)(void *)(s->calls + i * OTFP_CALL_PLACED);
}

/* otfp_timeline_call with `counting`, in most cases. Whether a record opens or closes a call is unpredictable, so no
 * branch depends on it. @return 1 if it was counted, 0 if it is another case, or -1 when memory is out */
OTFP_INLINE int change_innermost(struct otfp_timeline *t, struct otfp_process *process, const struct otfp_record *rec)
{
	static const struct otfp_call none = {.time = 0};
	struct otfp_timeline *counting = t->counting;
	struct otfp_timeline_process *p = &t->processes[process->index];
	struct otfp_call_stack *stack = &process->calls;
	const uint32_t opens = rec->type == OTFP_Enter, function = (uint32_t)rec->f[0].u, n = stack->n;
	const uint32_t owner = otfp_class_owner(&t->names, process->process);
	const struct otfp_class_memo *m = otfp_class_entry(&t->classes, owner, function);
	const struct otfp_call *inner, *last;
	struct otfp_call *next;

	if (OTFP_UNLIKELY(n + opens == 0 || n == stack->cap || p->row == OTFP_NO_ROW ||
	                  (opens & !otfp_class_is(m, &t->classes, &t->names, owner, function))))
		return 0;
	next = place_at(stack, n);
	next->time = rec->time;
	next->function = function;
	next->source = t->state.keeps & OTFP_STATE_SOURCES ? (uint32_t)rec->f[1].u : 0;
	otfp_call_note(next, m);
	last = place_at(stack, n - 1 + opens); /* what a Leave closes, else the new one, whose function it is */
	t->state.odd[OTFP_ODD_LEAVE_OTHER] += (function != 0) & (function != last->function);
	stack->n = n + 2 * opens - 1;
	inner = stack->n ? place_at(stack, stack->n - 1) : &none;
	otfp_innermost_count(t, p, rec->time, otfp_call_class(inner));
	t->calls++;
	t->deepest = stack->n > t->deepest ? stack->n : t->deepest;
	return otfp_innermost_turn(counting, &counting->processes[process->index], inner, rec->time) < 0 ? -1 : 1;
}

/* An Enter or Leave, or a Counter that is not kept, in the open column, of a process that was seen before. @return 1 if
 * it is one and was counted, 0 if it is not, or -1 when memory is out */
OTFP_INLINE int see_plain(struct otfp_timeline *t, const struct otfp_record *rec)
{
	const int opens = rec->type == OTFP_Enter, is_call = opens || rec->type == OTFP_Leave;
	struct otfp_process *process;
	struct otfp_call *call;
	int odd;

	if (!(is_call ? t->state.keeps & OTFP_STATE_CALLS :
	                rec->type == OTFP_Counter && !(t->state.keeps & OTFP_STATE_COUNTERS)) ||
	    rec->time >= t->soonest || rec->time < t->last || !t->is_inside ||
	    !(process = otfp_state_near(&t->state, rec->loc)))
		return 0;
	process->known = OTFP_KNOWN_EVENTS;
	t->last = rec->time;
	t->events++;
	if (!is_call)
		return 1;
	if (OTFP_LIKELY(t->counting != NULL)) {
		const int rc = change_innermost(t, process, rec);
		if (OTFP_LIKELY(rc != 0))
			return rc;
	}
	if (opens)
		call = otfp_state_open_call(&t->state, process, rec->time, (uint32_t)rec->f[0].u,
		                            (uint32_t)rec->f[1].u);
	else
		call = otfp_state_close_call(&t->state, process, rec, &odd);
	if (!call)
		return opens ? -1 : 1;
	return otfp_timeline_call(t, process, call, opens, rec->time) < 0 ? -1 : 1;
}

int otfp_timeline_add_all(struct otfp_timeline *t, const struct otfp_record *const *recs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const int plain = see_plain(t, recs[i]);
		if (OTFP_UNLIKELY(plain < 0 || (!plain && otfp_timeline_add(t, recs[i]) < 0)))
			return -1;
	}
	return 0;
}
