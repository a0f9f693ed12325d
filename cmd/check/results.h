/* results.h - otf-check --junit: the result of each rule for each trace. */
#ifndef CMD_CHECK_RESULTS_H
#define CMD_CHECK_RESULTS_H
#include "check/check.h"
#include "cmd/check/run.h"
#include "cmd/text/junit.h"

/* Zero-filled, then check_results_begin. */
struct check_results {
	struct junit junit;
	const uint8_t *severity; /* of each rule; enum otfp_severity */
	unsigned fails;          /* severity from which a finding is a failure */
	/* of the trace that is checked: lines of text, each "file:line: severity: message"; the first is the message */
	struct otfp_buf text[OTFP_NRULES];
};

/** Begin; without --junit nothing is kept. @param severity  must outlive r
 * @return 0, or the exit status after it printed the error */
int check_results_begin(struct check_results *r, const struct check_options *o, const uint8_t *severity);
/** Add a finding of the trace. @param name  of the trace @param src  of the trace, NULL while it is being opened */
void check_results_add(struct check_results *r, const struct otfp_finding *f, const struct otfp_source *src,
                       const char *name);
/** End a trace: a case for each rule. */
void check_results_trace(struct check_results *r, const char *name);
/** Write the file, after the last trace. @return 0, or the exit status after it printed the error */
int check_results_end(struct check_results *r);
/** Free what r owns. */
void check_results_release(struct check_results *r);
#endif
