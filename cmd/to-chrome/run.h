/* run.h - otf-to-chrome(1): its options and its run. */
#ifndef CMD_TO_CHROME_RUN_H
#define CMD_TO_CHROME_RUN_H
#include "cmd/select/selection.h"

/* The options. Zero-filled is valid. */
struct to_chrome_options {
	struct selection select; /* only process, stream, record, time and part */
	int absolute, force, format, level;
	const char *output; /* -o: a file; NULL = standard output */
};
extern const struct option_row to_chrome_options[];

/** Write the records of the sources of job as trace events; see otf-to-chrome(1). @return the exit status */
int to_chrome_run(struct job *job, void *own);
/** Free the option values. */
void to_chrome_release(void *own);
#endif
