#include "wait/segments.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

static void release(struct wait_segment *s)
{
	otfp_map_release(&s->time);
	otfp_map_release(&s->blame);
}

void otfp_wait_segments_release(struct wait_segments *s)
{
	for (size_t i = 0; i < s->n; i++)
		release(&s->p[i]);
	free(s->p);
	*s = (struct wait_segments){0};
}

/* ---- vectors ---- */

int otfp_wait_vector_add(struct otfp_map *vector, uint64_t key, uint64_t ticks)
{
	uint64_t *v = otfp_map_get(vector, key);

	if (!v)
		return otfp_map_set(vector, key, ticks);
	*v += ticks;
	return 0;
}

/* Add all of `from` to `to`; the smaller one is taken apart. `from` is empty then. */
static int merge(struct otfp_map *to, struct otfp_map *from)
{
	const struct otfp_map larger = from->n > to->n ? *from : *to;
	struct otfp_map smaller = from->n > to->n ? *to : *from;
	int rc = 0;

	*to = larger;
	*from = (struct otfp_map){0};
	for (struct otfp_map_at at = {0}; rc == 0 && otfp_map_next(&smaller, &at);)
		rc = otfp_wait_vector_add(to, at.key, *at.value);
	otfp_map_release(&smaller);
	return rc;
}

/* ---- places ---- */

static int begin(struct wait_segments *s, uint64_t place, uint32_t refs)
{
	if (otfp_grow(&s->p, s->n, &s->cap, sizeof *s->p) < 0)
		return -1;
	s->p[s->n++] = (struct wait_segment){.start = place, .refs = refs};
	return 0;
}

struct wait_segment *otfp_wait_segment_now(struct wait_segments *s)
{
	if (!s->n && begin(s, 0, 1) < 0)
		return NULL;
	return &s->p[s->n - 1];
}

/* The index of the last segment that starts at a place or before; the first one starts at 0. */
static size_t index_of(const struct wait_segments *s, uint64_t place)
{
	size_t low = 0, high = s->n;

	while (high - low > 1) {
		const size_t mid = low + (high - low) / 2;
		if (s->p[mid].start <= place)
			low = mid;
		else
			high = mid;
	}
	return low;
}

struct wait_segment *otfp_wait_segment_at(struct wait_segments *s, uint64_t place)
{
	return s->n ? &s->p[index_of(s, place)] : NULL;
}

int otfp_wait_segments_enter(struct wait_segments *s, uint32_t refs)
{
	s->calls++;
	s->is_open = 1;
	s->pending = 0;
	if (!otfp_wait_segment_now(s))
		return -1;
	return refs ? begin(s, wait_enter_place(s->calls), refs) : 0;
}

int otfp_wait_segments_leave(struct wait_segments *s)
{
	s->is_open = 0;
	return s->pending ? begin(s, wait_leave_place(s->calls), s->pending) : 0;
}

void otfp_wait_place_ref(struct wait_segments *s, uint64_t place)
{
	struct wait_segment *segment = otfp_wait_segment_at(s, place);

	if (s->is_open && place == wait_leave_place(s->calls))
		s->pending++;
	else if (segment && segment->start == place)
		segment->refs++;
}

/* Let segment i be a part of the one before it. */
static int join(struct wait_segments *s, size_t i)
{
	struct wait_segment gone = s->p[i];
	int rc;

	memmove(&s->p[i], &s->p[i + 1], (s->n - i - 1) * sizeof *s->p);
	s->n--;
	rc = merge(&s->p[i - 1].time, &gone.time);
	if (rc == 0)
		rc = merge(&s->p[i - 1].blame, &gone.blame);
	release(&gone);
	return rc;
}

int otfp_wait_place_unref(struct wait_segments *s, uint64_t place)
{
	const size_t i = s->n ? index_of(s, place) : 0;

	if (s->is_open && place == wait_leave_place(s->calls)) {
		s->pending -= s->pending != 0;
		return 0;
	}
	if (!i || s->p[i].start != place)
		return 0;
	OTFP_ASSERT(s->p[i].refs > 0);
	return --s->p[i].refs ? 0 : join(s, i);
}
