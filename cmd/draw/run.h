/* run.h - otf-draw(1): its options and its run. */
#ifndef CMD_DRAW_RUN_H
#define CMD_DRAW_RUN_H
#include "cmd/select/selection.h"

/* The options. Zero-filled is valid: a timeline as SVG on standard output. */
struct draw_options {
	struct selection select; /* only process, stream, record, time and part */
	const char *output;      /* -o: a file; NULL = standard output */
	int form;                /* --format, from 1; 0 = by the name of the output, else SVG */
	int force, is_dark, is_absolute;
	int width_given, width, height_given, height; /* pixels */
	const char *title;
	int by;               /* --by: enum draw_by, from 1 */
	int messages;         /* --messages: enum draw_messages, from 1 */
	int is_log;           /* --log */
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
enum draw_bars { DRAW_BARS_PROCESS = 1, DRAW_BARS_GROUP };
enum draw_matrix { DRAW_BYTES = 1, DRAW_COUNT, DRAW_LATENCY, DRAW_EXCESS };
word_fn draw_bars_word, draw_matrix_word;
enum draw_by { DRAW_BY_GROUP = 1, DRAW_BY_FUNCTION };
enum draw_messages { DRAW_LONGEST = 1, DRAW_LARGEST, DRAW_NONE };

extern const struct option_row draw_options[];  /* what to draw */
extern const struct option_row paper_options[]; /* -o, size, colors */

/** Draw what the options say; see otf-draw(1). @return the exit status */
int draw_run(struct job *job, void *own);
/** Free the option values. */
void draw_release(void *own);
#endif
