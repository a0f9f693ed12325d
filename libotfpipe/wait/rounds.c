/* rounds.c - operations of all with all: who was in which, and in which communicators a process was. See syncs.h. */
#include "base/grow.h"
#include "base/order.h"
#include "wait/syncs.h"
#include <stdlib.h>
#include <string.h>

void otfp_wait_rounds_release(struct wait_rounds *g)
{
	for (uint32_t i = 0; i < g->nrounds; i++)
		free(g->rounds[i].visits);
	free(g->rounds);
}

/* ---- rounds ---- */

/* Move a round to another place; those between move by one. @return it */
static struct wait_round *move(const struct wait_rounds *g, uint32_t from, uint32_t to)
{
	const struct wait_round r = g->rounds[from];

	if (from < to)
		memmove(g->rounds + from, g->rounds + from + 1, (to - from) * sizeof r);
	else
		memmove(g->rounds + to + 1, g->rounds + to, (from - to) * sizeof r);
	g->rounds[to] = r;
	return &g->rounds[to];
}

/* Its members have synchronized from now on. @return it */
static struct wait_round *set_ready(struct wait_rounds *g, const struct wait_round *r)
{
	const uint32_t at = (uint32_t)(r - g->rounds);

	return at < g->nready ? &g->rounds[at] : move(g, at, g->nready++);
}

/* The round is over, and spare. */
static void drop_round(const struct wait_syncs *s, struct wait_rounds *g, uint32_t at)
{
	struct wait_round *r = &g->rounds[at];

	for (uint32_t i = 0; i < g->n; i++)
		if (r->visits[i].call)
			otfp_wait_visit_unref(s, r->visits[i], 1);
	r->number = 0;
	g->nready -= at < g->nready;
	move(g, at, --g->nused);
}

/* The round of an instance, mostly the last one. @return NULL if there is none */
static struct wait_round *find_round(const struct wait_rounds *g, uint64_t instance)
{
	for (uint32_t i = instance < g->last ? g->nused : 0; i; i--)
		if (g->rounds[i - 1].number == instance + 1)
			return &g->rounds[i - 1];
	return NULL;
}

/* For whom the later round has a thread of the process, or nobody, the old one may be the last: keep it by pairs. */
static int keep_pairs(struct wait_syncs *s, const struct wait_rounds *g, const struct wait_round *old,
                      const struct wait_round *later)
{
	for (uint32_t i = 0; i < g->n; i++) {
		const struct wait_visit a = old->visits[i], b = later->visits[i];
		if (!a.call || (b.call && b.process == a.process))
			continue;
		for (uint32_t k = 0; k < g->n; k++)
			if (old->visits[k].call && otfp_wait_sync(s, a, old->visits[k]) < 0)
				return -1;
	}
	return 0;
}

/* Drop the oldest round but one in which all were. */
static int drop_oldest(struct wait_syncs *s, struct wait_rounds *g)
{
	uint32_t oldest = g->nready, latest = g->nready;

	for (uint32_t i = 0; i < g->nready; i++) {
		if (g->rounds[i].there != g->n)
			continue;
		if (oldest == g->nready || g->rounds[i].number < g->rounds[oldest].number)
			oldest = i;
		if (latest == g->nready || g->rounds[i].number > g->rounds[latest].number)
			latest = i;
	}
	if (oldest == latest)
		return 0;
	if (keep_pairs(s, g, &g->rounds[oldest], &g->rounds[latest]) < 0)
		return -1;
	drop_round(s, g, oldest);
	return 0;
}

/* @return NULL when memory is out */
static struct wait_round *new_round(struct wait_syncs *s, struct wait_rounds *g, uint64_t instance, int is_open)
{
	struct wait_round *r;

