/*
 * frame.h - what all pictures have around the plot: a title, a line below it, a legend, notes.
 *
 *     title
 *     subtitle
 *     [label] [plot ...............] [right margin]
 *     legend
 *     notes
 */
#ifndef OTFP_RUN_PICTURE_FRAME_H
#define OTFP_RUN_PICTURE_FRAME_H
#include "cmd/run/picture/canvas.h"

enum {
	OTFP_PICTURE_LEAST = 200,  /* pixels: width and height at least */
	OTFP_PICTURE_MOST = 20000, /* and at most */
	OTFP_FRAME_RIGHT = 24,     /* right margin */
	OTFP_FRAME_TOP = 58,       /* title and subtitle */
	OTFP_FRAME_LINE = 19,      /* height of a line of the legend and of a note */
	OTFP_FRAME_BOTTOM = 10,
	OTFP_FRAME_LEGEND_LINES = 3, /* of the legend at most */
};

/* What a picture shows, in words. */
struct otfp_caption {
	struct otfp_str title, subtitle;
	const char *const *notes;
	size_t nnotes;
};

struct otfp_legend_entry {
	uint32_t color;
	struct otfp_str name;
	double share; /* 0 to 1; less than 0: none */
};

/** Sort entries: the largest share first. */
void otfp_legend_sort(struct otfp_legend_entry *legend, size_t n);
/** The width of the labels at the left, for a picture of that width. */
double otfp_frame_left(double width);
/** The width of the plot, a whole number. */
double otfp_frame_plot(double width);
/** The height of the legend and the notes; 0 without. */
double otfp_frame_height(const struct otfp_caption *caption, const struct otfp_legend_entry *legend, size_t n,
                         double width);
/** Draw title and subtitle. */
void otfp_frame_head(struct otfp_canvas *c, const struct otfp_caption *caption);
/** Draw the legend, as much of it as fits, and the notes, from y on. */
void otfp_frame_foot(struct otfp_canvas *c, const struct otfp_caption *caption, const struct otfp_legend_entry *legend,
                     size_t n, double y);
#endif
