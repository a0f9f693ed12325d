/* run.h - otf-report(1): its options and its run. */
#ifndef CMD_REPORT_RUN_H
#define CMD_REPORT_RUN_H
#include "cmd/select/selection.h"

/* The options. */
struct report_options {
	struct selection select; /* only process, stream, record, time and part */
	const char *output;      /* -o: a file; NULL = standard output */
	const char *title;       /* NULL: the name of the trace */
	int force;
	int rows_given, rows; /* of a table, at most; 0 = all */
	size_t detail;        /* bytes of the timeline for the script */
};
extern const struct option_row report_options[];
extern const struct report_options report_defaults;

/** Write the report about the sources of job; see otf-report(1). @return the exit status */
int report_run(struct job *job, void *own);
/** Free the option values. */
void report_release(void *own);
#endif
