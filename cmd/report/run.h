/* run.h - otf-report(1): its options and its run. */
#ifndef CMD_REPORT_RUN_H
#define CMD_REPORT_RUN_H
#include "cmd/select/selection.h"

enum { REPORT_DETAIL = 5 << 20 }; /* bytes, if --detail is not given */

/* The options. Zero-filled, then `detail`, is valid. */
struct report_options {
	struct selection select; /* only process, stream, record, time and part */
	const char *output;      /* -o: a file; NULL = standard output */
	const char *title;       /* NULL: the name of the trace */
	int force;
	int rows_given, rows; /* of a table, at most; 0 = all */
	size_t detail;        /* bytes of the timeline for the script */
};
extern const struct option_row report_options[];

/** Write the report about the sources of job; see otf-report(1). @return the exit status */
int report_run(struct job *job, struct report_options *o);
/** Free the option values. */
void report_release(struct report_options *o);
#endif
