/* run.h - otf-draw(1): its options and its run. */
#ifndef OTFP_CMD_DRAW_RUN_H
#define OTFP_CMD_DRAW_RUN_H
#include "cmd/run/select/selection.h"

/* The options. Zero-filled is valid: a timeline as SVG on standard output. */
struct otfp_drawing {
	struct otfp_selection select; /* only process, stream, record, time and part */
	const char *output;           /* -o: a file; NULL = standard output */
	int form;                     /* --format, from 1; 0 = by the name of the output, else SVG */
	int force, is_dark, is_absolute;
	int width_given, width, height_given, height; /* pixels */
	const char *title;
	int by;               /* --by: enum otfp_draw_by, from 1 */
	int messages;         /* --messages: enum otfp_draw_messages, from 1 */
	int most_given, most; /* --max-messages */
	int depth;
	struct otfp_set *inside; /* draw a call of one of these functions */
	int nth_given, nth;      /* which, from 1 */
	/* the kind of picture; none: a timeline */
	int timeline, flame;
	const char *profile_word, *matrix_word; /* --profile, --matrix: as given, "" without a word, or NULL */
	struct otfp_set *counter;               /* with `timeline` below the rows, else alone */
	int profile, matrix;                    /* the same as numbers, set by the run; 0 = not given */
};
enum otfp_draw_bars { OTFP_DRAW_BARS_PROCESS = 1, OTFP_DRAW_BARS_GROUP };
enum otfp_draw_matrix { OTFP_DRAW_BYTES = 1, OTFP_DRAW_COUNT, OTFP_DRAW_LATENCY };
otfp_word_fn otfp_draw_bars_word, otfp_draw_matrix_word;
enum otfp_draw_by { OTFP_DRAW_BY_GROUP = 1, OTFP_DRAW_BY_FUNCTION };
enum otfp_draw_messages { OTFP_DRAW_LONGEST = 1, OTFP_DRAW_LARGEST, OTFP_DRAW_NONE };

extern const struct otfp_option otfp_drawing_options[]; /* what to draw */
extern const struct otfp_option otfp_paper_options[];   /* -o, size, colors */

/** Draw what the options say; see otf-draw(1). @return the exit status */
int otfp_drawing_run(struct otfp_job *job, struct otfp_drawing *o);
/** Free the option values. */
void otfp_drawing_release(struct otfp_drawing *o);
#endif
