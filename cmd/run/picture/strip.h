/* strip.h - draw the curves of a counter (timeline/curves.h). */
#ifndef OTFP_RUN_PICTURE_STRIP_H
#define OTFP_RUN_PICTURE_STRIP_H
#include "cmd/run/picture/frame.h"
#include "timeline/curves.h"

/* Where it is, in pixels; the plot starts at (x, y). */
struct otfp_strip {
	const struct otfp_timeline *t; /* for names and times */
	const struct otfp_curve_counter *counter;
	double x, y, width, height;
};

/** Draw the background, the values at the left, and the name of the counter above the plot, which needs
 * OTFP_STRIP_NAME pixels. */
void otfp_strip_ground(const struct otfp_strip *s, struct otfp_canvas *c);
/** Draw the curves. */
void otfp_strip_draw(const struct otfp_strip *s, struct otfp_canvas *c);
/** Fill a legend of the processes of all curves. @param to  room for the rows of t. @return the number of entries */
size_t otfp_strip_legend(const struct otfp_timeline *t, const struct otfp_curves *curves, struct otfp_legend_entry *to);

enum { OTFP_STRIP_NAME = 18 };
#endif
