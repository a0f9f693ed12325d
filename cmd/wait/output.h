/* output.h - the figures of a run in the form that the options ask for. */
#ifndef CMD_WAIT_OUTPUT_H
#define CMD_WAIT_OUTPUT_H
#include "cmd/wait/others.h"
#include "cmd/wait/run.h"

/* What there is to print. */
struct wait_output {
	const struct wait_options *options;
	struct wait_view view;
	struct wait_markers markers;
	uint64_t resolution;
	uint64_t events; /* timed records that were read */
	unsigned tables; /* bits of enum wait_table; 0 = one screen */
};

/** Print on standard output. @return 0, or -1 when memory is out */
int wait_output_print(const struct wait_output *p);
/** Warn of what the figures do not include, or why they may be wrong. @param where  the name of the trace, or ""
 * @return whether there is something */
int wait_output_warn(const struct wait_output *p, const char *where);
/** How often something could not be judged, in all windows. @param what  enum otfp_wait_count */
uint64_t wait_count_of(const struct wait_view *v, unsigned what);
#endif
