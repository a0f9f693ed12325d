#include "record/queue.h"
#include "base/assert.h"
#include "record/copy.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 << 10, ALIGNMENT = 8 };

/* Copies are consecutive in [from, to). A record larger than BLOCK_SIZE has a block of its own. */
struct otfp_queue_block {
	struct otfp_queue_block *next;
	size_t from, to, size;
	_Alignas(16) char bytes[];
};

static void free_blocks(struct otfp_queue_block *b)
{
	for (struct otfp_queue_block *next; b; b = next) {
		next = b->next;
		free(b);
	}
}

void otfp_queue_release(struct otfp_queue *q)
{
	free_blocks(q->first);
	free_blocks(q->spare);
	memset(q, 0, sizeof *q);
}

/* ---- blocks ---- */

static struct otfp_queue_block *take_spare(struct otfp_queue *q)
{
	struct otfp_queue_block *b = q->spare;

	q->spare = b->next;
	return b;
}

static struct otfp_queue_block *new_block(size_t size)
{
	struct otfp_queue_block *b = malloc(sizeof *b + size);

	if (b)
		b->size = size;
	return b;
}

static struct otfp_queue_block *add_block(struct otfp_queue *q, size_t n)
{
	struct otfp_queue_block *b =
		q->spare && n <= BLOCK_SIZE ? take_spare(q) : new_block(n > BLOCK_SIZE ? n : BLOCK_SIZE);

	if (!b)
		return NULL;
	b->next = NULL;
	b->from = b->to = 0;
	if (q->last)
		q->last->next = b;
	else
		q->first = b;
	q->last = b;
	return b;
}

static void drop_first(struct otfp_queue *q)
{
	struct otfp_queue_block *b = q->first;

	q->first = b->next;
	if (!q->first)
		q->last = NULL;
	if (b->size != BLOCK_SIZE) {
		free(b);
		return;
	}
	b->next = q->spare;
	q->spare = b;
}

/* ---- copies ---- */

static size_t aligned(size_t n)
{
	return (n + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

struct otfp_queued *otfp_queue_put(struct otfp_queue *q, const struct otfp_record *rec)
{
	size_t size = aligned(sizeof(struct otfp_queued) + otfp_size_behind(rec));
	struct otfp_queue_block *b = q->last;
	struct otfp_queued *to;

	if (!b || b->size - b->to < size)
		b = add_block(q, size);
	if (!b)
		return NULL;
	to = (struct otfp_queued *)(void *)(b->bytes + b->to);
	b->to += size;
	*to = (struct otfp_queued){.rec = *rec, .size = size};
	otfp_copy_behind(&to->rec, (char *)(to + 1));
	return to;
}

struct otfp_queued *otfp_queue_first(const struct otfp_queue *q)
{
	return q->first ? (struct otfp_queued *)(void *)(q->first->bytes + q->first->from) : NULL;
}

void otfp_queue_pop(struct otfp_queue *q)
{
	OTFP_ASSERT_HOT(q->first && q->first->from < q->first->to);
	q->first->from += otfp_queue_first(q)->size;
	if (q->first->from == q->first->to)
		drop_first(q);
}

struct otfp_queued *otfp_queued_copy(const struct otfp_record *rec)
{
	struct otfp_queued *to = malloc(sizeof *to + otfp_size_behind(rec));

	if (!to)
		return NULL;
	*to = (struct otfp_queued){.rec = *rec};
	otfp_copy_behind(&to->rec, (char *)(to + 1));
	return to;
}
