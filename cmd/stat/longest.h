/* longest.h - otf-stat --longest: the longest calls, each as a row. */
#ifndef OTFP_CMD_STAT_LONGEST_H
#define OTFP_CMD_STAT_LONGEST_H
#include "base/must.h"
#include "cmd/stat/run.h"
#include "record/names.h"
#include <stdio.h>

struct otfp_long_call {
	uint64_t duration, begin; /* ticks */
	uint32_t process, function;
	uint32_t depth;      /* frames above the call */
	otfp_ref definition; /* of the function */
};

/* Zero-filled, then `most`. Memory: 40 bytes per call kept. */
struct otfp_longest {
	size_t most; /* calls to keep, at least 1 */
	struct otfp_long_call *calls;
	size_t n, cap;
};

/** Free what l owns. */
void otfp_longest_release(struct otfp_longest *l);
/** Keep a call that ended, if it is one of the longest. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_longest_add(struct otfp_longest *l, const struct otfp_long_call *call);
/** After the last call: sort them. The longest comes first; then by begin, process, depth, and the function's token. So
 * the order in which calls of different processes were added does not matter. */
void otfp_longest_sort(struct otfp_longest *l);

/** Run --longest. @return the exit status */
int otfp_stat_longest_run(struct otfp_job *job, struct otfp_statistics *s);

/* What is printed. */
struct otfp_longest_report {
	const struct otfp_names *names;
	const char *function; /* as given, or NULL */
	uint64_t resolution, first, last;
	int has_span;
	uint64_t calls; /* that ended, and of which those printed are the longest */
	const struct otfp_longest *longest;
};

/** Print the calls in a form of enum otfp_stat_form; longest-print.c. @return 0, or -1 when memory is out */
int otfp_longest_print(const struct otfp_longest_report *r, int form, size_t width, FILE *out);
#endif
