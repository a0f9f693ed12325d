/* stacks.h - a picture of horizontal bars, each made of pieces of several colors. */
#ifndef OTFP_RUN_PICTURE_STACKS_H
#define OTFP_RUN_PICTURE_STACKS_H
#include "cmd/run/picture/axis.h"
#include "cmd/run/picture/frame.h"

struct otfp_stacks {
	size_t nbars, nclasses;
	const struct otfp_str *bars;    /* their labels */
	const struct otfp_str *classes; /* the names that the colors follow */
	const double *values;           /* ticks, by bar, then class */
	uint64_t resolution;            /* ticks per second; 0 = unknown */
	struct otfp_canvas_options canvas;
	struct otfp_caption caption;
};

/** Bars that a picture of that height, 0 = any, has at most. */
size_t otfp_stacks_most(double height);
/** Draw them on fd, see otfp_canvas_open. @return 0 or <0 */
int otfp_stacks_draw(const struct otfp_stacks *s, int fd, const char *name, struct otfp_error *err);
/** Fill a legend: classes with their share of all values, largest first. @param to  room for nclasses entries
 * @return the number of classes that have a share */
size_t otfp_stacks_legend(const struct otfp_stacks *s, struct otfp_legend_entry *to);
#endif
