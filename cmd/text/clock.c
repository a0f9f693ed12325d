#include "cmd/text/clock.h"
#include "base/ticks.h"
#include "record/table.h"

#define PICOSECONDS UINT64_C(1000000000000) /* a second */

void clock_learn(struct time_form *c, const struct otfp_record *rec)
{
	if (rec->type == OTFP_DefTimerResolution && !c->resolution)
		c->resolution = rec->f[0].u;
	if (rec->type == OTFP_DefTimeRange && !c->has_range) {
		c->has_range = 1;
		c->range_first = rec->f[0].u;
	}
}

void clock_settle(struct time_form *c, const struct otfp_header *h, const struct otfp_record *rec, int absolute,
                  uint64_t unit)
{
	c->has_span = otfp_header_span(h, &c->first, &c->last);
	if (c->has_span)
		c->base = c->first;
	else if (c->has_range)
		c->base = c->range_first;
	else if (rec && otfp_is_timed(rec->file))
		c->base = rec->time;
	if (absolute)
		c->base = 0;
	if (c->resolution && PICOSECONDS % c->resolution == 0)
		c->pico = PICOSECONDS / c->resolution;
	if (c->resolution)
		otfp_decimal_init(&c->decimal, c->resolution, unit);
}
