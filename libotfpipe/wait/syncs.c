#include "wait/syncs.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

static void release_rounds(struct wait_rounds *g)
{
	for (uint32_t i = 0; i < g->nrounds; i++)
		free(g->rounds[i].visits);
	free(g->rounds);
}

void otfp_wait_syncs_release(struct wait_syncs *s)
{
	for (size_t i = 0; i < s->ngroups; i++)
		release_rounds(&s->groups[i]);
	for (size_t i = 0; i < s->ncircles; i++)
		free(s->circles[i].p);
	otfp_map_release(&s->pair_index);
	free(s->pairs);
	free(s->groups);
	free(s->circles);
}

static void ref(const struct wait_syncs *s, struct wait_visit v)
{
	otfp_wait_place_ref(&s->segments[v.process], wait_leave_place(v.call));
}

static int unref(const struct wait_syncs *s, struct wait_visit v)
{
	return otfp_wait_place_unref(&s->segments[v.process], wait_leave_place(v.call), s->used);
}

/* ---- pairs ---- */

static int is_later(const struct wait_meeting *a, const struct wait_meeting *b)
{
	return a->own != b->own ? a->own > b->own : a->other > b->other;
}

static int drop(const struct wait_syncs *s, struct wait_visit a, struct wait_visit b)
{
	return a.call && (unref(s, a) < 0 || unref(s, b) < 0) ? -1 : 0;
}

/* Keep the last two calls of a: it may be in the last one. Of each the last call of b. */
static int note(struct wait_syncs *s, struct wait_visit a, struct wait_visit b)
{
	const struct wait_meeting now = {a.call, b.call};
	struct wait_pair *pair = otfp_map_row(&s->pair_index, (uint64_t)a.process << 32 | b.process, &s->pairs,
	                                      &s->npairs, &s->pairs_cap, sizeof *pair);
	struct wait_meeting *last, old;
	unsigned k;

	if (!pair)
		return -1;
	last = pair->last;
	k = now.own < last[0].own;
	if (!is_later(&now, &last[k]))
		return 0;
	ref(s, a);
	ref(s, b);
	pair->is_recent = 1;
	old = last[now.own == last[k].own ? k : 1];
	if (now.own > last[0].own)
		last[1] = last[0];
	last[k] = now;
	return drop(s, (struct wait_visit){a.process, old.own}, (struct wait_visit){b.process, old.other});
}

int otfp_wait_sync(struct wait_syncs *s, struct wait_visit a, struct wait_visit b)
{
	if (a.process == b.process)
		return 0;
	return note(s, a, b) < 0 || note(s, b, a) < 0 ? -1 : 0;
}

size_t otfp_wait_syncs_bytes(const struct wait_syncs *s)
{
	return s->pairs_cap * sizeof *s->pairs + s->pair_index.near_cap * sizeof *s->pair_index.near +
	       s->pair_index.far_cap * sizeof *s->pair_index.far;
}

/* The pair is over. */
static int forget(struct wait_syncs *s, uint64_t key, const struct wait_pair *pair)
{
	for (unsigned k = 0; k < 2; k++)
		if (drop(s, (struct wait_visit){(uint32_t)(key >> 32), pair->last[k].own},
		         (struct wait_visit){(uint32_t)key, pair->last[k].other}) < 0)
			return -1;
	return 0;
}

int otfp_wait_syncs_forget(struct wait_syncs *s)
{
	struct otfp_map old = s->pair_index;
	struct wait_pair *pairs = s->pairs;
	int rc = 0;

	s->pair_index = (struct otfp_map){0};
	s->pairs = NULL;
	s->npairs = s->pairs_cap = 0;
	for (struct otfp_map_at at = {0}; rc == 0 && otfp_map_next(&old, &at);) {
		struct wait_pair pair = pairs[*at.value], *to;
		if (!pair.is_recent) {
			rc = forget(s, at.key, &pair);
			continue;
		}
		to = otfp_map_row(&s->pair_index, at.key, &s->pairs, &s->npairs, &s->pairs_cap, sizeof *to);
		rc = to ? 0 : -1;
		pair.is_recent = 0;
		if (to)
			*to = pair;
	}
	otfp_map_release(&old);
	free(pairs);
	return rc;
}

/* ---- operations of all with all ---- */

static int drop_round(const struct wait_syncs *s, const struct wait_rounds *g, struct wait_round *round)
{
	for (uint32_t i = 0; i < g->n && round->number; i++)
		if (round->visits[i].call && unref(s, round->visits[i]) < 0)
			return -1;
	return 0;
}

/* The round of an instance. @return NULL if there is none */
static struct wait_round *find_round(const struct wait_rounds *g, uint64_t instance)
{
	for (uint32_t i = 0; i < g->nrounds; i++)
		if (g->rounds[i].number == instance + 1)
			return &g->rounds[i];
	return NULL;
}

/* One that is free, or the oldest one but one in which all were. @return NULL: all are needed */
static struct wait_round *spare_round(const struct wait_rounds *g)
{
	struct wait_round *oldest = NULL;
	uint32_t full = 0;

	for (uint32_t i = 0; i < g->nrounds; i++) {
		struct wait_round *r = &g->rounds[i];
		if (!r->number)
			return r;
		full += r->there == g->n;
		if (r->there == g->n && (!oldest || r->number < oldest->number))
			oldest = r;
	}
	return full > 1 ? oldest : NULL;
}

/* @return NULL when memory is out */
static struct wait_round *new_round(const struct wait_syncs *s, struct wait_rounds *g, uint64_t instance, int is_open)
{
	struct wait_round *r = spare_round(g);

