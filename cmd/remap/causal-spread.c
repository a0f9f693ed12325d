/* causal-spread.c - from jumps to clocks: steep, or spread over the time before them. */
#include "base/grow.h"
#include "base/wide.h"
#include "cmd/remap/causal.h"
#include <stdlib.h>

/* ---- steep jumps: from one tick to the next ---- */

static int add_knot(struct clock *k, uint64_t time, uint64_t later)
{
	uint64_t to;

	if (__builtin_add_overflow(time, later, &to))
		return -2;
	return clock_add(k, time, to) < 0 ? -1 : 0;
}

static int make_steps(const struct causal_process *p, struct clock *k)
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
 * The smallest function of time that is nowhere below the jumps and never grows faster than the slope. It is built from
 * the last jump backwards.
 */
struct ramp {
	const struct ratio *slope;
	struct causal_jump *points; /* of the function, in descending time */
	size_t n, cap;
	uint64_t time, later; /* the last point */
	uint64_t base;        /* the delay by the jumps before it */
};

static int put(struct ramp *r, uint64_t time, uint64_t later)
{
	if (otfp_grow(&r->points, r->n, &r->cap, sizeof *r->points) < 0)
		return -1;
	r->points[r->n++] = (struct causal_jump){time, later};
	r->time = time;
	r->later = later;
	return 0;
}

/* Go back to an earlier time. If the slope meets the base on the way, it ends there. */
static int go_to(struct ramp *r, uint64_t time)
{
	otfp_wide less = (otfp_wide)(r->time - time) * r->slope->num / r->slope->den;
	otfp_wide length = ((otfp_wide)(r->later - r->base) * r->slope->den + r->slope->num - 1) / r->slope->num;

	if (length && length < r->time - time && put(r, r->time - (uint64_t)length, r->base) < 0)
		return -1;
	return put(r, time, less >= r->later - r->base ? r->base : r->later - (uint64_t)less);
}

static int make_ramps(struct ramp *r, const struct causal_process *p)
{
	size_t i = p->n - 1;
	int code = put(r, p->jumps[i].time, p->jumps[i].later);

	for (; i && code == 0; i--) {
		r->base = p->jumps[i - 1].later;
		code = go_to(r, p->jumps[i - 1].time);
	}
	r->base = 0;
	return code == 0 && r->time ? go_to(r, 0) : code;
}

static int make_spread(const struct causal *c, const struct causal_process *p, struct clock *k)
{
	struct ramp r = {.slope = &c->o.spread};
	int code = make_ramps(&r, p);

	while (r.n && code == 0) {
		r.n--;
		code = add_knot(k, r.points[r.n].time, r.points[r.n].later);
	}
	free(r.points);
	return code;
}

/* ---- steep jumps on top of a floor ---- */

/* The maximum of a floor and of the jumps, from one time to the next. */
struct upper {
	struct clock *floor, *k;
	uint64_t step;        /* the delay by the jumps so far */
	uint64_t time, later; /* the last point of the floor */
	int begun;
};

static int come_to(struct upper *u, uint64_t time)
{
	uint64_t to, later, cut;
	int code = clock_time(u->floor, time, 0, &to) < 0 ? -2 : 0;

	later = to - time;
	if (code == 0 && u->begun && u->later < u->step && u->step < later) {
		cut = (uint64_t)((otfp_wide)(u->step - u->later) * (time - u->time) / (later - u->later)) + u->time;
		if (cut > u->time && cut < time)
			code = add_knot(u->k, cut, u->step);
	}
	if (code == 0)
		code = add_knot(u->k, time, later > u->step ? later : u->step);
	u->time = time;
	u->later = later;
	u->begun = 1;
	return code;
}

static int take_jump(struct upper *u, const struct causal_jump *jump)
{
	int code = 0;

	if (jump->time && (!u->begun || u->time < jump->time - 1))
		code = come_to(u, jump->time - 1);
	u->step = jump->later;
	return code == 0 ? come_to(u, jump->time) : code;
}

static int make_upper(struct clock *floor, const struct causal_process *p, struct clock *k)
{
	struct upper u = {.floor = floor, .k = k};
	size_t i = 0, j = 0;
	int code = 0;

	while (code == 0 && (i < p->n || j < floor->n)) {
		if (i < p->n && (j == floor->n || p->jumps[i].time <= floor->knots[j].from))
			code = take_jump(&u, &p->jumps[i++]);
		else if (u.begun && floor->knots[j].from <= u.time)
			j++;
		else
			code = come_to(&u, floor->knots[j++].from);
	}
	return code;
}

int causal_floor(const struct causal *c, struct causal_process *p, int steep)
{
	struct clock k = {0};
	int code = 0;

	if (steep)
		code = make_upper(&p->floor, p, &k);
	else if (p->n)
		code = make_spread(c, p, &k);
	free(p->floor.knots);
	p->floor = k;
	return code;
}

/* ---- the whole ---- */

static int copy_floor(const struct causal_process *p, struct clock *k)
{
	int code = 0;

	for (size_t i = 0; i < p->floor.n && code == 0; i++)
		code = clock_add(k, p->floor.knots[i].from, p->floor.knots[i].to);
	return code;
}

int causal_clocks(struct causal *c, struct clocks *clocks)
{
	int code = 0;

	for (size_t i = 0; i < c->n && code == 0; i++) {
		struct causal_process *p = c->processes[i];
		struct clock *k = p->n ? clocks_get(clocks, p->process) : NULL;
		if (p->n && !k)
			return -1;
		if (k && c->o.spread.den && c->jumps)
			code = causal_floor(c, p, 1);
		if (k && code == 0)
			code = c->o.spread.den ? copy_floor(p, k) : make_steps(p, k);
	}
	return code;
}
