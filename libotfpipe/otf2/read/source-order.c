#include "otf2/read/source-order.h"
#include "record/table.h"
#include "otf2/frame.h"
#include <stdlib.h>

/* Words. Frames are fetched before their turn comes. */
enum { AHEAD = 32 };

/* ---- in a thread of the pool; go_on also in the caller's ---- */

void otfp_otf2_order_go_on(struct otfp_otf2_order *o, unsigned lane)
{
	struct otfp_otf2_cursor *c = &o->cursors[lane];
	const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)c->p;
	const uint64_t time = OTFP_LIKELY(c->time) ? c->time : frame->time, *after = c->p + frame->words;

	__builtin_prefetch(c->p + AHEAD);
	c->time = after < c->end ? ((const struct otfp_otf2_frame *)after)->time : 0;

	if (time < o->merge.times[lane])
		o->is_odd = 1;
	else if (o->has_to && time >= o->to)
		otfp_timetree_end(&o->merge);
	else
		otfp_timetree_advance(&o->merge, time);
}

static void find(struct otfp_task *task)
{
	struct otfp_otf2_order *o = (struct otfp_otf2_order *)task;

	o->made = 0;
	o->lacks = OTFP_OTF2_NO_LANE;
	while (o->made < OTFP_OTF2_ORDERED && !o->is_odd && !otfp_timetree_is_over(&o->merge)) {
		const unsigned lane = otfp_timetree_winner(&o->merge);
		struct otfp_otf2_cursor *c = &o->cursors[lane];
		o->making[o->made++] = (uint16_t)lane;
		c->p += ((const struct otfp_otf2_frame *)c->p)->words;
		if (c->p == c->end && c->next)
			*c = (struct otfp_otf2_cursor){c->next, c->next_end, NULL, NULL, 0};
		if (c->p == c->end) {
			o->lacks = lane;
			return;
		}
		otfp_otf2_order_go_on(o, lane);
	}
}

/* ---- in the caller's thread ---- */

int otfp_otf2_order_init(struct otfp_otf2_order *o, struct otfp_pool *pool, unsigned lanes)
{
	if (otfp_timetree_init(&o->merge, lanes) < 0)
		return -1;
	o->task.run = find;
	o->lacks = OTFP_OTF2_NO_LANE;
	o->cursors = calloc(lanes, sizeof *o->cursors);
	o->making = calloc(OTFP_OTF2_ORDERED, sizeof *o->making);
	o->given = calloc(OTFP_OTF2_ORDERED, sizeof *o->given);
	o->pool = pool;
	if (o->cursors && o->making && o->given)
		return 0;
	otfp_otf2_order_release(o);
	return -1;
}

void otfp_otf2_order_set(struct otfp_otf2_order *o, unsigned lane, const uint64_t *p, const uint64_t *end)
{
	o->cursors[lane] = (struct otfp_otf2_cursor){p, end, NULL, NULL, 0};
	otfp_timetree_set(&o->merge, lane, ((const struct otfp_otf2_frame *)p)->time);
}

void otfp_otf2_order_start(struct otfp_otf2_order *o)
{
	o->is_running = 1;
	otfp_pool_submit(o->pool, &o->task);
}

void otfp_otf2_order_wait(struct otfp_otf2_order *o)
{
	if (o->is_running)
		otfp_pool_wait(o->pool, &o->task);
}

void otfp_otf2_order_swap(struct otfp_otf2_order *o)
{
	uint16_t *used = o->given;

	otfp_otf2_order_wait(o);
	o->is_running = 0;
	o->given = o->making;
	o->making = used;
	o->n = o->made;
	o->at = 0;
}

void otfp_otf2_order_release(struct otfp_otf2_order *o)
{
	otfp_otf2_order_wait(o);
	otfp_timetree_release(&o->merge);
	free(o->cursors);
	free(o->making);
	free(o->given);
	*o = (struct otfp_otf2_order){0};
}
