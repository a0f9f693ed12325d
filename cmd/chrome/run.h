/* run.h - otf-to-chrome: its options, and what they do. */
#ifndef OTFP_CMD_CHROME_RUN_H
#define OTFP_CMD_CHROME_RUN_H
#include "cmd/run/select/selection.h"

/* What the options say; zero-filled is valid. */
struct otfp_charting {
	struct otfp_selection select; /* process, stream, record, time and part only */
	int absolute;
	const char *output; /* -o: a file; NULL = stdout */
};
extern const struct otfp_option otfp_charting_options[];

/** Write what the sources of job hold as trace events; see otf-to-chrome(1). @return the exit status */
int otfp_charting_run(struct otfp_job *job, struct otfp_charting *o);
/** Free the option values. */
void otfp_charting_release(struct otfp_charting *o);
#endif
