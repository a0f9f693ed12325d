/*
 * ends.c - MPI_Init and MPI_Finalize: no process leaves them before all that are in them have entered.
 *
 * No record says who takes part: a call waits for the one that is entered last before it is left. Those that are
 * entered in the tick in which it is left count, so it is judged when the tick is over.
 */
#include "base/grow.h"
#include "wait/engine.h"

void otfp_wait_gate_enter(struct otfp_wait_engine *w, const struct wait_call *c)
{
	struct wait_gate *g = &w->gates[c->function->ends - 1];

	if (g->is_set && (c->enter < g->enter || (c->enter == g->enter && c->process > g->process)))
		return;
	*g = (struct wait_gate){.enter = c->enter,
	                        .order = c->order,
	                        .number = c->number,
	                        .caller = c->caller,
	                        .process = c->process,
	                        .is_set = 1};
}

int otfp_wait_gate_leave(struct otfp_wait_engine *w, uint32_t call)
{
	if (otfp_grow(&w->leavers, w->nleavers, &w->leavers_cap, sizeof *w->leavers) < 0)
		return -1;
	w->leavers[w->nleavers++] = call;
	w->calls[call - 1].refs++;
	return 0;
}

static void judge(const struct otfp_wait_engine *w, struct wait_call *c)
{
	static const uint8_t kinds[WAIT_NENDS] = {[WAIT_INIT] = OTFP_INIT_WAIT, [WAIT_FINALIZE] = OTFP_FINALIZE_WAIT};
	const unsigned end = c->function->ends - 1u;
	const struct wait_gate *g = &w->gates[end];

	otfp_wait_call_front(c, &(struct wait_part){.end = g->enter < c->leave ? g->enter : c->leave,
	                                            .peer = g->process,
	                                            .peer_enter = g->enter,
	                                            .order = g->enter > c->leave ? 0 : g->order,
	                                            .peer_call = g->number,
	                                            .communicator = OTFP_NO_REF,
	                                            .peer_caller = g->caller,
	                                            .kind = kinds[end]});
}

int otfp_wait_gates_end_tick(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->nleavers; i++) {
		judge(w, &w->calls[w->leavers[i] - 1]);
		if (otfp_wait_call_unref(w, w->leavers[i]) < 0)
			return -1;
	}
	w->nleavers = 0;
	return 0;
}
