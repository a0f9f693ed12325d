#include "otf2/write/spool.h"
#include "base/assert.h"
#include "base/clamp.h"
#include "base/grow.h"
#include "io/temp.h"
#include <stdlib.h>
#include <string.h>

enum { WORD = sizeof(uint64_t), HEAD = 2 };
/* Words of a block, and of all blocks together that are as large as that. */
enum { SMALL = 512, LARGE = 4096, BUDGET = LARGE * 512 };

void otfp_otf2_spool_init(struct otfp_otf2_spool *s, struct otfp_error *err)
{
	*s = (struct otfp_otf2_spool){.err = err, .file = {.err = err, .dir = otfp_temp_dir(), .fd = -1}};
}

void otfp_otf2_spool_release(struct otfp_otf2_spool *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->queues[i].block);
	free(s->queues);
	free(s->buf);
	otfp_spill_close(&s->file);
	*s = (struct otfp_otf2_spool){.file = {.fd = -1}};
}

/* ---- in ---- */

static int add_queues(struct otfp_otf2_spool *s, size_t queue)
{
	while (s->n <= queue) {
		if (otfp_grow(&s->queues, s->n, &s->cap, sizeof *s->queues) < 0)
			return otfp_fail_memory(s->err);
		s->queues[s->n++] = (struct otfp_otf2_queue){0};
	}
	return 0;
}

/* The first block of a queue is small, since many queues have only a few frames. */
static size_t words_of_block(const struct otfp_otf2_spool *s, const struct otfp_otf2_queue *q, size_t least)
{
	size_t n = q->block ? BUDGET / s->n : SMALL;

	n = otfp_clamp(n, SMALL, LARGE);
	return n > least + HEAD ? n : least + HEAD;
}

/* Reserve the place of a block in the file. A place that is never written takes no room on the disk. */
static uint64_t take_place(struct otfp_otf2_spool *s, size_t words)
{
	const uint64_t at = s->file.end;

	s->file.end += words * WORD;
	return at;
}

static int write_block(struct otfp_otf2_spool *s, struct otfp_otf2_queue *q, uint64_t next)
{
	const uint64_t end = s->file.end;
	int code = 0;

	if (s->file.fd < 0) {
		code = otfp_spill_open(&s->file);
		s->file.end = end;
	}
	q->block[0] = next;
	q->block[1] = q->used;
	return code < 0 ? code : otfp_spill_write(&s->file, q->block, q->used * WORD, q->at);
}

static int begin_block(struct otfp_otf2_spool *s, struct otfp_otf2_queue *q, size_t least)
{
	const size_t cap = words_of_block(s, q, least);
	const uint64_t at = take_place(s, cap);
	int code = q->block ? write_block(s, q, at) : 0;
	uint64_t *block;

	if (code < 0)
		return code;
	block = q->cap == cap ? q->block : realloc(q->block, cap * WORD);
	if (!block)
		return otfp_fail_memory(s->err);
	if (!q->block)
		q->first = at;
	q->block = block;
	q->cap = cap;
	q->at = at;
	q->used = HEAD;
	return 0;
}

int otfp_otf2_spool_put(struct otfp_otf2_spool *s, size_t queue, const void *p, size_t n, uint64_t *place)
{
	struct otfp_otf2_queue *q;
	int code = queue < s->n ? 0 : add_queues(s, queue);

	OTFP_ASSERT_HOT(n > 0);
	if (code < 0)
		return code;
	q = &s->queues[queue];
	if (n > q->cap - q->used)
		code = begin_block(s, q, n);
	if (code < 0)
		return code;
	memcpy(q->block + q->used, p, n * WORD);
	if (place)
		*place = q->at + q->used * WORD;
	q->used += n;
	return 0;
}

int otfp_otf2_spool_change(struct otfp_otf2_spool *s, size_t queue, uint64_t place, size_t from, const uint64_t *p,
                           size_t n)
{
	struct otfp_otf2_queue *q = &s->queues[queue];
	const uint64_t at = place + from * WORD;

	if (at < q->at || at >= q->at + q->cap * WORD)
		return otfp_spill_write(&s->file, p, n * WORD, at);
	memcpy(q->block + (at - q->at) / WORD, p, n * WORD);
	return 0;
}

void otfp_otf2_spool_clear(struct otfp_otf2_spool *s, size_t queue)
{
	struct otfp_otf2_queue *q = queue < s->n ? &s->queues[queue] : NULL;

	if (!q || !q->block)
		return;
	q->first = q->at;
	q->used = HEAD;
}

/* ---- out ---- */

static int make_room(struct otfp_otf2_spool *s, size_t words)
{
	uint64_t *buf = words > s->room ? realloc(s->buf, words * WORD) : s->buf;

	if (!buf)
		return otfp_fail_memory(s->err);
	s->buf = buf;
	s->room = words > s->room ? words : s->room;
	return 0;
}

int otfp_otf2_spool_get(struct otfp_otf2_spool *s, size_t queue, uint64_t place, size_t n, const uint64_t **p)
{
	const struct otfp_otf2_queue *q = &s->queues[queue];
	int code;

	if (place >= q->at && place < q->at + q->cap * WORD) {
		*p = q->block + (place - q->at) / WORD;
		return 0;
	}
	code = make_room(s, n);
	*p = s->buf;
	return code < 0 ? code : otfp_spill_read(&s->file, s->buf, n * WORD, place);
}

static int read_block(struct otfp_otf2_spool *s, struct otfp_otf2_spool_place *place, const uint64_t **p, size_t *n)
{
	uint64_t head[HEAD];
	int code = otfp_spill_read(&s->file, head, sizeof head, place->at);

	if (code == 0)
		code = make_room(s, head[1]);
	if (code == 0)
		code = otfp_spill_read(&s->file, s->buf, head[1] * WORD, place->at);
	if (code < 0)
		return code;
	place->at = head[0];
	*p = s->buf + HEAD;
	*n = head[1] - HEAD;
	return 0;
}

int otfp_otf2_spool_next(struct otfp_otf2_spool *s, size_t queue, struct otfp_otf2_spool_place *place,
                         const uint64_t **p, size_t *n)
{
	const struct otfp_otf2_queue *q = queue < s->n ? &s->queues[queue] : NULL;

	if (!q || !q->block || place->is_over)
		return 1;
	if (!place->is_on)
		place->at = q->first;
	place->is_on = 1;
	if (place->at != q->at)
		return read_block(s, place, p, n);
	*p = q->block + HEAD;
	*n = q->used - HEAD;
	place->is_over = 1;
	return 0;
}
