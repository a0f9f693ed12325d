/* causal-spread.c - from jumps to clocks: as they are, or spread over what stands before them. */
#include "base/grow.h"
#include "remap/causal.h"
#include <stdlib.h>

__extension__ typedef unsigned __int128 u128;

/* ---- jumps as they are: from one tick to the next ---- */

static int add_knot(struct otfp_clock *k, uint64_t time, uint64_t later)
{
	uint64_t to;

	if (__builtin_add_overflow(time, later, &to))
		return -2;
	return otfp_clock_add(k, time, to) < 0 ? -1 : 0;
}

static int make_steps(const struct otfp_causal_process *p, struct otfp_clock *k)
{
	int code = 0;

	for (size_t i = 0; i < p->n && code == 0; i++) {
		if (p->jumps[i].time)
			code = add_knot(k, p->jumps[i].time - 1, i ? p->jumps[i - 1].later : 0);
		if (code == 0)
			code = add_knot(k, p->jumps[i].time, p->jumps[i].later);
	}
	return code;
}

/* ---- spread ---- */

/*
 * From the last jump backwards. What is spread is the least function of time that is nowhere below the jumps, nor
 * anywhere above the limit of a send, and that grows with the slope at most; but right behind a send whose limit
 * does not let it rise in time it jumps.
 */
struct ramp {
	struct otfp_causal *c;
	const struct otfp_causal_process *p;
	struct otfp_causal_jump *points; /* of the function, backwards */
	size_t n, cap;
	uint64_t time, later; /* the point that was reached */
	uint64_t base;        /* of the jumps, before it */
};

static int put(struct ramp *r, uint64_t time, uint64_t later)
{
	if (r->n && r->points[r->n - 1].time == time)
		return 0;
	if (otfp_grow(&r->points, r->n, &r->cap, sizeof *r->points) < 0)
		return -1;
	r->points[r->n++] = (struct otfp_causal_jump){time, later};
	return 0;
}

/* How much later it is at a time before the point that was reached. */
static uint64_t later_before(const struct ramp *r, uint64_t time)
{
	const struct otfp_ratio *s = &r->c->o.spread;
	u128 less = (u128)(r->time - time) * s->num / s->den;

	return less >= r->later - r->base ? r->base : r->later - (uint64_t)less;
}

/* Go back to a time. The slope ends where it meets the base. @return 0 or -1 */
static int go_to(struct ramp *r, uint64_t time, uint64_t later)
{
	const struct otfp_ratio *s = &r->c->o.spread;
	u128 length = ((u128)(r->later - r->base) * s->den + s->num - 1) / s->num;

	if (length && length < r->time - time && put(r, r->time - (uint64_t)length, r->base) < 0)
		return -1;
	r->time = time;
	r->later = later;
	return 0;
}

static int meet_jump(struct ramp *r, size_t i)
{
	uint64_t time = r->p->jumps[i].time, later = later_before(r, time);

	if (go_to(r, time, later) < 0 || put(r, time, later) < 0)
		return -1;
	r->base = i ? r->p->jumps[i - 1].later : 0;
	return 0;
}

static int meet_limit(struct ramp *r, const struct otfp_causal_jump *limit)
{
	uint64_t later = later_before(r, limit->time), behind;

	if (later == r->base && r->later == r->base)
		return 0;
	if (later <= limit->later) {
		if (go_to(r, limit->time, later) < 0)
			return -1;
		return put(r, limit->time, later);
	}
	behind = limit->time + 1 < r->time ? later_before(r, limit->time + 1) : r->later;
	r->c->tight++;
	if (behind - limit->later > r->c->tightest)
		r->c->tightest = behind - limit->later;
	if (limit->time + 1 < r->time && (go_to(r, limit->time + 1, behind) < 0 || put(r, limit->time + 1, behind) < 0))
		return -1;
	r->time = limit->time;
	r->later = limit->later > r->base ? limit->later : r->base;
	return put(r, r->time, r->later);
}

/* Before all jumps and limits. */
static int meet_begin(struct ramp *r)
{
	uint64_t later = later_before(r, 0);

	if (go_to(r, 0, later) < 0)
		return -1;
	return r->points[r->n - 1].later ? put(r, 0, later) : 0;
}

static int make_ramps(struct ramp *r)
{
	const struct otfp_causal_process *p = r->p;
	size_t j = p->n, l = p->nlimits;
	int code = 0;

	r->time = p->jumps[j - 1].time;
	r->later = r->base = p->jumps[j - 1].later;
	while (l && p->limits[l - 1].time > r->time)
		l--;
	while (code == 0 && (j || l)) {
		if (j && (!l || p->jumps[j - 1].time > p->limits[l - 1].time))
			code = meet_jump(r, --j);
		else
			code = meet_limit(r, &p->limits[--l]);
	}
	return code == 0 ? meet_begin(r) : code;
}

static int make_spread(struct otfp_causal *c, const struct otfp_causal_process *p, struct otfp_clock *k)
{
	struct ramp r = {.c = c, .p = p};
	int code = make_ramps(&r);

	while (r.n && code == 0) {
		r.n--;
		code = add_knot(k, r.points[r.n].time, r.points[r.n].later);
	}
	free(r.points);
	return code;
}

int otfp_causal_clocks(struct otfp_causal *c, struct otfp_clocks *clocks)
{
	int code = 0;

	for (size_t i = 0; i < c->n && code == 0; i++) {
		const struct otfp_causal_process *p = c->processes[i];
		struct otfp_clock *k = p->n ? otfp_clocks_get(clocks, p->process) : NULL;
		if (p->n && !k)
			return -1;
		if (k)
			code = c->o.spread.den ? make_spread(c, p, k) : make_steps(p, k);
	}
	return code;
}
