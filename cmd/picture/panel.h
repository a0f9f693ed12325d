/* panel.h - draw a timeline (timeline/timeline.h): its rows, messages and markers. */
#ifndef CMD_PICTURE_PANEL_H
#define CMD_PICTURE_PANEL_H
#include "cmd/picture/frame.h"
#include "cmd/picture/labels.h"
#include "timeline/timeline.h"

/* Where the rows are, in pixels; the plot starts at (x, y). */
struct panel {
	const struct otfp_timeline *t;
	double x, y, width, height;
	double rows;            /* height of all rows; below may be a line for those that are folded */
	double row;             /* height of a row */
	double lane;            /* height of a lane, without the gap below a row */
	double operation;       /* height of the lane of collective operations; 0 = it is not shown */
	uint64_t base;          /* ticks; times in titles are relative to it */
	struct label_ends ends; /* bytes to leave out of the labels */
	const char *caption;    /* above the labels: what a row is, or NULL */
};

/** Rows and lanes that a plot of that height has at most, as struct otfp_timeline_options wants them. */
void panel_limits(double height, uint32_t *rows, uint32_t *lanes);
/** Set the heights of p, whose t is set, so that all rows take at most that height. */
void panel_measure(struct panel *p, double height);
/** Draw the background of the rows and their labels. */
void panel_ground(const struct panel *p, struct canvas *c);
/** Draw calls, operations, messages and markers. */
void panel_draw(const struct panel *p, struct canvas *c);
/* Why colors are those of functions: with the digits and the percentage of the group, whose name follows. */
#define COLOR_REASON "The color is that of the function: %.*f%% of the time in calls is in the group "

enum { LABEL_GAP = 18 }; /* pixels: a label has so much less than the space left of the plot */

/** The labels of the rows. */
struct label_list panel_labels(const struct otfp_timeline *t);
/** Whether there are too many messages for lines, so that their density is drawn. */
int panel_is_dense(const struct otfp_timeline *t);
/** How opaque a bar is whose calls have so many eighths of its time; 0: that is not said, it is opaque. */
double bar_share(uint32_t busy);
/** The name of a process, or "process N", in text, which has room for `size` bytes if it has none. */
struct otfp_str process_label(const struct otfp_names *names, uint32_t process, char *text, size_t size);
/** Fill the legend of a timeline: classes with their shares of the time in calls, as otf-stat has them, largest first,
 * then the time outside of calls, of all time. @param to  room for t->classes.n + 1 entries. @return their number */
size_t panel_legend(const struct otfp_timeline *t, const struct colors *colors, struct legend_entry *to);
#endif
