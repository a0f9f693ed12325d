#include "otf/read/reading.h"

void otfp_reading_report(struct otfp_reading *r)
{
	if (r->quiet)
		return;
	r->troubles++;
	if (r->o.report)
		r->o.report(r->o.ctx, r->err);
}

int otfp_reading_damage(struct otfp_reading *r)
{
	if (!r->o.keep_going && !r->quiet)
		return OTFP_EDAMAGE;
	otfp_reading_report(r);
	return 0;
}

unsigned otfp_reading_counter(const struct otfp_reading *r, uint32_t stream, uint32_t counter)
{
	const uint64_t *form = otfp_map_get(&r->counters, (uint64_t)stream << 32 | counter);

	if (!form)
		form = otfp_map_get(&r->counters, counter);
	return form ? (unsigned)*form : OTFP_FORM_RAW;
}
