#include "base/outlier.h"

struct otfp_outlier_found otfp_outlier_find(const struct otfp_outlier *o)
{
	const uint64_t after = o->n - o->before, gap = o->to - o->from;
	struct otfp_outlier_found found = {.gap = gap, .is_late = after < o->before};

	found.n = found.is_late ? after : o->before;
	found.others = o->n - found.n;
	found.first = found.is_late ? o->to : o->first;
	found.span = found.is_late ? o->from - o->first : o->last - o->to;
	if (!gap || !found.span || found.span > (gap - 1) / OTFP_OUTLIER_GAP ||
	    found.n > found.others / OTFP_OUTLIER_SHARE)
		found.n = 0;
	return found;
}
