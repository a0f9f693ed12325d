/* run.h - otf-sort(1): its options and its run. */
#ifndef CMD_SORT_RUN_H
#define CMD_SORT_RUN_H
#include "cmd/select/selection.h"

/* The options. */
struct sort_options {
	struct selection select;
	int adopt;
	size_t buffer; /* bytes to sort in, 0 = OTFP_SORT_BUFFER */
};
extern const struct option_row sort_options[];

/** Sort the records of the sources of job; see otf-sort(1). @return the exit status */
int sort_run(struct job *job, void *own);
/** Free the option values. */
void sort_release(void *own);
#endif
