/* sides.h - the two traces that --diff compares. */
#ifndef CMD_RUN_SIDES_H
#define CMD_RUN_SIDES_H
#include "cmd/run/job.h"
#include "cmd/table/pair.h"

struct sides {
	const char *names[PAIR_SIDES];
	struct job_sources sources[PAIR_SIDES];
	int is_own[PAIR_SIDES]; /* a file of the command's own format */
};

/**
 * Find them: each operand, or the two files of a TAU trace, is a side.
 * @param is_own  whether a file is of the command's own format, and so no part of a TAU trace; NULL: it has none
 * @return 0, or 2 after it printed the usage error
 */
int sides_find(struct sides *s, const struct job *job, int (*is_own)(const char *name));
#endif
