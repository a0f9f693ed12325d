/* flame.h - a flame graph: a frame for each call path, as wide as its inclusive time, above the path that called it.
 * In SVG a script zooms to a frame and searches names. */
#ifndef OTFP_RUN_PICTURE_FLAME_H
#define OTFP_RUN_PICTURE_FLAME_H
#include "cmd/run/picture/frame.h"

struct otfp_flame_frame {
	uint32_t parent;       /* index of the frame below; UINT32_MAX: it is at the bottom. Always a smaller index */
	struct otfp_str name;  /* of the function */
	struct otfp_str class; /* the name that its color follows */
	double own;            /* exclusive ticks */
};

struct otfp_flame {
	const struct otfp_flame_frame *frames;
	size_t n;
	uint64_t resolution; /* ticks per second; 0 = unknown */
	struct otfp_canvas_options canvas;
	struct otfp_caption caption;
	const struct otfp_legend_entry *legend;
	size_t nlegend;
};

/** Draw it on fd, see otfp_canvas_open. @return 0 or <0 */
int otfp_flame_draw(const struct otfp_flame *f, int fd, const char *name, struct otfp_error *err);
#endif
