/* run.h - otf-print(1): its options and its run. */
#ifndef OTFP_CMD_PRINT_RUN_H
#define OTFP_CMD_PRINT_RUN_H
#include "cmd/run/select/selection.h"

/* The options. Zero-filled is valid. */
struct otfp_printing {
	struct otfp_selection select; /* only process, stream, record, time and part */
	int json, ticks, absolute, definitions;
	int color; /* 1 auto, 2 always, 3 never; 0 = auto */
	int no_pager;
};
extern const struct otfp_option otfp_printing_options[];

/** Print the records of the sources of job on stdout; see otf-print(1). @return the exit status */
int otfp_printing_run(struct otfp_job *job, struct otfp_printing *o);
/** Free the option values. */
void otfp_printing_release(struct otfp_printing *o);
#endif
