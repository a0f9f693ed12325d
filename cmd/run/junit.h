/*
 * junit.h - the results of checks as JUnit XML, which CI systems read: one test suite, whose cases pass, fail or are
 * skipped. What could not be checked has no file, so there are no errors.
 *
 * The cases are kept in memory until the end: the head has their numbers.
 */
#ifndef OTFP_CMD_RUN_JUNIT_H
#define OTFP_CMD_RUN_JUNIT_H
#include "base/buf.h"
#include "otfpipe.h"

enum otfp_junit_result { OTFP_JUNIT_PASSED, OTFP_JUNIT_FAILURE, OTFP_JUNIT_SKIPPED, OTFP_JUNIT_RESULTS };

/* A case. Its texts are of any origin; '\n' ends the lines of `text`. */
struct otfp_junit_case {
	struct otfp_str of, name; /* what is tested, by which test */
	enum otfp_junit_result is;
	struct otfp_str message; /* of a failure: one line */
	struct otfp_str text;    /* all of it; of a case that passed: what it printed; n 0 = none */
};

/* Zero-filled is no file. */
struct otfp_junit {
	const char *name; /* of the file; NULL: none, and nothing is kept */
	int replaces;     /* it may exist */
	struct otfp_buf cases;
	uint64_t n[OTFP_JUNIT_RESULTS];
	int is_out_of_memory;
};

/** Begin, before anything is read: refuse a name that cannot be written. @param name  NULL: no file
 * @param force  replace the file if it exists @return 0, or the exit status after it printed the error: 2 or 1 */
int otfp_junit_begin(struct otfp_junit *j, const char *name, int force);
/** Add a case. If memory is out, otfp_junit_end says so. */
void otfp_junit_add(struct otfp_junit *j, const struct otfp_junit_case *c);
/** Write the file, which appears complete or not at all. @param suite  name of the test suite
 * @return 0, or 1 after it printed the error */
int otfp_junit_end(struct otfp_junit *j, const char *suite);
/** Free what j owns. */
void otfp_junit_release(struct otfp_junit *j);
#endif
