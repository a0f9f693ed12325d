/*
 * tick.c - one tick: clocks are coarse, so the order of records of different processes in a tick says nothing.
 *
 * In a tick a send stands before its receive, and the begins of a collective operation before the ends that need them.
 * A receive or an end whose counterpart was not read is held, and with it all that its process does in the tick after
 * it, until the counterpart comes, or the tick is over: then clocks are skewed.
 */
#include "base/grow.h"
#include "base/span.h"
#include "wait/engine.h"
#include <string.h>

/* ---- what must wait ---- */

/* @return 1, 0; -1 when memory is out */
static int is_unsent(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	uint32_t key[4];

	return otfp_ranks_key_of(&w->state.ranks, rec, key) < 0 ? -1 :
	                                                          !otfp_halves_has(&w->halves, OTFP_HALF_SENT, key);
}

/* An end of an operation that did not begin does not wait. */
static int is_early_end(const struct otfp_wait_engine *w, uint32_t index, const struct otfp_record *rec)
{
	const struct otfp_operations *o = otfp_operations_of(&w->state.processes[index]);
	const struct otfp_begun *b = otfp_begun_find(&o->collectives, rec->f[0].u);

	return b && b->mark && otfp_wait_lacks(w, b->mark);
}

/* The operation of an old record is over at this time. @return 1 if the end must wait; 0: it is done; <0 */
static int end_due(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index)
{
	const uint32_t end = p->due;

	if (otfp_wait_lacks(w, end))
		return 1;
	p->due = 0;
	if (otfp_wait_advance_to(w, p, &w->state.processes[index].calls, p->due_time) < 0)
		return -1;
	return otfp_wait_end_member(w, p, end);
}

static int must_wait(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index, const struct otfp_record *rec)
{
	int rc = 0;

	if (p->due && p->due_time <= rec->time)
		rc = end_due(w, p, index);
	if (rc == 0 && rec->type == OTFP_RecvMsg)
		rc = is_unsent(w, rec);
	else if (rc == 0 && rec->type == OTFP_EndCollectiveOperation)
		rc = is_early_end(w, index, rec);
	return w->failed ? -1 : rc;
}

/* ---- what is held ---- */

static int hold(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index, const struct otfp_record *rec)
{
	struct wait_held *h;

	if (otfp_grow(&w->held, w->nheld, &w->held_cap, sizeof *w->held) < 0)
		return -1;
	h = &w->held[w->nheld++];
	*h = (struct wait_held){.rec = *rec, .order = w->order, .number = w->number, .process = index};
	h->rec.tags = NULL;
	h->rec.ntags = 0;
	p->nheld++;
	if (rec->type == OTFP_BeginCollectiveOperation)
		return otfp_wait_foresee(w, p, (uint32_t)rec->f[2].u, &h->instance);
	if (rec->type == OTFP_CollectiveOperation)
		return otfp_wait_foresee(w, p, (uint32_t)rec->f[1].u, &h->instance);
	return 0;
}

int otfp_wait_hold(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index, const struct otfp_record *rec)
{
	const int rc = p->nheld ? 1 : must_wait(w, p, index, rec);

	if (rc <= 0)
		return rc;
	return hold(w, p, index, rec) < 0 ? -1 : 1;
}

static int take(struct otfp_wait_engine *w, struct wait_held *h)
{
	const struct otfp_record rec = h->rec;
	const uint64_t order = w->order, number = w->number;
	int rc;

	w->processes[h->process].nheld--;
	h->rec.type = 0; /* it is gone */
	w->order = h->order;
	w->number = h->number;
	w->instance = h->instance;
	rc = otfp_wait_event(w, &w->processes[h->process], h->process, &rec);
	w->order = order;
	w->number = number;
	w->instance = 0;
	return rc;
}

/* Remove those that are gone. */
static void close_ranks(struct otfp_wait_engine *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->nheld; i++)
		if (w->held[i].rec.type)
			w->held[n++] = w->held[i];
	w->nheld = n;
}

/* Take each that need not wait any more, the first of each process first. @return how many; <0 */
static int take_some(struct otfp_wait_engine *w)
{
	int n = 0;

	w->round++;
	for (size_t i = 0; i < w->nheld; i++) {
		struct wait_held *h = &w->held[i];
		struct wait_process *p = &w->processes[h->process];
		int rc = p->round == w->round ? 1 : must_wait(w, p, h->process, &h->rec);
		if (rc == 0)
			rc = take(w, h);
		else if (rc > 0)
			p->round = w->round; /* what comes after it waits, too */
		if (rc < 0)
			return -1;
		n += rc == 0;
	}
	close_ranks(w);
	return n;
}

int otfp_wait_release(struct otfp_wait_engine *w)
{
	int n = 1;

	while (w->nheld && n > 0)
		n = take_some(w);
	return n < 0 ? -1 : 0;
}

int otfp_wait_end_tick(struct otfp_wait_engine *w)
{
	if (otfp_wait_due(w, otfp_ticks_after(w->tick, 1)) < 0)
		return -1;
	for (size_t i = 0; i < w->nheld; i++)
		if (take(w, &w->held[i]) < 0)
			return -1;
	w->nheld = 0;
	return otfp_wait_gates_end_tick(w);
}
