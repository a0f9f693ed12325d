#include "otf/read/cursor.h"
#include "base/assert.h"
#include <string.h>

static void fill(struct otfp_task *t)
{
	struct otfp_cursor *c = (struct otfp_cursor *)t;
	struct otfp_batch *b = c->front == &c->batches[0] ? &c->batches[1] : &c->batches[0];

	otfp_stream_fill(&c->stream, b);
}

int otfp_cursor_open(struct otfp_cursor *c, struct otfp_fileset *set, uint32_t stream, unsigned file, unsigned room)
{
	int code;

	memset(c, 0, sizeof *c);
	c->reading = set->reading;
	otfp_stream_init(&c->stream, set->reading, stream, file);
	code = otfp_fileset_open(set, stream, file, &c->stream.in, &c->stream.err);
	if (code < 0)
		*c->reading->err = c->stream.err;
	else if (code == 0 && otfp_batch_init(&c->batches[0], room) < 0)
		code = otfp_fail_memory(c->reading->err);
	if (code < 0)
		otfp_cursor_release(c);
	return code;
}

int otfp_cursor_use_pool(struct otfp_cursor *c, struct otfp_pool *pool, unsigned room)
{
	otfp_batch_release(&c->batches[0]);
	if (otfp_batch_init(&c->batches[0], room) < 0 || otfp_batch_init(&c->batches[1], room) < 0)
		return otfp_fail_memory(c->reading->err);
	c->pool = pool;
	c->task.run = fill;
	otfp_pool_submit(pool, &c->task);
	c->filling = 1;
	return 0;
}

/* Make the next batch the front, and let a thread fill the other one. */
static void next_batch(struct otfp_cursor *c)
{
	if (!c->pool) {
		c->front = &c->batches[0];
		otfp_stream_fill(&c->stream, c->front);
	} else {
		otfp_pool_wait(c->pool, &c->task);
		c->front = c->front == &c->batches[0] ? &c->batches[1] : &c->batches[0];
		c->filling = c->front->end == 0;
		if (c->filling)
			otfp_pool_submit(c->pool, &c->task);
	}
	c->reading->troubles += c->reading->quiet ? 0 : c->front->uncollected;
	c->trouble = c->front->troubles;
	c->at = c->end = c->front->recs;
}

/* Report what is due before the record at `at`. */
static void report_troubles(struct otfp_cursor *c)
{
	for (; c->trouble && c->trouble->before == (unsigned)(c->at - c->front->recs); c->trouble = c->trouble->next) {
		if (!c->trouble->e) {
			c->has_inline = 1;
			continue;
		}
		*c->reading->err = *c->trouble->e;
		otfp_reading_report(c->reading);
	}
	OTFP_ASSERT(!c->trouble || c->trouble->before > (unsigned)(c->at - c->front->recs));
}

int otfp_cursor_stretch(struct otfp_cursor *c)
{
	for (;;) {
		const struct otfp_batch *b = c->front;
		if (b) {
			report_troubles(c);
			c->end = b->recs + (c->trouble ? c->trouble->before : b->n);
			if (c->at < c->end)
				return 0;
			if (b->end < 0)
				*c->reading->err = c->stream.err;
			if (b->end)
				return b->end;
		}
		next_batch(c);
	}
}

void otfp_cursor_release(struct otfp_cursor *c)
{
	if (c->filling)
		otfp_pool_wait(c->pool, &c->task);
	otfp_stream_release(&c->stream);
	otfp_batch_release(&c->batches[0]);
	otfp_batch_release(&c->batches[1]);
}
