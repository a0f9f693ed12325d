/* instance.c - the waits in a collective operation of which everything is known. */
#include "base/order.h"
#include "wait/engine.h"
#include <stdlib.h>

/* When the members entered and left their calls. */
struct span {
	const struct wait_call *last; /* entered last; of equal ones the lower process */
	uint64_t first_enter, first_leave;
};

static const struct wait_call *later(const struct wait_call *a, const struct wait_call *b)
{
	if (!a || b->enter > a->enter)
		return b;
	return b->enter == a->enter && b->process < a->process ? b : a;
}

/* @param without  a position that does not count; UINT32_MAX = all count */
static struct span span_of(const struct otfp_wait_engine *w, const struct wait_instance *i, uint32_t without)
{
	struct span s = {NULL, UINT64_MAX, UINT64_MAX};

	for (uint32_t k = 0; k < i->begun; k++) {
		const struct wait_call *c = wait_call_at(w, i->arrivals[k].call);
		if (i->arrivals[k].position == without)
			continue;
		s.last = later(s.last, c);
		s.first_enter = c->enter < s.first_enter ? c->enter : s.first_enter;
		s.first_leave = c->leave < s.first_leave ? c->leave : s.first_leave;
	}
	return s;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* A member and its call. */
struct seat {
	struct wait_call *call; /* NULL = there is no such member */
	uint64_t number;        /* of its begin */
};

static struct seat seat_at(const struct otfp_wait_engine *w, const struct wait_arrival *a)
{
	return (struct seat){wait_call_at(w, a->call), a->number};
}

static struct seat root_of(const struct otfp_wait_engine *w, const struct wait_instance *i)
{
	for (uint32_t k = 0; k < i->begun; k++)
		if (i->arrivals[k].position == i->root)
			return seat_at(w, &i->arrivals[k]);
	return (struct seat){NULL, 0};
}

/* A wait of m that ends when `by` enters. */
static struct wait_part part_by(const struct seat *m, const struct wait_call *by, otfp_ref communicator, unsigned kind)
{
	const struct wait_call *c = m->call;

	return (struct wait_part){.end = least(by->enter, c->leave),
	                          .peer = by->process,
	                          .peer_enter = by->enter,
	                          .order = by->enter > c->leave ? 0 : by->order,
	                          .reason = m->number,
	                          .peer_call = by->number,
	                          .communicator = communicator,
	                          .peer_caller = by->caller,
	                          .kind = (uint8_t)kind};
}

static void judge_all(struct otfp_wait_engine *w, const struct wait_instance *i, otfp_ref communicator)
{
	const struct span s = span_of(w, i, UINT32_MAX);
	const int is_barrier = i->type == WAIT_BARRIER;

	for (uint32_t k = 0; k < i->begun; k++) {
		const struct seat m = seat_at(w, &i->arrivals[k]);
		struct wait_part part =
			part_by(&m, s.last, communicator, is_barrier ? OTFP_BARRIER_WAIT : OTFP_NXN_WAIT);
		otfp_wait_call_front(m.call, &part);
		part = (struct wait_part){.start = most(s.first_leave, m.call->enter),
		                          .end = m.call->leave,
		                          .peer = OTFP_NO_PEER,
		                          .reason = m.number,
		                          .communicator = communicator,
		                          .peer_caller = OTFP_NO_REF,
		                          .kind = is_barrier ? OTFP_BARRIER_COMPLETION : OTFP_NXN_COMPLETION};
		otfp_wait_call_completion(m.call, &part);
	}
}

static void judge_from(struct otfp_wait_engine *w, const struct wait_instance *i, otfp_ref communicator)
{
	const struct seat root = root_of(w, i);

	for (uint32_t k = 0; k < i->begun && root.call; k++) {
		const struct seat m = seat_at(w, &i->arrivals[k]);
		struct wait_part part = part_by(&m, root.call, communicator, OTFP_LATE_BROADCAST);
		if (m.call != root.call)
			otfp_wait_call_front(m.call, &part);
	}
}

static void judge_to(struct otfp_wait_engine *w, const struct wait_instance *i, otfp_ref communicator)
{
	const struct span others = span_of(w, i, i->root);
	const struct seat root = root_of(w, i);
	struct wait_part part;

	if (!root.call || !others.last)
		return;
	part = part_by(&root, others.last, communicator, OTFP_REDUCE_SPREAD);
	part.start = most(others.first_enter, root.call->enter);
	otfp_wait_call_spread(root.call, &part);
	part.kind = OTFP_EARLY_REDUCE;
	part.end = least(others.first_enter, root.call->leave);
	part.order = others.first_enter == others.last->enter ? part.order : 0; /* else the spread ends by the last */
	otfp_wait_call_front(root.call, &part);
}

static int by_position(const void *a, const void *b)
{
	return otfp_order(((const struct wait_arrival *)a)->position, ((const struct wait_arrival *)b)->position);
}

/* Each member waits for those of lower positions. */
static void judge_prefix(struct otfp_wait_engine *w, const struct wait_instance *i, otfp_ref communicator)
{
	const struct wait_call *last = NULL;

	qsort(i->arrivals, i->begun, sizeof *i->arrivals, by_position);
	for (uint32_t k = 0; k < i->begun; k++) {
		const struct seat m = seat_at(w, &i->arrivals[k]);
		const struct wait_part part =
			last ? part_by(&m, last, communicator, OTFP_EARLY_SCAN) : (struct wait_part){0};
		if (last)
			otfp_wait_call_front(m.call, &part);
		last = later(last, m.call);
	}
}

int otfp_wait_judge_instance(struct otfp_wait_engine *w, struct wait_instance *i)
{
	const otfp_ref communicator = w->groups[i->communicator].ref;

	if (i->has_outside || !i->is_blocking)
		return 0;
	switch (i->type) {
	case WAIT_BARRIER:
	case WAIT_ALL: judge_all(w, i, communicator); break;
	case WAIT_FROM: judge_from(w, i, communicator); break;
	case WAIT_TO: judge_to(w, i, communicator); break;
	case WAIT_PREFIX: judge_prefix(w, i, communicator); break;
	default: return 0;
	}
	return w->report_transfer ? otfp_wait_operated(w, i) : 0;
}
