/* call.c - criteria that must know what is open: a Leave gets the verdict of its Enter, the end of an operation that of
 * its begin. Also --match, which judges only the begin. */
#include "cmd/filter/filter.h"
#include <inttypes.h>

static int function_verdict(struct criteria *c, const struct otfp_record *rec, uint32_t stream, uint32_t function)
{
	int v = NOT_APPLICABLE, none = 0;

	if (c->by_function)
		v = criteria_has_function(c, stream, function);
	if (c->by_limits)
		none = limits_drops_all(&c->limits, rec->loc, stream, function);
	if (none < 0)
		return none;
	return none ? NO : v;
}

/* The verdict on a record by itself, without what is open. */
static int own_verdict(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p,
                       uint32_t stream)
{
	int v = NOT_APPLICABLE;

	if (p->function)
		v = function_verdict(c, rec, stream, (uint32_t)rec->f[p->function - 1].u);
	if (p->match && v >= 0) {
		const int match = match_verdict(c->match, rec, stream);
		v = match < 0 ? match : both(v, match);
	}
	return v;
}

/* ---- calls ---- */

static int ask_limits(struct criteria *c, const struct otfp_record *rec, uint32_t stream, uint32_t function)
{
	const struct otfp_call *in = otfp_calls_top(&c->calls, rec->loc);

	return limits_enter(&c->limits, rec->loc, stream, function, otfp_calls_depth(&c->calls, rec->loc) + 1,
	                    in && in->mark & LIMITS_HIDE);
}

static int enter(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p, uint32_t stream)
{
	const uint32_t function = (uint32_t)rec->f[p->function - 1].u;
	int v = own_verdict(c, rec, p, stream), limits = NOT_APPLICABLE;
	struct otfp_call *call;

	if (c->by_limits)
		limits = ask_limits(c, rec, stream, function);
	if (v < 0 || limits < 0)
		return -1;
	v = both(v, limits & VERDICT);
	call = otfp_calls_push(&c->calls, rec->loc, rec->time, function);
	if (!call)
		return -1;
	call->mark = (uint32_t)(v | (limits & LIMITS_HIDE));
	if (c->by_short)
		c->call = call;
	return v;
}

static int leave(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p, uint32_t stream)
{
	uint32_t function = (uint32_t)rec->f[p->function - 1].u;
	struct otfp_call call;
	int open = otfp_calls_pop(&c->calls, rec->loc, &call);

	if (open < 0)
		return open;
	if (open && c->by_short) {
		c->closed = call;
		c->call = &c->closed;
	}
	if (open) /* also of another function: it ends this call, as everywhere */
		return (int)call.mark & VERDICT;
	if (function)
		return own_verdict(c, rec, p, stream);
	if (!c->warned_leave)
		message_warning("process %" PRIu32 " at %" PRIu64 ": Leave without a function, and no call is open; "
		                "such records are kept",
		                rec->loc, rec->time);
	c->warned_leave = 1;
	return NOT_APPLICABLE;
}

/* A call that is open already keeps the verdict of its Enter, whatever a snapshot says. */
static int snapshot(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p, uint32_t stream)
{
	const uint32_t function = (uint32_t)rec->f[p->function - 1].u;
	struct otfp_call *known;
	int v = own_verdict(c, rec, p, stream), rc;

	if (v < 0)
		return v;
	rc = otfp_calls_snapshot(&c->calls, rec->loc, rec->time, rec->f[0].u, function);
	if (rc < 0)
		return rc;
	known = rc ? otfp_calls_top(&c->calls, rec->loc) : otfp_calls_find(&c->calls, rec->loc, function, rec->f[0].u);
	if (rc)
		known->mark = (uint32_t)v;
	c->call = known;
	return known ? (int)known->mark & VERDICT : v;
}

static int call_verdict(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p,
                        uint32_t stream)
{
	if (p->call == PART_BEGIN)
		return enter(c, rec, p, stream);
	return p->call == PART_END ? leave(c, rec, p, stream) : snapshot(c, rec, p, stream);
}

/* ---- operations ---- */

/* The verdict to keep for the end record, which has no communicator. */
static int begin_verdict(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p,
                         uint32_t stream, int own)
{
	struct otfp_space *groups = &c->spaces[OTFP_W_PROCESSGROUP];

	if (p->operation != COLLECTIVE_OPERATION || !groups->set)
		return own;
	return both(own, otfp_space_has(groups, stream, rec->f[p->group].u));
}

static int operation_verdict(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p,
                             uint32_t stream)
{
	struct pending *open = &c->operations[p->operation];
	uint64_t id = rec->f[p->matching].u;
	int own = own_verdict(c, rec, p, stream), begin;
	uint32_t mark;

	if (own < 0)
		return own;
	if (p->part == PART_END)
		return pending_end(open, rec->loc, id, &mark) ? (int)mark : own;
	if (p->part == PART_SNAPSHOT && pending_get(open, rec->loc, id, &mark))
		return (int)mark;
	begin = begin_verdict(c, rec, p, stream, own);
	return pending_begin(open, rec->loc, id, (uint32_t)begin) < 0 ? -1 : begin;
}

int criteria_special(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p, uint32_t stream)
{
	if (p->call)
		return call_verdict(c, rec, p, stream);
	return p->part ? operation_verdict(c, rec, p, stream) : own_verdict(c, rec, p, stream);
}
