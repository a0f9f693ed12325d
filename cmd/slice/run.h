/* run.h - otf-slice: its options, and the run. */
#ifndef CMD_SLICE_RUN_H
#define CMD_SLICE_RUN_H
#include "cmd/run/run.h"

/* Pieces that a run can make at most: their numbers have six digits, so that names sort in the order of the pieces, and
 * none is the name of a stream file. */
enum { PIECES_MOST = 999999 };

/* What the options say; zero-filled is valid. */
struct slice_options {
	struct otfp_interval *time;
	struct otfp_set *inside, *process; /* functions; processes that call them */
	int nth_given, nth;                /* number of the call, from 1 */
	int closed;
	const char *every;  /* a time, or NULL */
	uint64_t max_bytes; /* 0 = not given */
	int max_pieces_given, max_pieces;
};
extern const struct option_row slice_options[];

/** Cut as the options say, see otf-slice(1); sets the stage of the job and prints its errors. @return the exit status
 */
int slice_run(struct job *job, void *own);
/** Free the option values. */
void slice_release(void *own);
#endif
