/* range.h - the axis of the values of a counter: linear from 0 where heights should be compared, logarithmic, or cut
 * where a few values would flatten all others. */
#ifndef CMD_PICTURE_RANGE_H
#define CMD_PICTURE_RANGE_H
#include "timeline/curves.h"

/* Filled by range_make. */
struct value_range {
	double low, high,
		step; /* linear: numbers are multiples of the step; logarithmic: powers of ten, `step` apart */
	int is_log;
	size_t ncut, n; /* columns whose largest value is above `high`; all */
};

/** Choose the range of a counter. @param count  steps at most
 * @param is_log  logarithmic, if a value is above 0. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int range_make(struct value_range *r, const struct otfp_curve_counter *counter, double count,
                               int is_log);
/** Where a value is: 0 at the low end, 1 at the high one. */
double range_place(const struct value_range *r, double value);
/** Number i of the axis, from 0 on. @return whether there is one */
int range_number(const struct value_range *r, unsigned i, double *value);
#endif
