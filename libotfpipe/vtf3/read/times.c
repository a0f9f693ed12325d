/* times.c - times of VTF3 in ticks of OTF, and the leaves that become due at a later time. See records.h. */
#include "base/assert.h"
#include "base/grow.h"
#include "vtf3/read/records.h"

int otfp_vtf3_too_late(struct otfp_vtf3_reading *c, double d, const char *what)
{
	return otfp_fail_at(c->err, OTFP_EFAIL, OTFP_FLAW_LINE, NULL, 0, "%s %.17g does not fit into 64 bits%s", what,
	                    d, c->rescale > 0 ? "" : "; use vtf3-to-otf --rescale for longer ticks");
}

/* ---- leaves due later ---- */

static int is_before(const struct otfp_vtf3_later *a, const struct otfp_vtf3_later *b)
{
	return a->time != b->time ? a->time < b->time : a->number < b->number;
}

static struct otfp_vtf3_later pop_due(struct otfp_vtf3_reading *c)
{
	struct otfp_vtf3_later *heap = c->later, first = heap[0], last = heap[--c->nlater];
	size_t i = 0, child;

	OTFP_ASSERT_HOT(!is_before(&last, &first));
	while ((child = 2 * i + 1) < c->nlater) {
		child += child + 1 < c->nlater && is_before(&heap[child + 1], &heap[child]);
		if (!is_before(&heap[child], &last))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = last;
	return first;
}

int otfp_vtf3_give_due(struct otfp_vtf3_reading *c, uint64_t until)
{
	uint64_t now = c->time;

	while (c->nlater && c->later[0].time <= until) {
		const struct otfp_vtf3_later l = pop_due(c);
		struct otfp_record *rec;

		c->time = l.time;
		rec = otfp_vtf3_emit(c, OTFP_Leave, l.process);
		if (!rec)
			return OTFP_EFAIL;
		rec->f[0].u = l.function;
		rec->f[1].u = l.source;
		if (otfp_vtf3_tag(c, OTFP_KEY_part, 1) < 0)
			return OTFP_EFAIL;
	}
	c->time = now;
	return 0;
}

int otfp_vtf3_leave_later(struct otfp_vtf3_reading *c, const struct otfp_vtf3_later *l)
{
	struct otfp_vtf3_later item = *l;
	size_t i;

	if (c->nlater == c->later_cap && otfp_grow(&c->later, c->nlater, &c->later_cap, sizeof *c->later) < 0)
		return otfp_fail_memory(c->err);
	item.number = c->put_later++;
	for (i = c->nlater++; i > 0 && is_before(&item, &c->later[(i - 1) / 2]); i = (i - 1) / 2)
		c->later[i] = c->later[(i - 1) / 2];
	c->later[i] = item;
	return 0;
}
