#include "otf2/read/points.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>

int otfp_otf2_points_note(void *points, const struct otfp_otf2_frame *frame)
{
	struct otfp_otf2_points *p = points;

	if (p->n && p->times[p->n - 1] == frame->time)
		return 0;
	if (otfp_grow(&p->times, p->n, &p->cap, sizeof *p->times) < 0)
		return otfp_fail_memory(p->err);
	p->times[p->n++] = frame->time;
	return 0;
}

static int by_time(const void *a, const void *b)
{
	return otfp_order(*(const uint64_t *)a, *(const uint64_t *)b);
}

static int define(struct otfp_otf2_carrying *c, uint64_t time)
{
	struct otfp_record *rec = otfp_otf2_emit(c, OTFP_DefAuxSamplePoint);

	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefAuxSamplePoint_point].u = time;
	rec->f[OTFP_DefAuxSamplePoint_type].u = 0; /* of snapshots */
	return 0;
}

int otfp_otf2_points_define(struct otfp_otf2_points *p, struct otfp_otf2_carrying *c)
{
	int code = 0;

	c->lineno = 0;
	if (p->n)
		qsort(p->times, p->n, sizeof *p->times, by_time);
	for (size_t i = 0; i < p->n && code == 0; i++)
		if (i == 0 || p->times[i] != p->times[i - 1])
			code = define(c, p->times[i]);
	return code;
}
