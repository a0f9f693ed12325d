/* draw.h - shared by the files of this room. */
#ifndef OTFP_CMD_DRAW_DRAW_H
#define OTFP_CMD_DRAW_DRAW_H
#include "base/buf.h"
#include "cmd/draw/run.h"
#include "cmd/run/inside.h"
#include "cmd/run/picture/timelines.h"
#include "cmd/run/show.h"
#include "cmd/run/span.h"
#include "record/table.h"

/* An input: a trace, or standard input. */
struct otfp_draw_source {
	struct otfp_draw *d;
	struct otfp_job job;
	struct otfp_twice twice;
	int is_prepared;             /* there was a first pass; else `twice` is not in use */
	struct otfp_event_span span; /* if asked for */
	uint64_t resolution;         /* ticks per second; 0 = unknown */
	/* the interval of --inside */
	int has_inside, inside_has_to;
	uint64_t inside_from, inside_to;
	/* the last snapshot before the interval, where reading can start */
	uint64_t point;
	int has_point;    /* it is announced */
	int starts_there; /* all streams have it */
	uint64_t from;    /* start of the interval, if has_from */
	int has_from;
	struct otfp_map snapped; /* streams that have it */
	struct otfp_names names; /* for the streams of processes */
	struct otfp_timeline timeline;
};

/* A picture that is being made. */
struct otfp_draw {
	struct otfp_job *job;
	struct otfp_drawing *o;
	struct otfp_show show;
	struct otfp_newfile file;
	int is_open; /* the file */
	struct otfp_canvas_options canvas;
	struct otfp_buf title, subtitle;
	struct otfp_draw_source sources[OTFP_TIMELINES_MOST];
	unsigned nsources;
	struct otfp_curves curves;
	int is_odd; /* a warning that is an error with --strict */
};

/** The title, and what the selection is. @param text  about the content, without the selection
 * @return 0, or -1 when memory is out */
int otfp_draw_caption(struct otfp_draw *d, const char *text);
/** The name of a source for people: the last part of its path. */
struct otfp_str otfp_draw_name(const struct otfp_draw_source *s);
/** Open the output, before anything is read. @return 0 or <0 */
int otfp_draw_open(struct otfp_draw *d, struct otfp_error *err);
/** Draw the timelines, or counters. @return the exit status */
int otfp_draw_timeline(struct otfp_draw *d);
/** Draw what is made of sums: bars, matrix, flame graph. @return the exit status */
int otfp_draw_sums(struct otfp_draw *d);
/** Warn if the selection has no event, unless the interval of -t is the reason, which the run loop reports; or no
 * `what` among its events: "message". @param n  how many there are */
void otfp_draw_warn_empty(struct otfp_draw *d, uint64_t events, const char *what, uint64_t n);

/* ---- source.c ---- */

/** Read the source a first time if that is needed: for its times if `wants_span`, for --inside, for the snapshot before
 * the interval. Prints its errors. @return the exit status, 0 */
int otfp_draw_prepare(struct otfp_draw_source *s, int wants_span);
/** Run the last pass with this stage. @return the exit status */
int otfp_draw_read(struct otfp_draw_source *s, const struct otfp_stage_ops *stage, void *ctx);
/** Free what s owns. */
void otfp_draw_source_release(struct otfp_draw_source *s);
/** After otfp_show_begin: the interval to draw. *from is 0 if has no start. @return bit 1: it has a start, bit 2: an
 * end
 */
unsigned otfp_draw_interval(const struct otfp_draw_source *s, uint64_t *from, uint64_t *to);
/** As `window` of a stage: up to the end of the interval, from the snapshot before it if there is one. */
int otfp_draw_window(const struct otfp_draw_source *s, uint64_t *from, uint64_t *to, int *has_to);
/** @return whether a timed record comes before the snapshot where reading starts, and is to be ignored */
static inline int otfp_draw_is_before(const struct otfp_draw_source *s, const struct otfp_record *rec)
{
	return s->starts_there && rec->time < s->point && otfp_is_timed(rec->file) && rec->type != OTFP_CONTROL;
}
#endif
