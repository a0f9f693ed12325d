#include "wait/segments.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

static void release(struct wait_segment *s, size_t *used)
{
	otfp_wait_vector_release(&s->time, used);
	otfp_wait_vector_release(&s->losses, used);
	otfp_wait_bundle_drop(s, used);
}

void otfp_wait_segments_release(struct wait_segments *s, size_t *used)
{
	for (size_t i = 0; i < s->n; i++)
		release(&s->p[i], used);
	*used -= s->cap * sizeof *s->p;
	free(s->room);
	*s = (struct wait_segments){0};
}

/* ---- places ---- */

/* Make room for one more behind those that are there. */
static int grow(struct wait_segments *s, size_t *used)
{
	const uint32_t cap = s->cap, head = s->room ? (uint32_t)(s->p - s->room) : 0;

	if (head > s->n) {
		memmove(s->room, s->p, s->n * sizeof *s->p);
		s->p = s->room;
		return 0;
	}
	if (otfp_grow_thin(&s->room, head + s->n, &s->cap, sizeof *s->p) < 0)
		return -1;
	*used += (s->cap - cap) * sizeof *s->p;
	s->p = s->room + head;
	return 0;
}

static int begin(struct wait_segments *s, uint64_t place, uint32_t refs, size_t *used)
{
	if ((!s->room || s->p + s->n == s->room + s->cap) && grow(s, used) < 0)
		return -1;
	s->p[s->n++] = (struct wait_segment){.start = place, .refs = refs};
	return 0;
}

struct wait_segment *otfp_wait_segment_now(struct wait_segments *s, size_t *used)
{
	if (!s->n && begin(s, 0, 1, used) < 0)
		return NULL;
	return &s->p[s->n - 1];
}

int otfp_wait_segments_enter(struct wait_segments *s, uint32_t refs, size_t *used)
{
	s->calls++;
	s->is_open = 1;
	s->pending = 0;
	if (!otfp_wait_segment_now(s, used))
		return -1;
	return refs ? begin(s, wait_enter_place(s->calls), refs, used) : 0;
}

int otfp_wait_segments_leave(struct wait_segments *s, size_t *used)
{
	s->is_open = 0;
	return s->pending ? begin(s, wait_leave_place(s->calls), s->pending, used) : 0;
}

void otfp_wait_place_ref(struct wait_segments *s, uint64_t place)
{
	struct wait_segment *segment = otfp_wait_segment_at(s, place);

	if (s->is_open && place == wait_leave_place(s->calls))
		s->pending++;
	else if (segment && segment->start == place)
		segment->refs++;
}

/* Let segments from i on, before j, be a part of the one before them. */
static int join(struct wait_segments *s, uint32_t i, uint32_t j, size_t *used)
{
	struct wait_segment *to = &s->p[i - 1];
	int rc = otfp_wait_bundles_join(s, i, j, used);

	for (uint32_t k = i; k < j; k++) {
		struct wait_segment *x = &s->p[k];
		if (rc == 0)
			rc = otfp_wait_vector_add(&to->time, x->time.p, x->time.n, used);
		if (rc == 0)
			rc = otfp_wait_vector_put(&to->losses, x->losses.p, x->losses.n, used);
		release(x, used);
	}
	if (i < s->n - j) { /* mostly the oldest ones are over */
		memmove(&s->p[j - i], s->p, i * sizeof *s->p);
		s->p += j - i;
	} else {
		memmove(&s->p[i], &s->p[j], (s->n - j) * sizeof *s->p);
	}
	s->n -= j - i;
	return rc;
}

int otfp_wait_place_unref(struct wait_segments *s, uint64_t place, size_t *used)
{
	const uint32_t i = s->n ? (uint32_t)(otfp_wait_segment_at(s, place) - s->p) : 0;

	if (s->is_open && place == wait_leave_place(s->calls)) {
		s->pending -= s->pending != 0;
		return 0;
	}
	if (!i || s->p[i].start != place)
		return 0;
	OTFP_ASSERT(s->p[i].refs > 0);
	return --s->p[i].refs ? 0 : join(s, i, i + 1, used);
}

int otfp_wait_segments_merge(struct wait_segments *s, size_t *used)
{
	const uint32_t half = s->n / 2;

	if (!half)
		return 0;
	s->floor = half + 1 < s->n ? s->p[half + 1].start : s->p[half].start + 1;
	return join(s, 1, half + 1, used);
}
