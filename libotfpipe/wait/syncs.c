#include "wait/syncs.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_wait_syncs_release(struct wait_syncs *s)
{
	for (size_t i = 0; i < s->ngroups; i++)
		otfp_wait_rounds_release(&s->groups[i]);
	for (size_t i = 0; i < s->ncircles; i++)
		free(s->circles[i].p);
	otfp_map_release(&s->pair_index);
	free(s->pairs);
	free(s->groups);
	free(s->circles);
}

int otfp_wait_sync_init(struct wait_syncs *s, struct wait_visit visit)
{
	struct wait_circles *c = otfp_wait_circles_of(s, visit.process);

	if (!c)
		return -1;
	if (c->init)
		otfp_wait_visit_unref(s, (struct wait_visit){visit.process, c->init}, 1);
	otfp_wait_visit_ref(s, visit, 1);
	c->init = visit.call;
	return 0;
}

/* ---- the last one ---- */

/* Take a later one of a that is before both calls. */
static void take(struct wait_visit *found, const struct wait_visit at[2], struct wait_visit a, struct wait_visit b)
{
	const struct wait_meeting now = {a.call, b.call}, old = {found[0].call, found[1].call};

	if (a.call && b.call && a.call < at[0].call && b.call < at[1].call && wait_meeting_is_later(&now, &old)) {
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

	for (uint32_t k = 0; k < g->nready; k++) {
		const struct wait_round *r = &g->rounds[k];
		if (r->visits[x->member].process == at[0].process && r->visits[y->member].process == at[1].process)
			take(found, at, r->visits[x->member], r->visits[y->member]);
	}
}

/* In the communicators where the first process was last. @return whether it was in no other one since what is found */
static int look_at_recent(const struct wait_syncs *s, const struct wait_circles *x, const struct wait_circles *y,
                          const struct wait_visit at[2], struct wait_visit *found)
{
	for (uint32_t i = 0; i < x->nrecent && x->recent[i].latest >= found[0].call; i++) {
		const struct wait_circle *mine = otfp_wait_circle_find(x, x->recent[i].group),
					 *other = otfp_wait_circle_find(y, x->recent[i].group);
		if (other)
			look_at_group(s, mine, other, at, found);
	}
	return found[0].call > x->before;
}

/* In all communicators that both are in. */
static void look_at_all(const struct wait_syncs *s, const struct wait_circles *x, const struct wait_circles *y,
                        const struct wait_visit at[2], struct wait_visit *found)
{
	for (uint32_t i = 0, k = 0; i < x->n && k < y->n;)
		if (x->p[i].group == y->p[k].group)
			look_at_group(s, &x->p[i++], &y->p[k++], at, found);
		else
			x->p[i].group < y->p[k].group ? i++ : k++;
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
		if (!look_at_recent(s, x, y, at, found))
			look_at_all(s, x, y, at, found);
	}
	*a = found[0];
	*b = found[1];
}
