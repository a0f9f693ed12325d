/* event.c - an event: a call, a message, or a collective operation. */
#include "wait/engine.h"

/* ---- calls ---- */

int otfp_wait_open_call(struct otfp_wait_engine *w, struct wait_process *p, struct otfp_process *state,
                        struct otfp_call *call)
{
	struct wait_cell *cell = call->callee->user ? call->callee->user : otfp_wait_cell(w, p, call->callee);

	if (!cell)
		return -1;
	call->place = cell;
	if (OTFP_UNLIKELY(w->clock_watch != NULL))
		call->mark = cell->calls += cell->calls < UINT32_MAX;
	if (OTFP_UNLIKELY(w->has_threads) && otfp_wait_idle_open(w, p, cell->function, state->calls.n) < 0)
		return -1;
	if (OTFP_UNLIKELY(cell->is_inside) && !p->inside++ && otfp_wait_open_inside(w, p, p->last) < 0)
		return -1;
	if (!cell->is_comm || p->comm++)
		return 0;
	p->outer = cell;
	if (!w->o.states)
		return 0;
	if (otfp_wait_call_enter(w, p, state, call->time) < 0)
		return -1;
	if (cell->function->ends)
		otfp_wait_gate_enter(w, &w->calls[p->call - 1]);
	return 0;
}

static int close_call(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_process *state,
                      const struct otfp_call *call)
{
	const struct wait_cell *cell = wait_cell_of(call);

	if (OTFP_UNLIKELY(w->has_threads) && otfp_wait_idle_close(w, p, cell->function, state->calls.n) < 0)
		return -1;
	if (cell->is_comm && !--p->comm && p->call && otfp_wait_leave(w, p, p->last) < 0)
		return -1;
	return cell->is_inside && !--p->inside ? otfp_wait_close_inside(w, p) : 0;
}

/* ---- events ---- */

static int take_event(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_record *rec,
                      const struct otfp_change *did)
{
	switch (did->did) {
	case OTFP_DID_OPEN_CALL: return otfp_wait_open_call(w, p, did->process, did->call);
	case OTFP_DID_CLOSE_CALL: return close_call(w, p, did->process, did->call);
	case OTFP_DID_BEGIN: return otfp_wait_begin(w, p, did->begun, &did->begun->mark);
	case OTFP_DID_END: return otfp_wait_end_member(w, p, did->begun->mark);
	case OTFP_DID_OPERATE: return otfp_wait_operate(w, p, did->process->index, rec);
	default: break;
	}
	if (OTFP_UNLIKELY(w->has_threads) && rec->type == OTFP_EndProcess)
		otfp_wait_idle_over(w, p);
	return 0;
}

/* What otfp_state_add and take_event do, for the records that are most of them. */
static int see_call(struct otfp_wait_engine *w, struct wait_process *p, struct otfp_process *state,
                    const struct otfp_record *rec)
{
	struct otfp_call *call;
	int odd;

	if (rec->type == OTFP_Enter) {
		call = otfp_state_open_call(&w->state, state, rec->time, (uint32_t)rec->f[0].u, 0);
		return call ? otfp_wait_open_call(w, p, state, call) : -1;
	}
	call = otfp_state_close_call(&w->state, state, rec, &odd);
	return call ? close_call(w, p, state, call) : 0;
}

int otfp_wait_event(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index, const struct otfp_record *rec)
{
	struct otfp_process *state = &w->state.processes[index];
	struct otfp_change did;

	if (otfp_wait_advance_to(w, p, &state->calls, rec->time) < 0)
		return -1;
	state->known = OTFP_KNOWN_EVENTS;
	if (OTFP_LIKELY(rec->type == OTFP_Enter || rec->type == OTFP_Leave))
		return see_call(w, p, state, rec);
	if (rec->type == OTFP_SendMsg || rec->type == OTFP_RecvMsg)
		return otfp_wait_message(w, p, rec);
	if (rec->type == OTFP_Counter)
		return 0;
	return otfp_state_add(&w->state, rec, &did) < 0 ? -1 : take_event(w, p, rec, &did);
}
