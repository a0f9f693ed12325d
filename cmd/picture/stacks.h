/* stacks.h - a picture of horizontal bars, each made of pieces of several colors. */
#ifndef CMD_PICTURE_STACKS_H
#define CMD_PICTURE_STACKS_H
#include "cmd/picture/axis.h"
#include "cmd/picture/frame.h"

struct stacks {
	size_t nbars, nclasses;
	size_t nempty;                  /* processes that have no bar, since they have no calls */
	const struct otfp_str *bars;    /* their labels */
	const struct otfp_str *classes; /* the names that the colors follow */
	const double *values;           /* ticks, by bar, then class */
	uint64_t resolution;            /* ticks per second; 0 = unknown */
	struct canvas_options canvas;
	struct caption caption;
};

/** Bars that a picture of that height, 0 = any, has at most. */
size_t stacks_most(double height);
/** Draw them on fd, see canvas_open. @return 0 or <0 */
int stacks_draw(const struct stacks *s, int fd, const char *name, struct otfp_error *err);
#endif
