/* flame.h - a flame graph: a frame for each call path, as wide as its inclusive time, above the path that called it.
 * In SVG a script zooms to a frame and searches names. */
#ifndef CMD_PICTURE_FLAME_H
#define CMD_PICTURE_FLAME_H
#include "cmd/picture/frame.h"

struct flame_frame {
	uint32_t parent;       /* index of the frame below; UINT32_MAX: it is at the bottom. Always a smaller index */
	struct otfp_str name;  /* of the function */
	struct otfp_str class; /* the name that its color follows */
	double own;            /* exclusive ticks */
};

struct flame {
	const struct flame_frame *frames;
	size_t n;
	uint64_t resolution; /* ticks per second; 0 = unknown */
	struct canvas_options canvas;
	struct caption caption;
	struct legend_entry *legend; /* its colors are chosen when it is drawn */
	size_t nlegend;
};

/** Draw it on fd, see canvas_open. @return 0 or <0 */
int flame_draw(const struct flame *f, int fd, const char *name, struct otfp_error *err);
#endif
