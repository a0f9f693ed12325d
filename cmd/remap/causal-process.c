#include "cmd/remap/causal-process.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

void causal_process_release(struct causal_process *p)
{
	free(p->jumps);
	free(p->needs);
	free(p->old);
	free(p->floor.knots);
	otfp_map_release(&p->collectives);
}

void causal_rewind(struct causal_process *p)
{
	free(p->old);
	p->old = p->jumps;
	p->nold = p->n;
	p->jumps = NULL;
	p->n = p->cap = p->old_at = 0;
	p->has_sent = 0;
	p->later = 0;
	p->receives = 0;
	otfp_map_release(&p->collectives);
	p->in = NULL;
}

void causal_sends(struct causal_process *p, uint64_t time)
{
	p->sent_at = time;
	p->has_sent = 1;
}

static int add(struct causal_process *p, uint64_t time, uint64_t later)
{
	p->later = later;
	if (p->n && p->jumps[p->n - 1].time == time) {
		p->jumps[p->n - 1].later = later;
		return 0;
	}
	if (otfp_grow(&p->jumps, p->n, &p->cap, sizeof *p->jumps) < 0)
		return -1;
	p->jumps[p->n++] = (struct causal_jump){time, later};
	return 0;
}

int causal_advance(struct causal_process *p, uint64_t time)
{
	int code = 0;

	for (; p->old_at < p->nold && p->old[p->old_at].time <= time && code == 0; p->old_at++)
		if (p->old[p->old_at].later > p->later)
			code = add(p, p->old[p->old_at].time, p->old[p->old_at].later);
	return code;
}

static uint64_t later_by_jumps(const struct causal_process *p, uint64_t time)
{
	size_t lo = 0, hi = p->n;

	if (!p->n || time >= p->jumps[p->n - 1].time)
		return p->later;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (p->jumps[mid].time <= time)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? p->jumps[lo - 1].later : 0;
}

int causal_later(struct causal_process *p, uint64_t time, uint64_t *later)
{
	uint64_t least;

	*later = later_by_jumps(p, time);
	if (clock_time(&p->floor, time, 0, &least) < 0)
		return CAUSAL_TOO_LATE;
	if (least - time > *later)
		*later = least - time;
	return 0;
}

int causal_jump(struct causal *c, struct causal_process *p, uint64_t time, uint64_t later)
{
	uint64_t now, by;

	if (causal_later(p, time, &now) < 0)
		return CAUSAL_TOO_LATE;
	by = later - now;
	c->jumps++;
	c->shared += p->has_sent && p->sent_at == time;
	c->steep++;
	c->steepest = by > c->steepest ? by : c->steepest;
	return add(p, time, later);
}

int causal_need(struct causal *c, struct causal_process *p, uint64_t time, uint64_t later)
{
	if (otfp_grow(&p->needs, p->nneeds, &p->needs_cap, sizeof *p->needs) < 0)
		return -1;
	p->needs[p->nneeds++] = (struct causal_jump){time, later};
	c->needs++;
	return 0;
}

/* Jumps and needs that do not delay the process further are dropped. */
int causal_merge_needs(struct causal_process *p)
{
	struct causal_jump *all;
	size_t n = p->n + p->nneeds;

	if (!p->nneeds)
		return 0;
	all = realloc(p->jumps, n * sizeof *all);
	if (!all)
		return -1;
	memcpy(all + p->n, p->needs, p->nneeds * sizeof *all);
	qsort(all, n, sizeof *all, otfp_by_u64);
	p->jumps = all;
	p->cap = n;
	p->n = p->nneeds = 0;
	p->later = 0;
	for (size_t i = 0; i < n; i++)
		if (all[i].later > p->later)
			add(p, all[i].time, all[i].later); /* cannot fail: there is room */
	return 0;
}
