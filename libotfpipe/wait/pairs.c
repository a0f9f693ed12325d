/* pairs.c - the last two synchronizations of each pair of processes. See syncs.h. */
#include "wait/syncs.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

static void drop(const struct wait_syncs *s, struct wait_visit a, struct wait_visit b, uint32_t n)
{
	if (!a.call)
		return;
	otfp_wait_visit_unref(s, a, n);
	otfp_wait_visit_unref(s, b, n);
}

/* Keep the last two calls of a: it may be in the last one. Of each the last call of b.
 * @param old  set to those that go @return 1 if now is kept, 0; -1 when memory is out */
static int note(struct wait_syncs *s, struct wait_visit a, struct wait_visit b, struct wait_meeting *old)
{
	const struct wait_meeting now = {a.call, b.call};
	struct wait_pair *pair = otfp_map_row(&s->pair_index, (uint64_t)a.process << 32 | b.process, &s->pairs,
	                                      &s->npairs, &s->pairs_cap, sizeof *pair);
	struct wait_meeting *last;
	unsigned k;

	if (!pair)
		return -1;
	last = pair->last;
	k = now.own < last[0].own;
	if (!wait_meeting_is_later(&now, &last[k]))
		return 0;
	*old = last[now.own == last[k].own ? k : 1];
	if (now.own > last[0].own)
		last[1] = last[0];
	last[k] = now;
	return 1;
}

/* Most often both keep the calls, and of both the same ones go. */
int otfp_wait_sync(struct wait_syncs *s, struct wait_visit a, struct wait_visit b)
{
	struct wait_meeting old = {0}, other = {0};
	int kept, is_same;

	if (a.process == b.process)
		return 0;
	kept = note(s, a, b, &old);
	if (kept < 0 || (is_same = note(s, b, a, &other)) < 0)
		return -1;
	kept += is_same;
	if (kept) {
		otfp_wait_visit_ref(s, a, (uint32_t)kept);
		otfp_wait_visit_ref(s, b, (uint32_t)kept);
	}
	is_same = old.own == other.other && old.other == other.own;
	drop(s, (struct wait_visit){a.process, old.own}, (struct wait_visit){b.process, old.other},
	     1 + (uint32_t)is_same);
	if (!is_same)
		drop(s, (struct wait_visit){b.process, other.own}, (struct wait_visit){a.process, other.other}, 1);
	return 0;
}

/* Places before the floor of a process are forgotten, and so is the synchronization there. */
static int is_known(const struct wait_syncs *s, uint64_t key, const struct wait_meeting *m)
{
	return m->own && wait_leave_place(m->own) >= s->places[key >> 32].floor &&
	       wait_leave_place(m->other) >= s->places[(uint32_t)key].floor;
}

static int is_over(const struct wait_syncs *s, uint64_t key, const struct wait_pair *pair)
{
	return !is_known(s, key, &pair->last[0]) && !is_known(s, key, &pair->last[1]);
}

/* The pair is over. */
static void forget(const struct wait_syncs *s, uint64_t key, const struct wait_pair *pair)
{
	for (unsigned k = 0; k < 2; k++)
		drop(s, (struct wait_visit){(uint32_t)(key >> 32), pair->last[k].own},
		     (struct wait_visit){(uint32_t)key, pair->last[k].other}, 1);
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
		const struct wait_pair *pair = &pairs[*at.value];
		struct wait_pair *to;
		if (is_over(s, at.key, pair)) {
			forget(s, at.key, pair);
			continue;
		}
		to = otfp_map_row(&s->pair_index, at.key, &s->pairs, &s->npairs, &s->pairs_cap, sizeof *to);
		rc = to ? 0 : -1;
		if (to)
			*to = *pair;
	}
	otfp_map_release(&old);
	free(pairs);
	return rc;
}
