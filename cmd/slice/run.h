/* run.h - otf-slice: its options, and the run. */
#ifndef OTFP_CMD_SLICE_RUN_H
#define OTFP_CMD_SLICE_RUN_H
#include "cmd/run/run.h"

/* Pieces that a run can make at most: their numbers have six digits, so that names sort in the order of the pieces, and
 * none is the name of a stream file. */
enum { OTFP_PIECES_MOST = 999999 };

/* What the options say; zero-filled is valid. */
struct otfp_slicing {
	struct otfp_interval *time;
	struct otfp_set *inside, *process; /* functions; processes that call them */
	int nth_given, nth;                /* number of the call, from 1 */
	int closed;
	const char *every;  /* a time, or NULL */
	uint64_t max_bytes; /* 0 = not given */
	int max_pieces_given, max_pieces;
};
extern const struct otfp_option otfp_slicing_options[];

/** Cut as the options say, see otf-slice(1); sets the stage of the job and prints its errors. @return the exit status
 */
int otfp_slice_run(struct otfp_job *job, const struct otfp_slicing *o);
/** Free the option values. */
void otfp_slicing_release(struct otfp_slicing *o);
#endif
