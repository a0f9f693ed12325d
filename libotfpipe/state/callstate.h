/*
 * callstate.h - Enter and Leave in the state of a process, inline for callers that mostly see these two.
 */
#ifndef OTFP_STATE_CALLSTATE_H
#define OTFP_STATE_CALLSTATE_H
#include "record/table.h"
#include "state/state.h"

/** The process, if it was seen and its token is found without hashing, as of most. @return NULL if not */
static inline struct otfp_process *otfp_state_near(const struct otfp_state *s, uint32_t process)
{
	const struct otfp_map *m = &s->index;

	if (OTFP_UNLIKELY(process >= m->near_cap || !(m->has[process / 8] >> process % 8 & 1)))
		return NULL;
	return &s->processes[m->near[process]];
}

/** Open a call for Enter or EnterSnapshot, without its tags. @return the new innermost call; NULL when memory is out */
static inline struct otfp_call *otfp_state_open_call(const struct otfp_state *s, struct otfp_process *p, uint64_t time,
                                                     uint32_t function, uint32_t source)
{
	struct otfp_call *call = otfp_stack_push(&p->calls, time, function, s->keeps & OTFP_STATE_SOURCES ? source : 0);

	if (OTFP_UNLIKELY(!call))
		return NULL;
	if (s->keeps & OTFP_STATE_FUNCTIONS) {
		call->callee = otfp_stack_callee(&p->calls, function);
		if (OTFP_UNLIKELY(!call->callee))
			return NULL;
	}
	return call;
}

/** Close a call for Leave. An oddity is counted and *odd set to it, else *odd is unchanged.
 * @return the closed call, valid until the next one is opened; NULL if none was open */
static inline struct otfp_call *otfp_state_close_call(struct otfp_state *s, struct otfp_process *p,
                                                      const struct otfp_record *rec, int *odd)
{
	struct otfp_call *call = otfp_stack_pop(&p->calls);

	if (OTFP_UNLIKELY(!call || (rec->f[0].u && rec->f[0].u != call->function))) {
		*odd = call ? OTFP_ODD_LEAVE_OTHER : OTFP_ODD_LEAVE;
		s->odd[*odd]++;
	}
	if (call && s->keeps & OTFP_STATE_CHILDREN && p->calls.n)
		otfp_stack_at(&p->calls, p->calls.n - 1)->children += rec->time - call->time;
	return call;
}

/** otfp_state_add for most records: Enter or Leave, without key-values, of a process that otfp_state_near finds; the
 * calls are kept. @param p  that process @return 0, or -1 when memory is out */
static inline int otfp_state_add_call(struct otfp_state *s, struct otfp_process *p, const struct otfp_record *rec,
                                      struct otfp_change *d)
{
	d->process = p;
	d->odd = -1;
	p->known = OTFP_KNOWN_EVENTS;
	if (rec->type == OTFP_Enter) {
		d->call = otfp_state_open_call(s, p, rec->time, (uint32_t)rec->f[0].u, (uint32_t)rec->f[1].u);
		d->did = OTFP_DID_OPEN_CALL;
		return d->call ? 0 : -1;
	}
	d->call = otfp_state_close_call(s, p, rec, &d->odd);
	d->did = d->call ? OTFP_DID_CLOSE_CALL : OTFP_DID_NOTHING;
	return 0;
}
#endif