	if (!r && otfp_grow_thin(&g->rounds, g->nrounds, &g->cap, sizeof *r) < 0)
		return NULL;
	if (!r) {
		r = &g->rounds[g->nrounds++];
		*r = (struct wait_round){0};
	}
	if (drop_round(s, g, r) < 0)
		return NULL;
	if (!r->visits)
		r->visits = malloc((g->n + (size_t)1) * sizeof *r->visits);
	if (!r->visits)
		return NULL;
	memset(r->visits, 0, g->n * sizeof *r->visits);
	r->number = instance + 1;
	r->there = 0;
	r->is_open = (uint8_t)is_open;
	return r;
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

/* @return NULL when memory is out */
static struct wait_circles *circles_of(struct wait_syncs *s, uint32_t process)
{
	while (process >= s->ncircles) {
		if (otfp_grow(&s->circles, s->ncircles, &s->circles_cap, sizeof *s->circles) < 0)
			return NULL;
		s->circles[s->ncircles++] = (struct wait_circles){0};
	}
	return &s->circles[process];
}

/* The process is in the communicator. */
static int remember(struct wait_syncs *s, uint32_t process, uint32_t group, uint32_t member)
{
	struct wait_circles *c = circles_of(s, process);
	uint32_t at;

	if (!c)
		return -1;
	for (at = c->n; at && c->p[at - 1].group >= group; at--)
		if (c->p[at - 1].group == group)
			return 0;
	if (otfp_grow_thin(&c->p, c->n, &c->cap, sizeof *c->p) < 0)
		return -1;
	memmove(c->p + at + 1, c->p + at, (c->n++ - at) * sizeof *c->p);
	c->p[at] = (struct wait_circle){group, member};
	return 0;
}

int otfp_wait_sync_all(struct wait_syncs *s, uint32_t group, uint32_t n, uint64_t instance, uint32_t member,
                       struct wait_visit visit, int is_open)
{
	struct wait_rounds *g = rounds_of(s, group, n);
	struct wait_round *round;

	if (!g || (visit.call && remember(s, visit.process, group, member) < 0))
		return -1;
	round = find_round(g, instance);
	if (!round)
		round = new_round(s, g, instance, is_open);
	if (!round)
		return -1;
	if (visit.call)
		ref(s, visit);
	round->visits[member] = visit;
	round->there++;
	return 0;
}

int otfp_wait_sync_over(struct wait_syncs *s, uint32_t group, uint64_t instance)
{
	struct wait_rounds *g = group < s->ngroups ? &s->groups[group] : NULL;
	struct wait_round *r = g ? find_round(g, instance) : NULL;

	if (!r || r->there == g->n)
		return 0;
	if (drop_round(s, g, r) < 0)
		return -1;
	r->number = 0;
	return 0;
}

int otfp_wait_sync_init(struct wait_syncs *s, struct wait_visit visit)
{
	struct wait_circles *c = circles_of(s, visit.process);

	if (!c || (c->init && unref(s, (struct wait_visit){visit.process, c->init}) < 0))
		return -1;
	ref(s, visit);
	c->init = visit.call;
	return 0;
}

/* ---- the last one ---- */

/* Take a later one of a that is before both calls. */
static void take(struct wait_visit *found, const struct wait_visit at[2], struct wait_visit a, struct wait_visit b)
{
	const struct wait_meeting now = {a.call, b.call}, old = {found[0].call, found[1].call};

	if (a.call && b.call && a.call < at[0].call && b.call < at[1].call && is_later(&now, &old)) {
		found[0] = a;
		found[1] = b;
	}
}

static void look_at_pair(const struct wait_syncs *s, const struct wait_visit at[2], struct wait_visit *found)
{
	const uint64_t *i = otfp_map_get(&s->pair_index, (uint64_t)at[0].process << 32 | at[1].process);

	for (unsigned k = 0; i && k < 2; k++) {
		const struct wait_meeting *m = &s->pairs[*i].last[k];
		take(found, at, (struct wait_visit){at[0].process, m->own},
		     (struct wait_visit){at[1].process, m->other});
	}
}

static void look_at_group(const struct wait_syncs *s, const struct wait_circle *x, const struct wait_circle *y,
                          const struct wait_visit at[2], struct wait_visit *found)
{
	const struct wait_rounds *g = &s->groups[x->group];

	for (uint32_t k = 0; k < g->nrounds; k++) {
		const struct wait_round *r = &g->rounds[k];
		if (r->number && (r->is_open || r->there == g->n) && r->visits[x->member].process == at[0].process &&
		    r->visits[y->member].process == at[1].process)
			take(found, at, r->visits[x->member], r->visits[y->member]);
	}
}

void otfp_wait_last_sync(const struct wait_syncs *s, struct wait_visit *a, struct wait_visit *b)
{
	const struct wait_visit at[2] = {*a, *b};
	struct wait_visit found[2] = {{a->process, 0}, {b->process, 0}};
	const struct wait_circles *x, *y;

	look_at_pair(s, at, found);
	if (a->process < s->ncircles && b->process < s->ncircles) {
		x = &s->circles[a->process];
		y = &s->circles[b->process];
		take(found, at, (struct wait_visit){a->process, x->init}, (struct wait_visit){b->process, y->init});
		for (uint32_t i = 0, k = 0; i < x->n && k < y->n;)
			if (x->p[i].group == y->p[k].group)
				look_at_group(s, &x->p[i++], &y->p[k++], at, found);
			else
				x->p[i].group < y->p[k].group ? i++ : k++;
	}
	*a = found[0];
	*b = found[1];
}
