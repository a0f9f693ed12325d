/* draw.h - shared by the files of this room. */
#ifndef OTFP_CMD_DRAW_DRAW_H
#define OTFP_CMD_DRAW_DRAW_H
#include "base/buf.h"
#include "cmd/draw/run.h"
#include "cmd/run/picture/timelines.h"
#include "cmd/run/show.h"
#include "cmd/run/twice.h"

/* A picture that is being made. */
struct otfp_draw {
	struct otfp_job *job;
	struct otfp_drawing *o;
	struct otfp_show show;
	struct otfp_newfile file;
	struct otfp_canvas_options canvas;
	struct otfp_error err; /* of the canvas */
	struct otfp_buf title, subtitle;
	/* the times of the input: of the first and last event, ticks */
	uint64_t first, last;
	int has_span, has_first;
	struct otfp_timeline timeline;
	struct otfp_curves curves;
	int is_odd; /* a warning that is an error with --strict */
};

/** The title, and what the selection is. @param text  about the content, without the selection
 * @return 0, or -1 when memory is out */
int otfp_draw_caption(struct otfp_draw *d, const char *text);
/** Draw the timeline. @return the exit status */
int otfp_draw_timeline(struct otfp_draw *d);
/** Draw what is made of sums: bars, matrix, flame graph. @return the exit status */
int otfp_draw_sums(struct otfp_draw *d);
/** Warn if the selection has no event, unless the interval of -t is the reason, which the run loop reports. */
void otfp_draw_warn_empty(struct otfp_draw *d, uint64_t events);
/** Open the output, before anything is read. @return 0 or <0 */
int otfp_draw_open(struct otfp_draw *d, struct otfp_error *err);
#endif
