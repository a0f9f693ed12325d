/* run.h - otf-print: its options, and what they do. */
#ifndef OTFP_CMD_PRINT_RUN_H
#define OTFP_CMD_PRINT_RUN_H
#include "cmd/run/select/selection.h"

/* What the options say; zero-filled is valid. */
struct otfp_printing {
	struct otfp_selection select; /* process, stream, record, time and part only */
	int json, ticks, absolute, definitions;
	int color; /* auto, always or never, from 1; 0 = auto */
};
extern const struct otfp_option otfp_printing_options[];

/** Print what the sources of job hold on stdout; see otf-print(1). @return the exit status */
int otfp_printing_run(struct otfp_job *job, struct otfp_printing *o);
/** Free the option values. */
void otfp_printing_release(struct otfp_printing *o);
#endif
