/* run.h - otf-to-chrome(1): its options and its run. */
#ifndef OTFP_CMD_CHROME_RUN_H
#define OTFP_CMD_CHROME_RUN_H
#include "cmd/run/select/selection.h"

/* The options. Zero-filled is valid. */
struct otfp_charting {
	struct otfp_selection select; /* only process, stream, record, time and part */
	int absolute, force, format, level;
	const char *output; /* -o: a file; NULL = standard output */
};
extern const struct otfp_option otfp_charting_options[];

/** Write the records of the sources of job as trace events; see otf-to-chrome(1). @return the exit status */
int otfp_charting_run(struct otfp_job *job, struct otfp_charting *o);
/** Free the option values. */
void otfp_charting_release(struct otfp_charting *o);
#endif
