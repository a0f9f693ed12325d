/* timelines.h - a picture of one timeline, or of two runs below each other on one axis. */
#ifndef CMD_DRAW_TIMELINES_H
#define CMD_DRAW_TIMELINES_H
#include "cmd/picture/axis.h"
#include "cmd/picture/panel.h"
#include "cmd/picture/strip.h"

enum { TIMELINES_MOST = 2 };

struct timelines {
	const struct otfp_timeline *t[TIMELINES_MOST]; /* ended */
	struct otfp_str names[TIMELINES_MOST];         /* of the runs; only with two */
	uint64_t bases[TIMELINES_MOST];                /* ticks: the first event of each */
	unsigned n;
	const struct otfp_curves *curves; /* of the first one: a strip below the rows for each counter; or NULL */
	int no_rows;                      /* show the counters alone */
	int is_log;                       /* counters have a logarithmic axis */
	int is_absolute;                  /* the axis shows times as stored */
	struct canvas_options canvas;     /* height 0: as the rows need; title is set here */
	struct caption caption;
	const char *note; /* about the colors, or NULL */
};

/** Rows and lanes that each of n timelines has at most in a picture of that height, 0 = any, as struct
 * otfp_timeline_options wants them. */
void timelines_limits(double height, unsigned n, uint32_t *rows, uint32_t *lanes);
/** Draw them on fd, see canvas_open. @return 0 or <0 */
int timelines_draw(const struct timelines *s, int fd, const char *name, struct otfp_error *err);
#endif
