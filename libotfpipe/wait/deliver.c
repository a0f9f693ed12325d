/*
 * deliver.c - what the network took: messages, from when both sides were in their calls.
 *
 * MPI_Waitall writes all of its receives at its end, so a message may have come long before its record. It is measured
 * from the latest of the calls that sent what the same call received: a slow message makes those beside it slow, but
 * not those that came late for another reason.
 */
#include "base/grow.h"
#include "wait/engine.h"

/* ---- messages ---- */

static uint32_t new_delivery(struct otfp_wait_engine *w)
{
	const uint32_t at = w->spare_delivery;

	if (at) {
		w->spare_delivery = w->deliveries[at - 1].next;
		return at;
	}
	if (w->ndeliveries >= UINT32_MAX - 1 ||
	    otfp_grow(&w->deliveries, w->ndeliveries, &w->deliveries_cap, sizeof *w->deliveries) < 0)
		return 0;
	return (uint32_t)++w->ndeliveries;
}

int otfp_wait_deliver(struct otfp_wait_engine *w, const struct wait_half *sent, const struct wait_half *received)
{
	const struct wait_call *s = wait_call_at(w, sent->call);
	struct wait_call *r = wait_call_at(w, received->call);
	uint32_t at;

	if (!s || !r || !(at = new_delivery(w)))
		return s && r ? -1 : 0;
	w->deliveries[at - 1] = (struct wait_delivery){.time = received->time,
	                                               .sender = s->process,
	                                               .bytes = sent->bytes,
	                                               .next = r->deliveries,
	                                               .is_in = received->window != OTFP_NO_WINDOW};
	r->deliveries = at;
	r->ndeliveries++;
	r->latest_enter = s->enter > r->latest_enter ? s->enter : r->latest_enter;
	return 0;
}

static int report(struct otfp_wait_engine *w, const struct wait_call *c, const struct wait_delivery *d)
{
	const uint64_t from = c->enter > c->latest_enter ? c->enter : c->latest_enter;
	const struct otfp_wait_transfer t = {.ticks = d->time > from ? d->time - from : 0,
	                                     .bytes = d->bytes,
	                                     .operation = OTFP_NO_REF,
	                                     .communicator = OTFP_NO_REF,
	                                     .sender = d->sender,
	                                     .receiver = c->process,
	                                     .others = c->ndeliveries - 1,
	                                     .with_sends = c->with_sends,
	                                     .is_reported = otfp_wait_is_reported(w, d->sender) ||
	                                                    otfp_wait_is_reported(w, c->process)};

	return d->is_in ? w->report_transfer(w->transfer_ctx, &t) : 0;
}

int otfp_wait_delivered(struct otfp_wait_engine *w, const struct wait_call *c)
{
	uint32_t at = c->deliveries;

	while (at) {
		struct wait_delivery *d = &w->deliveries[at - 1];
		const uint32_t next = d->next;
		if (report(w, c, d) < 0)
			return -1;
		d->next = w->spare_delivery;
		w->spare_delivery = at;
		at = next;
	}
	return 0;
}

/* ---- collective operations ---- */

/* When the last one, and the root, entered. */
struct enters {
	uint64_t last, root;
};

static struct enters enters_of(const struct otfp_wait_engine *w, const struct wait_instance *i)
{
	struct enters e = {0, 0};

	for (uint32_t k = 0; k < i->begun; k++) {
		const struct wait_call *c = wait_call_at(w, i->arrivals[k].call);
		e.last = c->enter > e.last ? c->enter : e.last;
		e.root = i->arrivals[k].position == i->root ? c->enter : e.root;
	}
	return e;
}

/* The last enter that a member needs, without its own. @param before  that of the members of lower positions */
static uint64_t needs(const struct wait_instance *i, const struct enters *e, uint32_t position, uint64_t before)
{
	switch (i->type) {
	case WAIT_FROM: return e->root;
	case WAIT_TO: return position == i->root ? e->last : 0;
	case WAIT_PREFIX: return before;
	default: return e->last;
	}
}

static int report_member(struct otfp_wait_engine *w, const struct wait_instance *i, const struct wait_arrival *a,
                         uint64_t from)
{
	const struct wait_call *c = wait_call_at(w, a->call);
	const struct otfp_wait_transfer t = {.ticks = c->leave > from ? c->leave - from : 0,
	                                     .bytes = a->bytes,
	                                     .operation = i->operation,
	                                     .communicator = w->groups[i->communicator].ref,
	                                     .is_reported = otfp_wait_is_reported(w, c->process)};

	return otfp_wait_window_at(w, c->leave) == OTFP_NO_WINDOW ? 0 : w->report_transfer(w->transfer_ctx, &t);
}

int otfp_wait_operated(struct otfp_wait_engine *w, const struct wait_instance *i)
{
	const struct enters e = enters_of(w, i);
	uint64_t before = 0;

	for (uint32_t k = 0; k < i->begun; k++) {
		const struct wait_arrival *a = &i->arrivals[k];
		const uint64_t own = wait_call_at(w, a->call)->enter, last = needs(i, &e, a->position, before);
		if (report_member(w, i, a, own > last ? own : last) < 0)
			return -1;
		before = own > before ? own : before;
	}
	return 0;
}
