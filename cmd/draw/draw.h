/* draw.h - shared by the files of this room. */
#ifndef CMD_DRAW_DRAW_H
#define CMD_DRAW_DRAW_H
#include "base/buf.h"
#include "cmd/draw/run.h"
#include "cmd/run/inside.h"
#include "cmd/draw/timelines.h"
#include "cmd/select/show.h"
#include "cmd/run/span.h"
#include "record/table.h"

/* An input: a trace, or standard input. */
struct draw_source {
	struct draw *d;
	struct job job;
	struct twice twice;
	int is_prepared;        /* there was a first pass; else `twice` is not in use */
	struct event_span span; /* if asked for */
	uint64_t resolution;    /* ticks per second; 0 = unknown */
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
	/* see choose.c */
	struct otfp_timeline *functions; /* the same with the colors of functions; NULL: it is not wanted */
	size_t fed;                      /* records since the last look at the times */
	struct otfp_timeline *shown;     /* one of both, at the end */
};

/* A picture that is being made. */
struct draw {
	struct job *job;
	struct draw_options *o;
	struct show show;
	struct otfp_newfile file;
	int is_open; /* the file */
	struct canvas_options canvas;
	struct colors colors;
	struct otfp_buf title, subtitle, note;
	struct draw_source sources[TIMELINES_MOST];
	unsigned nsources;
	struct otfp_curves curves;
	int is_odd; /* a warning that is an error with --strict */
};

/** The title, and what the selection is. @param text  about the content, without the selection
 * @return 0, or -1 when memory is out */
int draw_caption(struct draw *d, const char *text);
/** The name of a source for people: the last part of its path. */
struct otfp_str draw_name(const struct draw_source *s);
/** Open the output, before anything is read. @return 0 or <0 */
int draw_open(struct draw *d, struct otfp_error *err);
/** Draw the timelines, or counters. @return the exit status */
int draw_timeline(struct draw *d);
/** Draw what is made of sums: bars, matrix, flame graph. @return the exit status */
int draw_sums(struct draw *d);
/** Warn if the selection has no event, unless the interval of -t is the reason, which the run loop reports; or no
 * `what` among its events: "message". @param n  how many there are */
void draw_warn_empty(struct draw *d, uint64_t events, const char *what, uint64_t n);

/* ---- choose.c: all return 0, or -1 when memory is out ---- */

/** Begin the timeline with the colors of functions, if it may be wanted. */
OTFP_MUST_CHECK int choose_begin(struct draw_source *s, const struct otfp_timeline_options *o,
                                 const struct otfp_header *h);
/** Take n records, after the timeline of s has taken them. */
OTFP_MUST_CHECK int choose_add(struct draw_source *s, const struct otfp_record *const *recs, size_t n);
/** After the end of all timelines: set `shown` of all sources, and d->note if they are by function. */
OTFP_MUST_CHECK int choose_end(struct draw *d);
/** Free the timeline with the colors of functions. */
void choose_release(struct draw_source *s);

/* ---- source.c ---- */

/** Read the source a first time if that is needed: for its times if `wants_span`, for --inside, for the snapshot before
 * the interval. Prints its errors. @return the exit status, 0 */
int draw_prepare(struct draw_source *s, int wants_span);
/** Run the last pass with this stage. @return the exit status */
int draw_read(struct draw_source *s, const struct otfp_stage_ops *stage, void *ctx);
/** Free what s owns. */
void draw_source_release(struct draw_source *s);
/** After show_begin: the interval to draw. *from is 0 if has no start. @return bit 1: it has a start, bit 2: an
 * end
 */
unsigned draw_interval(const struct draw_source *s, uint64_t *from, uint64_t *to);
/** As `window` of a stage: up to the end of the interval, from the snapshot before it if there is one. */
int draw_window(const struct draw_source *s, uint64_t *from, uint64_t *to, int *has_to);
/** @return whether a timed record comes before the snapshot where reading starts, and is to be ignored */
static inline int draw_is_before(const struct draw_source *s, const struct otfp_record *rec)
{
	return s->starts_there && rec->time < s->point && otfp_is_timed(rec->file) && rec->type != OTFP_CONTROL;
}
#endif
