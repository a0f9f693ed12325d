/* longest.h - otf-stat --longest: the longest calls, each as a row. */
#ifndef CMD_STAT_LONGEST_H
#define CMD_STAT_LONGEST_H
#include "base/must.h"
#include "cmd/stat/run.h"
#include "record/names.h"
#include <stdio.h>

struct long_call {
	uint64_t duration, begin; /* ticks */
	uint32_t process, function;
	uint32_t depth;      /* frames above the call */
	otfp_ref definition; /* of the function */
};

/* Zero-filled, then `most`. Memory: 40 bytes per call kept. */
struct longest {
	size_t most; /* calls to keep, at least 1 */
	struct long_call *calls;
	size_t n, cap;
};

/** Run --longest. @return the exit status */
int stat_longest_run(struct job *job, struct stat_options *s);

/* What is printed. */
struct longest_report {
	const struct otfp_names *names;
	const char *function; /* as given, or NULL */
	uint64_t resolution, first, last;
	int has_span;
	uint64_t calls; /* that ended, and of which those printed are the longest */
	const struct longest *longest;
};

/** Print the calls in a form of enum stat_form; longest-print.c. @return 0, or -1 when memory is out */
int longest_print(const struct longest_report *r, int form, size_t width, FILE *out);
#endif