	if (g->nused == g->nrounds && drop_oldest(s, g) < 0)
		return NULL;
	if (g->nused == g->nrounds) {
		if (otfp_grow_thin(&g->rounds, g->nrounds, &g->cap, sizeof *r) < 0)
			return NULL;
		g->rounds[g->nrounds++] = (struct wait_round){0};
	}
	r = &g->rounds[g->nused];
	if (!r->visits)
		r->visits = malloc((g->n + (size_t)1) * sizeof *r->visits);
	if (!r->visits)
		return NULL;
	memset(r->visits, 0, g->n * sizeof *r->visits);
	r->number = instance + 1;
	r->there = 0;
	r->is_open = (uint8_t)is_open;
	g->nused++;
	g->last = r->number > g->last ? r->number : g->last;
	return is_open ? set_ready(g, r) : r;
}

static struct wait_rounds *rounds_of(struct wait_syncs *s, uint32_t group, uint32_t n)
{
	while (group >= s->ngroups) {
		if (otfp_grow(&s->groups, s->ngroups, &s->groups_cap, sizeof *s->groups) < 0)
			return NULL;
		s->groups[s->ngroups++] = (struct wait_rounds){0};
	}
	s->groups[group].n = n;
	return &s->groups[group];
}

/* ---- circles ---- */

struct wait_circles *otfp_wait_circles_of(struct wait_syncs *s, uint32_t process)
{
	while (process >= s->ncircles) {
		if (otfp_grow(&s->circles, s->ncircles, &s->circles_cap, sizeof *s->circles) < 0)
			return NULL;
		s->circles[s->ncircles++] = (struct wait_circles){0};
	}
	return &s->circles[process];
}

/* The first one of that group or a later one. */
static uint32_t first_circle(const struct wait_circles *c, uint32_t group)
{
	return (uint32_t)otfp_first_from(c->p, c->n, sizeof *c->p, group);
}

const struct wait_circle *otfp_wait_circle_find(const struct wait_circles *c, uint32_t group)
{
	const uint32_t at = first_circle(c, group);

	return at < c->n && c->p[at].group == group ? &c->p[at] : NULL;
}

/* The process is in an operation of the group now. */
static void note_recent(struct wait_circles *c, uint32_t group, uint32_t call)
{
	uint32_t at = 0;

	while (at < c->nrecent && c->recent[at].group != group)
		at++;
	if (at == WAIT_RECENT) {
		at--;
		c->before = c->recent[at].latest > c->before ? c->recent[at].latest : c->before;
	} else if (at == c->nrecent) {
		c->nrecent++;
	}
	memmove(c->recent + 1, c->recent, at * sizeof *c->recent);
	c->recent[0].group = group;
	c->recent[0].latest = call;
}

/* The process is in the communicator. */
static int remember(struct wait_syncs *s, struct wait_visit visit, uint32_t group, uint32_t member)
{
	struct wait_circles *c = otfp_wait_circles_of(s, visit.process);
	uint32_t at;

	if (!c)
		return -1;
	note_recent(c, group, visit.call);
	at = first_circle(c, group);
	if (at < c->n && c->p[at].group == group)
		return 0;
	if (otfp_grow_thin(&c->p, c->n, &c->cap, sizeof *c->p) < 0)
		return -1;
	memmove(c->p + at + 1, c->p + at, (c->n++ - at) * sizeof *c->p);
	c->p[at] = (struct wait_circle){group, member};
	return 0;
}

/* ---- operations ---- */

int otfp_wait_sync_all(struct wait_syncs *s, uint32_t group, uint32_t n, uint64_t instance, uint32_t member,
                       struct wait_visit visit, int is_open)
{
	struct wait_rounds *g = rounds_of(s, group, n);
	struct wait_round *round;

	if (!g || (visit.call && remember(s, visit, group, member) < 0))
		return -1;
	round = find_round(g, instance);
	if (!round)
		round = new_round(s, g, instance, is_open);
	if (!round)
		return -1;
	if (visit.call)
		otfp_wait_visit_ref(s, visit, 1);
	round->visits[member] = visit;
	if (++round->there == g->n)
		set_ready(g, round);
	return 0;
}

void otfp_wait_sync_over(struct wait_syncs *s, uint32_t group, uint64_t instance)
{
	struct wait_rounds *g = group < s->ngroups ? &s->groups[group] : NULL;
	const struct wait_round *r = g ? find_round(g, instance) : NULL;

	if (r && r->there < g->n)
		drop_round(s, g, (uint32_t)(r - g->rounds));
}
