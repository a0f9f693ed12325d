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

/** The height of the name of the counter, and of what its axis does not show as it is, above the plot of a picture of
 * that width; s->y is not known yet. @return pixels, or -1 when memory is out */
double strip_head(const struct strip *s, double width);
/** Draw the background, the values at the left, and the head above the plot. */
void strip_ground(const struct strip *s, struct canvas *c);
/** Draw the curves. */
void strip_draw(const struct strip *s, struct canvas *c);
/** Fill a legend of the processes of all curves. @param to  room for the rows of t. @return the number of entries */
size_t strip_legend(const struct otfp_timeline *t, const struct otfp_curves *curves, const struct colors *colors,
                    struct legend_entry *to);
/** Add the names of the processes of all curves. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int strip_names(const struct otfp_timeline *t, const struct otfp_curves *curves, struct colors *colors);

#endif
