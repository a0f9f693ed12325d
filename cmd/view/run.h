/* run.h - otf-view(1): its options and its run. */
#ifndef CMD_VIEW_RUN_H
#define CMD_VIEW_RUN_H
#include "cmd/select/selection.h"

struct view_options {
	int port, opens;
	const char *idle, *cache;
	size_t memory;
	struct selection select; /* without part */
	struct otfp_set *comm;
};
extern const struct option_row view_options[];
extern const struct option_row view_selection_options[]; /* -p -s -r -t */
extern const struct view_options view_defaults;

/** Serve the trace until a signal comes, or nobody asks for the time of --idle. @return the exit status */
int view_run(struct job *job, void *own);
/** Free the option values. */
void view_options_release(void *own);
#endif
