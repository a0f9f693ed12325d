/* run.h - otf-view(1): its options and its run. */
#ifndef CMD_VIEW_RUN_H
#define CMD_VIEW_RUN_H
#include "cmd/run/run.h"

struct view_options {
	int port, opens;
	const char *idle;
	size_t memory;
};
extern const struct option_row view_options[];
extern const struct view_options view_defaults;

/** Serve the trace until a signal comes, or nobody asks for the time of --idle. @return the exit status */
int view_run(struct job *job, void *own);
#endif
