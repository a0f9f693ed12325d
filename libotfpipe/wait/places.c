#include "wait/places.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>

enum { FEW = 8 };         /* places that are over and stay where they are */
#define PASSED UINT32_MAX /* `next` of a place that is over: waits came after it */

/* ---- slots ---- */

uint32_t otfp_wait_slot_new(struct wait_slots *s)
{
	const uint32_t at = s->spare;

	if (at) {
		s->spare = s->refs[at - 1];
		s->refs[at - 1] = 0;
		return at;
	}
	if (s->n >= PASSED - 1 || otfp_grow(&s->refs, s->n, &s->cap, sizeof *s->refs) < 0)
		return 0;
	s->refs[s->n++] = 0;
	return (uint32_t)s->n;
}

static void unref_slot(struct wait_slots *s, uint32_t slot)
{
	if (!slot || slot == PASSED || --s->refs[slot - 1])
		return;
	s->refs[slot - 1] = s->spare;
	s->spare = slot;
}

void otfp_wait_store_release(struct wait_store *s)
{
	otfp_wait_tallies_release(&s->tallies);
	free(s->slots.refs);
	*s = (struct wait_store){0};
}

void otfp_wait_places_release(struct wait_places *s)
{
	free(s->p);
	*s = (struct wait_places){0};
}

/* ---- places ---- */

/* The index of the first one with that number or a larger one: most often it is one of the last. */
static uint32_t index_from(const struct wait_places *s, uint64_t place)
{
	uint32_t low = s->n, high = s->n;

	for (uint32_t step = 1; low && s->p[low - 1].start >= place; step *= 2) {
		high = low - 1;
		low = high > step ? high - step : 0;
	}
	while (low < high) {
		const uint32_t mid = low + (high - low) / 2;
		if (s->p[mid].start < place)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static struct wait_place *find(const struct wait_places *s, uint64_t place)
{
	const uint32_t i = index_from(s, place);

	return i < s->n && s->p[i].start == place && s->p[i].refs ? &s->p[i] : NULL;
}

/* Move those that are not over to the front. */
static void pack(struct wait_places *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n && s->nover; i++)
		if (s->p[i].refs)
			s->p[n++] = s->p[i];
	s->n -= s->nover;
	s->nover = 0;
}

static int begin(struct wait_store *x, struct wait_places *s, uint64_t place, uint32_t refs)
{
	const uint32_t cap = s->cap;

	if (s->n == s->cap && s->nover > FEW)
		pack(s);
	if (otfp_grow_thin(&s->p, s->n, &s->cap, sizeof *s->p) < 0)
		return -1;
	x->used += (s->cap - cap) * sizeof *s->p;
	s->p[s->n++] = (struct wait_place){.start = place,
	                                   .waited = s->waited,
	                                   .time = otfp_wait_tally_keep(s->now),
	                                   .refs = refs};
	return 0;
}

int otfp_wait_places_enter(struct wait_store *x, struct wait_places *s, uint32_t refs)
{
	s->calls++;
	s->is_open = 1;
	s->pending = 0;
	return refs ? begin(x, s, wait_enter_place(s->calls), refs) : 0;
}

int otfp_wait_places_leave(struct wait_store *x, struct wait_places *s)
{
	s->is_open = 0;
	return s->pending ? begin(x, s, wait_leave_place(s->calls), s->pending) : 0;
}

void otfp_wait_place_ref(struct wait_places *s, uint64_t place, uint32_t n)
{
	struct wait_place *p;

	if (s->is_open && place == wait_leave_place(s->calls))
		s->pending += n;
	else if ((p = find(s, place)))
		p->refs += n;
}

static void end(struct wait_store *x, struct wait_places *s, struct wait_place *p)
{
	otfp_wait_tally_drop(&x->tallies, p->time);
	unref_slot(&x->slots, p->next);
	p->time = NULL;
	p->next = p->next ? PASSED : 0;
	p->refs = 0;
	s->nover++;
}

void otfp_wait_place_unref(struct wait_store *x, struct wait_places *s, uint64_t place, uint32_t n)
{
	struct wait_place *p;

	if (s->is_open && place == wait_leave_place(s->calls)) {
		s->pending -= s->pending < n ? s->pending : n;
		return;
	}
	p = find(s, place);
	if (!p || p->refs > n) {
		if (p)
			p->refs -= n;
		return;
	}
	end(x, s, p);
	if (s->nover > FEW && s->nover > s->n / 2)
		pack(s);
}

/* Waits are put in the order in which they are shared out. If that is not the order of their calls clocks are skewed:
 * the later one counts as a wait of the same call. */
void otfp_wait_places_put(struct wait_store *x, struct wait_places *s, uint32_t call, uint64_t size, uint32_t slot)
{
	s->last_call = call > s->last_call ? call : s->last_call;
	for (uint32_t i = s->n; i-- > 0 && !s->p[i].next;) {
		struct wait_place *p = &s->p[i];
		if (p->start > wait_enter_place(s->last_call)) {
			p->waited += size; /* it began in the same tick */
		} else if (!p->refs) {
			p->next = PASSED;
		} else {
			p->next = slot;
			x->slots.refs[slot - 1]++;
		}
	}
	x->slots.refs[slot - 1]++;
	unref_slot(&x->slots, s->last);
	s->last = slot;
	s->waited += size;
}

const struct wait_place *otfp_wait_place_at(const struct wait_places *s, uint64_t place)
{
	for (uint32_t i = index_from(s, place); i < s->n; i++)
		if (s->p[i].refs)
			return &s->p[i];
	return NULL;
}

void otfp_wait_places_forget(struct wait_store *x, struct wait_places *s)
{
	uint32_t half;

	pack(s);
	half = s->n / 2;
	if (!half)
		return;
	s->floor = s->p[half].start;
	for (uint32_t i = 0; i < half; i++)
		end(x, s, &s->p[i]);
	pack(s);
}
