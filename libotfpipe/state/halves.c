#include "state/halves.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

void otfp_halves_release(struct otfp_halves *h)
{
	free(h->queues);
	free(h->halves);
	memset(h, 0, sizeof *h);
}

static size_t place_of(const struct otfp_halves *h, const uint32_t key[4])
{
	return (size_t)(otfp_hash_four(key) >> 32) & (h->cap - 1);
}

/* The queue of a key, or the free slot for it; the table is never full. */
static struct otfp_half_queue *queue_of(const struct otfp_halves *h, const uint32_t key[4])
{
	for (size_t i = place_of(h, key);; i++) {
		struct otfp_half_queue *q = &h->queues[i & (h->cap - 1)];
		if (!q->first || memcmp(q->key, key, sizeof q->key) == 0)
			return q;
	}
}

int otfp_halves_has(const struct otfp_halves *h, int kind, const uint32_t key[4])
{
	const struct otfp_half_queue *q = h->cap ? queue_of(h, key) : NULL;

	return q && q->first && q->kind == (uint32_t)kind;
}

static int make_room(struct otfp_halves *h)
{
	struct otfp_halves old = *h;

	if (2 * (h->n + 1) <= h->cap)
		return 0;
	h->cap = old.cap ? 2 * old.cap : 64;
	h->queues = calloc(h->cap, sizeof *h->queues);
	if (!h->queues) {
		*h = old;
		return -1;
	}
	for (size_t i = 0; i < old.cap; i++)
		if (old.queues[i].first)
			*queue_of(h, old.queues[i].key) = old.queues[i];
	free(old.queues);
	return 0;
}

/* Remove an empty queue: move later queues of the probe sequence up, so that the table needs no tombstones. */
static void remove_queue(struct otfp_halves *h, struct otfp_half_queue *q)
{
	size_t mask = h->cap - 1, hole = (size_t)(q - h->queues);

	OTFP_ASSERT(!q->first && h->n > 0);
	for (size_t i = hole + 1; h->queues[i & mask].first; i++) {
		size_t home = place_of(h, h->queues[i & mask].key);
		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		h->queues[hole & mask] = h->queues[i & mask];
		hole = i;
	}
	h->queues[hole & mask].first = 0;
	h->n--;
}

/* @return 1 + index of a half; 0 when memory is out */
static uint32_t new_half(struct otfp_halves *h)
{
	uint32_t at = h->spare;

	if (at) {
		h->spare = h->halves[at - 1].next;
		return at;
	}
	if (h->nhalves >= UINT32_MAX - 1 || otfp_grow(&h->halves, h->nhalves, &h->halves_cap, sizeof *h->halves) < 0)
		return 0;
	return (uint32_t)++h->nhalves;
}

static int append(struct otfp_halves *h, struct otfp_half_queue *q, const struct otfp_half *half)
{
	uint32_t at = new_half(h);

	if (!at)
		return -1;
	h->halves[at - 1] = (struct otfp_half){half->time, half->length, 0, half->process};
	if (q->first)
		h->halves[q->last - 1].next = at;
	else
		q->first = at;
	q->last = at;
	return 0;
}

static void take_first(struct otfp_halves *h, struct otfp_half_queue *q, struct otfp_half *half)
{
	uint32_t at = q->first;

	OTFP_ASSERT_HOT(at > 0 && at <= h->nhalves);
	*half = h->halves[at - 1];
	q->first = half->next;
	h->halves[at - 1].next = h->spare;
	h->spare = at;
}

int otfp_halves_match(struct otfp_halves *h, int kind, const uint32_t key[4], struct otfp_half *half)
{
	struct otfp_half_queue *q;

	if (make_room(h) < 0)
		return -1;
	q = queue_of(h, key);
	if (q->first && q->kind != (uint32_t)kind) {
		OTFP_ASSERT_HOT(h->number[q->kind] > 0);
		h->number[q->kind]--;
		take_first(h, q, half);
		if (!q->first)
			remove_queue(h, q);
		return 1;
	}
	if (!q->first) {
		memcpy(q->key, key, sizeof q->key);
		q->kind = (uint32_t)kind;
		h->n++;
	}
	if (append(h, q, half) < 0)
		return -1;
	h->number[kind]++;
	return 0;
}
