/* strip.h - draw the curves of a counter (timeline/curves.h). */
#ifndef CMD_PICTURE_STRIP_H
#define CMD_PICTURE_STRIP_H
#include "cmd/picture/frame.h"
#include "timeline/curves.h"

/* Where it is, in pixels; the plot starts at (x, y). */
struct strip {
	const struct otfp_timeline *t; /* for names and times */
	const struct otfp_curve_counter *counter;
	double x, y, width, height;
	int is_log; /* the axis is logarithmic */
};

/** Draw the background, the values at the left, and the name of the counter above the plot, which needs
 * STRIP_NAME pixels. */
void strip_ground(const struct strip *s, struct canvas *c);
/** Draw the curves. */
void strip_draw(const struct strip *s, struct canvas *c);
/** Fill a legend of the processes of all curves. @param to  room for the rows of t. @return the number of entries */
size_t strip_legend(const struct otfp_timeline *t, const struct otfp_curves *curves, const struct colors *colors,
                    struct legend_entry *to);
/** Add the names of the processes of all curves. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int strip_names(const struct otfp_timeline *t, const struct otfp_curves *curves, struct colors *colors);

enum { STRIP_NAME = 18 };
#endif
