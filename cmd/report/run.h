/* run.h - otf-report(1): its options and its run. */
#ifndef OTFP_CMD_REPORT_RUN_H
#define OTFP_CMD_REPORT_RUN_H
#include "cmd/run/select/selection.h"

enum { OTFP_REPORT_DETAIL = 5 << 20 }; /* bytes, if --detail is not given */

/* The options. Zero-filled, then `detail`, is valid. */
struct otfp_reporting {
	struct otfp_selection select; /* only process, stream, record, time and part */
	const char *output;           /* -o: a file; NULL = standard output */
	const char *title;            /* NULL: the name of the trace */
	int force;
	int rows_given, rows; /* of a table, at most; 0 = all */
	size_t detail;        /* bytes of the timeline for the script */
};
extern const struct otfp_option otfp_reporting_options[];

/** Write the report about the sources of job; see otf-report(1). @return the exit status */
int otfp_reporting_run(struct otfp_job *job, struct otfp_reporting *o);
/** Free the option values. */
void otfp_reporting_release(struct otfp_reporting *o);
#endif
