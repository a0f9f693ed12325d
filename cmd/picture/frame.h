/*
 * frame.h - what all pictures have around the plot: a title, a line below it, a legend, notes.
 *
 *     title
 *     subtitle
 *     [label] [plot ...............] [right margin]
 *     legend
 *     notes
 */
#ifndef CMD_PICTURE_FRAME_H
#define CMD_PICTURE_FRAME_H
#include "cmd/picture/canvas.h"

enum {
	PICTURE_LEAST = 200,  /* pixels: width and height at least */
	PICTURE_MOST = 20000, /* and at most */
	FRAME_RIGHT = 24,     /* right margin */
	FRAME_TOP = 58,       /* title, and subtitle of one line */
	FRAME_LINE = 19,      /* height of a line of the legend and of a note */
	FRAME_BOTTOM = 10,
	FRAME_LEGEND_LINES = 3, /* of the legend at most */
};

/* What a picture shows, in words. */
struct caption {
	struct otfp_str title, subtitle;
	const char *const *notes;
	size_t nnotes;
};

struct legend_entry {
	uint32_t color;
	struct otfp_str name;
	double share;   /* 0 to 1; less than 0: none */
	const char *of; /* what of; NULL: as the entry before */
	int is_other;   /* the color is not that of other pictures */
	size_t class;   /* for the caller */
};
#define OF_CALLS "of the time in calls"

/** The entry of a name that is among the colors. */
struct legend_entry legend_entry(const struct colors *colors, struct otfp_str name, double share);
/** Say which entries are not in their color of other pictures. @return 1; 0 if all are; -1 when memory is out */
OTFP_MUST_CHECK int legend_note(const struct legend_entry *legend, size_t n, struct otfp_buf *to);
/** Sort entries, whose shares are of the same: the largest first, and the first says what of. */
void legend_sort(struct legend_entry *legend, size_t n, const char *of);
/** The width of the labels at the left, for a picture of that width. */
double frame_left(double width);
/** Pixels between rows of so many pixels each, which have the gap in them. */
double frame_gap(double each);
/** The width of the plot, a whole number. */
double frame_plot(double width);
/** The height of title and subtitle, for a picture of that width. */
double frame_top(const struct caption *caption, double width);
/** The height of the legend and the notes; 0 without. */
double frame_height(const struct caption *caption, const struct legend_entry *legend, size_t n, double width);
/** Draw title and subtitle. */
void frame_head(struct canvas *c, const struct caption *caption);
/** Draw the legend, as much of it as fits, and the notes, from y on. */
void frame_foot(struct canvas *c, const struct caption *caption, const struct legend_entry *legend, size_t n, double y);
#endif
