/* axis.h - an axis of time: round numbers of a sensible unit. */
#ifndef CMD_PICTURE_AXIS_H
#define CMD_PICTURE_AXIS_H
#include "cmd/picture/canvas.h"

/* Filled by axis_make. */
struct axis {
	double x, width;   /* pixels */
	double from, span; /* of the numbers shown, in the unit */
	double step;       /* between two numbers: 1, 2 or 5 times a power of ten */
	unsigned digits;   /* after the point */
	const char *unit;  /* "ms"; "ticks" while ticks per second are unknown */
	char caption[120];
};

/* What to show. */
struct axis_options {
	uint64_t from, to;   /* ticks at the ends */
	uint64_t base;       /* ticks; numbers are relative to it, unless is_absolute */
	uint64_t resolution; /* ticks per second; 0 = unknown */
	int is_absolute;
	double x, width; /* pixels */
};

void axis_make(struct axis *a, const struct axis_options *o);
/** Draw lines of the grid from y to y + height. */
void axis_grid(const struct axis *a, struct canvas *c, double y, double height);
/** Draw the numbers and the caption below y; they need AXIS_HEIGHT pixels. */
void axis_draw(const struct axis *a, struct canvas *c, double y);
/** The next step of 1, 2 or 5 times a power of ten that is at least v > 0. */
double axis_step(double v);

enum { AXIS_HEIGHT = 36 };
#endif
