/*
 * junit.h - the results of checks as JUnit XML, which CI systems read: one test suite, whose cases pass, fail or are
 * skipped. What could not be checked has no file, so there are no errors.
 *
 * The cases are kept in memory until the end: the head has their numbers.
 */
#ifndef CMD_TEXT_JUNIT_H
#define CMD_TEXT_JUNIT_H
#include "base/buf.h"
#include "otfpipe.h"

enum junit_result { JUNIT_PASSED, JUNIT_FAILURE, JUNIT_SKIPPED, JUNIT_RESULTS };

/* A case. Its texts are of any origin; '\n' ends the lines of `text`. */
struct junit_case {
	struct otfp_str of, name; /* what is tested, by which test */
	enum junit_result is;
	struct otfp_str message; /* of a failure: one line */
	struct otfp_str text;    /* all of it; of a case that passed: what it printed; n 0 = none */
};

/* Zero-filled is no file. */
struct junit {
	const char *name; /* of the file; NULL: none, and nothing is kept */
	int replaces;     /* it may exist */
	struct otfp_buf cases;
	uint64_t n[JUNIT_RESULTS];
	int is_out_of_memory;
};

/** Begin, before anything is read: refuse a name that cannot be written. @param name  NULL: no file
 * @param force  replace the file if it exists @return 0, or the exit status after it printed the error: 2 or 1 */
int junit_begin(struct junit *j, const char *name, int force);
/** Add a case. If memory is out, junit_end says so. */
void junit_add(struct junit *j, const struct junit_case *c);
/** Write the file, which appears complete or not at all. @param suite  name of the test suite
 * @return 0, or 1 after it printed the error */
int junit_end(struct junit *j, const char *suite);
/** Free what j owns. */
void junit_release(struct junit *j);
#endif
